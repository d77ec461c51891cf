/** Both clocks, counting down from what the server said, in the server's time. */

import { gettext } from "../i18n.js";
import { toggle } from "./dom.js";
import { play } from "./sounds.js";
import { say } from "./speech.js";

/** @typedef {import("../board/types.js").ClockView} ClockView */
/** @typedef {import("../board/types.js").Side} Side */

const LOW_MS = 30_000;
const LAST_MS = 10_000;
const ALARMS_S = [30, 10, 5];
const TICK_MS = 100;

/** @param {ClockView} clock @param {Side} side @param {number} now the server's time */
export function remaining(clock, side, now) {
  const left = side === "white" ? clock.white_ms : clock.black_ms;
  const used = Math.max(0, now - clock.at_ms - clock.delay_ms);
  if (clock.running !== side) return left + (clock.hourglass && clock.running ? used : 0);
  if (used < left) return left - used;
  const periods = side === "white" ? clock.white_periods : clock.black_periods;
  const over = clock.byo_ms ? used - left : 0;
  return clock.byo_ms && over < periods * clock.byo_ms ? clock.byo_ms - (over % clock.byo_ms) : 0;
}

/** Minutes and seconds; hours and days when there are any, tenths in the last ten seconds. @param {number} ms */
export function clockText(ms) {
  if (ms < LAST_MS) return `0:0${(Math.floor(ms / 100) / 10).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1 })}`;
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const days = Math.floor(seconds / 86_400);
  if (days) return gettext("{n} d {time}", { n: days, time: `${Math.floor(seconds / 3600) % 24}:${two(Math.floor(seconds / 60) % 60)}` });
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What is left for the first move of a side, before which its clock stands. @param {ClockView} clock @param {Side} side @param {number} now */
function firstNote(clock, side, now) {
  if (clock.first !== side) return "";
  const n = Math.ceil(Math.max(0, (clock.first_ms ?? 0) - Math.max(0, now - clock.at_ms)) / 1000);
  return gettext("{n} s for the first move", { n });
}

export class Clocks {
  /** @param {(side: Side) => void} onOut told once when a clock has run out here */
  constructor(onOut) {
    this.onOut = onOut;
    /** @type {ClockView | null} */
    this.clock = null;
    /** @type {Side[]} whose low time is announced */
    this.mine = [];
    this.skew = 0;
    /** @type {ClockView | null} what the server said last */
    this.told = null;
    /** whether the server is not heard: what is shown may not be so */
    this.unsure = false;
    this.said = new Set();
    this.out = "";
    setInterval(() => this.show(), TICK_MS);
  }

  now() {
    return Date.now() + this.skew;
  }

  /** @param {ClockView | null} clock @param {Side[]} mine */
  set(clock, mine) {
    this.clock = clock;
    this.told = clock;
    this.mine = mine;
    for (const side of /** @type {Side[]} */ (["white", "black"])) {
      if (clock && remaining(clock, side, this.now()) > LOW_MS) for (const at of ALARMS_S) this.said.delete(`${side}${at}`);
    }
    this.show();
  }

  /**
   * The server is not heard, or is again. While it is not, the clock runs on of whoever was to move: a move that is
   * made here has not come there.
   * @param {boolean} unsure
   */
  doubt(unsure) {
    this.unsure = unsure;
    if (unsure) this.clock = this.told;
    this.show();
  }

  /** The move is made here and on its way: the own clock stands. */
  hold() {
    if (!this.unsure && this.clock?.first) this.clock = { ...this.clock, first: null };
    if (this.unsure || !this.clock?.running) return;
    const { running } = this.clock;
    this.clock = { ...this.clock, [`${running}_ms`]: remaining(this.clock, running, this.now()), running: null };
    this.show();
  }

  show() {
    for (const plate of document.querySelectorAll(".plate[data-side]")) {
      const side = /** @type {Side} */ (plate.getAttribute("data-side"));
      this.showOne(plate.querySelector(".clock"), side);
    }
  }

  /** @param {Element | null} node @param {Side} side */
  showOne(node, side) {
    if (!node) return;
    toggle(node, this.clock !== null);
    if (!this.clock) return;
    const left = remaining(this.clock, side, this.now());
    const running = this.clock.running === side;
    write(node.querySelector("time"), clockText(left));
    const doubt = this.unsure ? gettext("No word from the server.") : "";
    const fixed = side === "white" ? this.clock.white_note : this.clock.black_note;
    const opens = firstNote(this.clock, side, this.now());
    const note = opens || fixed;
    node.closest(".plate")?.querySelector(".who")?.classList.toggle("opens", opens !== "");
    write(node.querySelector(".sr"), [running ? gettext("running") : gettext("stopped"), note, doubt].filter(Boolean).join(", "));
    write(node.closest(".plate")?.querySelector(".note") ?? null, note);
    node.classList.toggle("run", running);
    node.classList.toggle("unsure", this.unsure);
    node.classList.toggle("low", running && left <= LOW_MS);
    node.classList.toggle("last", running && left <= LAST_MS);
    if (running) this.alarm(side, left);
  }

  /** @param {Side} side @param {number} left */
  alarm(side, left) {
    const due = ALARMS_S.filter((seconds) => left <= seconds * 1000 && !this.said.has(`${side}${seconds}`));
    for (const seconds of due) this.said.add(`${side}${seconds}`);
    if (due.length && left > 0 && this.mine.includes(side)) {
      if (due.includes(30)) play("low");
      say("board-live", gettext("{n} seconds left", { n: Math.ceil(left / 1000) }));
    }
    const key = `${side} ${this.clock?.at_ms}`;
    if (left > 0 || this.out === key) return;
    this.out = key;
    this.onOut(side);
  }

  /** Both clocks in words. */
  inWords() {
    const { clock } = this;
    if (!clock) return gettext("This game has no clock.");
    const at = (/** @type {Side} */ side) => clockText(remaining(clock, side, this.now()));
    const both = gettext("White {white}, Black {black}", { white: at("white"), black: at("black") });
    return this.unsure ? `${both}. ${gettext("No word from the server.")}` : both;
  }
}

/** @param {Element | null} node @param {string} text */
function write(node, text) {
  if (node && node.textContent !== text) node.textContent = text;
}
