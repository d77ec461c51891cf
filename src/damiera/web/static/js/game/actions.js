/** Taking back, draws, resigning, claims: asked once, in place, and for a moment still to be undone. */

import { gettext } from "../i18n.js";
import { closeSheet } from "./cards.js";
import { byId, h, leading, stands, toggle } from "./dom.js";
import { play } from "./sounds.js";
import { say } from "./speech.js";
import { considersDraw, other, sideWord } from "./table.js";

/** @typedef {import("../board/types.js").GameView} GameView */
/** @typedef {import("../board/types.js").Side} Side */
/** @typedef {import("./store.js").GameStore} GameStore */
/** @typedef {{text: string, act: () => void}} Choice */

/** For so long a decision that ends the game can be undone, when no clock runs. */
const UNDO_MS = 3_000;

/**
 * Give the keyboard back. A browser wants a margin round what has it, and would move the page for a button at its foot
 * that is seen whole.
 * @param {HTMLElement} button
 */
function goBack(button) {
  const { top, bottom } = button.getBoundingClientRect();
  button.focus({ preventScroll: top >= 0 && bottom <= Math.ceil(innerHeight) + 1 });
}

export class Actions {
  /** @param {GameStore} store @param {() => void} home where the keyboard goes when there is nothing left to decide */
  constructor(store, home) {
    this.store = store;
    this.home = home;
    /** @type {HTMLElement | null} the button that asked for what is open */
    this.from = null;
    /** @type {number | undefined} */
    this.leaving = undefined;
    /** @type {(() => void) | null} what was decided and can still be undone */
    this.last = null;
    this.asked = "";
    addEventListener("pagehide", () => this.last?.());
    for (const id of ["actions", "claims", "offers"]) {
      byId(id)?.addEventListener("submit", (event) => this.submit(/** @type {SubmitEvent} */ (event)));
    }
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    const button = event.submitter;
    if (!(button instanceof HTMLButtonElement)) return;
    if (!this.store.socket.ready && !["resign", "offer-draw"].includes(button.value)) return;
    event.preventDefault();
    this.from = button;
    this.want(button.value);
  }

  /** @param {string} what */
  want(what) {
    if (what === "resign") return this.confirm(gettext("Resign this game?"), gettext("Resign"), gettext("You resign."), "resign");
    if (what === "offer-draw") return this.confirm(gettext("Offer a draw?"), gettext("Offer"), gettext("You offer a draw."), "offer-draw");
    this.store.act(what);
  }

  /** @param {string} question @param {string} yes @param {string} done @param {string} what */
  confirm(question, yes, done, what) {
    this.card(question, [
      { text: yes, act: () => this.leave(done, what) },
      { text: gettext("Play on"), act: () => this.clear() },
    ]);
  }

  /** Do it, after a moment in which it can be undone; at once when a clock runs. @param {string} done @param {string} what */
  leave(done, what) {
    const side = this.store.view.side;
    if (this.store.view.clock) {
      this.clear();
      this.send(what, side);
      return;
    }
    this.card(done, [{ text: gettext("Undo"), act: () => this.clear() }]);
    this.last = () => {
      this.clear();
      this.send(what, side);
    };
    this.leaving = setTimeout(this.last, UNDO_MS);
  }

  /** Without a socket as a page without scripts does, but not unasked. @param {string} what @param {Side} side */
  send(what, side) {
    const form = byId("actions");
    if (this.store.act(what, side) || !(form instanceof HTMLFormElement)) return;
    form.append(h("input", { type: "hidden", name: "what", value: what }));
    form.submit();
  }

  clear() {
    clearTimeout(this.leaving);
    this.last = null;
    this.asked = "";
    leading(() => this.close(), () => (stands(this.from) ? goBack(this.from) : this.home()));
    this.from = null;
    this.show(this.store.view);
  }

  close() {
    const place = byId("offers");
    if (place) {
      place.hidden = true;
      place.replaceChildren();
    }
  }

  /**
   * Ask something. Who asked for it is brought to it; who did not stays where they are.
   * @param {string} text @param {Choice[]} choices @param {boolean} [own] whether a person here has brought it about
   */
  card(text, choices, own = true) {
    clearTimeout(this.leaving);
    this.asked = text;
    say("answer", `${text} ${choices.map((choice) => choice.text).join(", ")}.`);
    const buttons = choices.map(({ text: word, act }, i) => {
      const node = h("button", { type: "button", class: i === 0 && choices.length > 1 ? "btn main" : "btn" }, [word]);
      node.addEventListener("click", act);
      return node;
    });
    leading(() => this.open(text, buttons, own), () => buttons[buttons.length - 1].focus());
    if (own) buttons[0].focus();
  }

  /**
   * Show a question. One's own is seen at once; that of the other waits until a choice on the board is made.
   * @param {string} text @param {HTMLElement[]} buttons @param {boolean} own
   */
  open(text, buttons, own) {
    const place = byId("offers");
    const sheet = byId("sheet");
    if (!place) return;
    if (own && sheet?.classList.contains("law")) closeSheet();
    if (own) sheet?.before(place);
    else sheet?.after(place);
    place.replaceChildren(h("b", {}, [text]), ...buttons);
    toggle(place, true);
  }

  /** @param {GameView} view */
  show(view) {
    const open = view.you !== null && view.outcome === null && !view.waiting;
    toggle(byId("actions"), view.you !== null && view.outcome === null);
    toggle(byId("after"), view.outcome !== null);
    toggle(byId("command"), view.you !== null);
    for (const button of document.querySelectorAll("#actions > button")) {
      if (!(button instanceof HTMLButtonElement)) continue;
      button.disabled = !open || (button.value === "ask-undo" && !view.can_undo);
    }
    this.showOffers(view);
  }

  /** What the other side has proposed. @param {GameView} view */
  showOffers(view) {
    const offers = [
      { by: view.draw_offer, text: gettext("{side} offers a draw. Accept?"), yes: "accept-draw", no: "decline-draw" },
      { by: view.undo_request, text: gettext("{side} asks to take the move back. Allow it?"), yes: "accept-undo", no: "decline-undo" },
    ];
    if (this.last) return; // what was decided here comes first
    const offer = offers.find(({ by }) => by && this.store.mine.includes(other(by)) && !view.outcome);
    if (!offer?.by) return this.asked.startsWith("offer ") ? this.clear() : undefined;
    const key = `offer ${offer.yes} ${offer.by}`;
    if (this.asked === key) return;
    const me = other(offer.by);
    this.card(offer.text.replace("{side}", sideWord(offer.by)), [
      { text: offer.yes === "accept-draw" ? gettext("Accept") : gettext("Allow"), act: () => this.answer(offer.yes, me) },
      { text: gettext("Play on"), act: () => this.answer(offer.no, me) },
    ], false);
    this.asked = key;
    play("offer");
  }

  /**
   * What has become of a proposal that was made here, for whoever may not see it leave; nothing where a move tells it.
   * @param {GameView} view @param {GameView} previous
   */
  became(view, previous) {
    if (view.outcome || view.history.length !== previous.history.length) return "";
    const made = (/** @type {Side | null} */ by) => by !== null && this.store.mine.includes(by) && !this.store.mine.includes(other(by));
    if (made(view.undo_request) && !previous.undo_request) return gettext("You ask to take the move back.");
    for (const [then, now] of [[previous.draw_offer, view.draw_offer], [previous.undo_request, view.undo_request]]) {
      if (then && made(then) && !now) return gettext("{side} wants to play on.", { side: sideWord(other(then)) });
    }
    return "";
  }

  /** What is heard of an offer that a computer now thinks about; the plate shows it. @param {GameView} view @param {GameView} previous */
  awaited(view, previous) {
    const by = view.draw_offer;
    if (by === null || by === previous.draw_offer || !considersDraw(view, other(by))) return "";
    return gettext("The computer considers the draw.");
  }

  /** @param {string} what @param {Side} side */
  answer(what, side) {
    this.store.act(what, side);
  }
}
