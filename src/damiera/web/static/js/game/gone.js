/** An opponent who has left: how long until the game can be claimed from them, and the card that offers it. */

import { gettext } from "../i18n.js";
import { byId, leading, setText } from "./dom.js";
import { play } from "./sounds.js";
import { say } from "./speech.js";
import { other } from "./table.js";

/** @typedef {import("../board/types.js").GameView} GameView */

export class Gone {
  /** @param {() => void} home where the keyboard goes when the card closes */
  constructor(home) {
    this.home = home;
    /** @type {GameView | null} */
    this.view = null;
    /** when the game can be claimed, by the clock of this page */
    this.due = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.ticking = undefined;
    this.waits = false;
    const wait = byId("gone")?.querySelector("[data-wait]");
    if (!(wait instanceof HTMLElement)) return;
    wait.hidden = false;
    wait.addEventListener("click", () => {
      this.waits = true;
      this.close();
    });
  }

  /** @param {GameView} view */
  show(view) {
    this.view = view;
    const left = view.outcome ? null : (view.claim_ms ?? null);
    if (left === null) return this.stop();
    const due = performance.now() + left;
    if (!this.ticking || Math.abs(due - this.due) > 1_000) this.due = due;
    this.ticking ??= setInterval(() => this.tick(), 1_000);
    this.tick();
  }

  stop() {
    clearInterval(this.ticking);
    this.ticking = undefined;
    this.waits = false;
    this.close();
  }

  tick() {
    const { view } = this;
    if (!view || (view.you !== "white" && view.you !== "black")) return;
    const left = this.due - performance.now();
    const plate = document.querySelector(`.plate[data-side="${other(view.you)}"]`);
    if (left > 0) return setText(plate, ".sub", gettext("away · claim in {time}", { time: minutes(left) }));
    setText(plate, ".sub", gettext("away"));
    this.open();
  }

  open() {
    const card = byId("gone");
    if (!card?.hidden || this.waits) return;
    card.hidden = false;
    say("move", card.querySelector("b")?.textContent ?? "");
    play("offer");
  }

  close() {
    const card = byId("gone");
    if (card && !card.hidden) leading(() => (card.hidden = true), this.home);
  }
}

/** Minutes and whole seconds. @param {number} ms */
function minutes(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
