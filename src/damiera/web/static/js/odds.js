/** The form of a new game: pieces taken off the board before the first move, by tapping them. */

import "./board/draughts-board.js";
import { sideOf } from "./board/position.js";
import { whenTapped } from "./board/taps.js";
import { byId, toggle } from "./game/dom.js";
import { gettext } from "./i18n.js";

/** @typedef {import("./board/draughts-board.js").DraughtsBoard} DraughtsBoard */
/** @typedef {import("./board/types.js").Pieces} Pieces */

const ELEVEN = "eleven-men";

/** What is taken off, and what may be: odds by one side only, with eleven men each one man of each (15.1.9, 15.1.11). */
class TakenOff {
  /** @param {Pieces} start @param {string[]} squares */
  constructor(start, squares) {
    this.start = start;
    this.off = squares.filter((square) => square in start);
  }

  /** @param {string} square */
  sideAt(square) {
    return sideOf(this.start[square]);
  }

  /** Take a piece off, or put it back. @param {string} square @param {boolean} eleven @returns {string} why it cannot be; else nothing */
  turn(square, eleven) {
    if (!(square in this.start)) return gettext("Nothing stands there at the start: tap a piece.");
    if (this.off.includes(square)) {
      this.off = this.off.filter((one) => one !== square);
      return "";
    }
    const side = this.sideAt(square);
    if (eleven) this.off = this.off.filter((one) => this.sideAt(one) !== side);
    else if (this.off.some((one) => this.sideAt(one) !== side)) return gettext("Odds are given by one side only: put the other pieces back first.");
    else if (this.off.length + 1 >= this.count(square)) return gettext("Whoever gives odds must keep a piece at least.");
    this.off = [...this.off, square].sort((a, b) => Number(a) - Number(b));
    return "";
  }

  /** How many pieces begin on the side of a square's. @param {string} square */
  count(square) {
    return Object.keys(this.start).filter((one) => this.sideAt(one) === this.sideAt(square)).length;
  }

  /** Whether what is off suits the way of playing. @param {boolean} eleven */
  suits(eleven) {
    const sides = this.off.map((square) => this.sideAt(square));
    return eleven ? new Set(sides).size === sides.length : new Set(sides).size < 2;
  }

  get left() {
    return Object.fromEntries(Object.entries(this.start).filter(([square]) => !this.off.includes(square)));
  }
}

/** Say what is off, and what is still to be done. @param {TakenOff} taken @param {boolean} eleven @param {(square: string) => string} name */
function summary(taken, eleven, name) {
  const squares = taken.off.map(name).join(", ");
  if (!squares) return eleven ? gettext("None is taken off: they are drawn by lot.") : gettext("No piece is taken off yet.");
  const white = taken.sideAt(taken.off[0]) === "white";
  if (!eleven) {
    return white ? gettext("White plays without {squares}.", { squares }) : gettext("Black plays without {squares}.", { squares });
  }
  if (taken.off.length === 2) return gettext("Taken off: {squares}.", { squares });
  return white
    ? gettext("Taken off: {squares}. Take one of Black off too.", { squares })
    : gettext("Taken off: {squares}. Take one of White off too.", { squares });
}

function setUp() {
  const board = /** @type {DraughtsBoard | null} */ (byId("odds-board"));
  const field = byId("without");
  const way = byId("way");
  const pieces = byId("odds-pieces")?.textContent;
  if (!board || !pieces || !(field instanceof HTMLInputElement) || !(way instanceof HTMLSelectElement)) return;
  const taken = new TakenOff(JSON.parse(pieces), field.dataset.squares?.split(" ") ?? []);
  toggle(byId("without-typed"), false);
  toggle(byId("odds-clear"), true);
  const eleven = () => way.value === ELEVEN;

  /** @param {string} [refused] */
  const show = (refused) => {
    field.value = taken.off.join(", ");
    board.show(taken.left);
    const said = byId("odds-said");
    const name = (/** @type {string} */ square) => board.grid.nameOf(square);
    if (said) said.textContent = refused || summary(taken, eleven(), name);
    said?.classList.toggle("badtext", Boolean(refused));
  };
  const fit = () => {
    if (!taken.suits(eleven())) taken.off = [];
    show();
  };
  board.withhold();
  whenTapped(board, () => true, (square) => show(taken.turn(square, eleven())));
  byId("odds-clear")?.addEventListener("click", () => {
    taken.off = [];
    show();
  });
  way.onchange = fit;
  fit();
}

const part = byId("odds");
if (part?.parentElement) new MutationObserver(setUp).observe(part.parentElement, { childList: true });
setUp();
