/**
 * The board by hand: any piece may be lifted, put down, taken off, put back, crowned and made a man again, in any
 * order, by pointer, finger and keys. The board tells what was done and knows no rule.
 *
 * @fires board-hands  {}  something was done, undone, or taken into the hand
 * @fires board-carry  {off}  whether what is carried would come off the board if it were let go here; null: no longer
 */

import { gettext } from "../i18n.js";
import { carry } from "./carry.js";
import { HandledPieces } from "./handled.js";
import { NO_MARKS } from "./marks.js";
import { pieceWord } from "./words.js";

/** @typedef {import("./draughts-board.js").DraughtsBoard} DraughtsBoard */
/** @typedef {import("./types.js").Pieces} Pieces */
/** @typedef {import("./types.js").HandAct} HandAct */

export class Hands {
  /**
   * @param {DraughtsBoard} board
   * @param {Pieces} pieces as they lie at first
   * @param {Record<string, number> | null} beside letters and how many of them lie beside the board; null: no end of them
   */
  constructor(board, pieces, beside) {
    this.board = board;
    this.endless = beside === null;
    this.work = new HandledPieces(pieces, beside ?? {});
    /** @type {string | null} the letter of a piece taken from beside the board, on its way to it */
    this.fetched = null;
  }

  get acts() {
    return this.work.acts;
  }

  get pieces() {
    return this.work.pieces;
  }

  get drawn() {
    return this.work.drawn;
  }

  /** The letters that lie beside the board, and how many of each. @returns {{piece: string, n: number}[]} */
  get beside() {
    const letters = ["w", "W", "b", "B"];
    if (this.endless) return letters.map((piece) => ({ piece, n: Infinity }));
    return letters.map((piece) => ({ piece, n: this.work.beside.get(piece) ?? 0 })).filter(({ n }) => n > 0);
  }

  /** The piece that a key or a button would act on: the one in the hand, or the one where the keyboard stands. */
  get current() {
    const { hand } = this.work;
    const square = hand ? hand.square : Number(this.board.current);
    const piece = hand ? hand.piece : this.pieces[square];
    return piece ? { square, piece } : null;
  }

  /** A touch of a point. @param {string} id */
  tap(id) {
    const square = Number(id);
    const { hand } = this.work;
    this.board.cells?.rove(id);
    if (this.fetched) return this.putBack(this.fetched, square);
    if (hand) return this.putDown(square);
    if (this.pieces[id]) return this.did([{ a: "lift", square }], gettext("{square}: {piece} in hand.", this.named(id)));
    this.say(gettext("{square} is empty.", this.named(id)));
  }

  /** @param {number} square */
  putDown(square) {
    const { hand } = this.work;
    if (!hand) return;
    if (this.pieces[square]) return this.occupied(square);
    this.did([{ a: "put", square }], gettext("{piece} put down on {square}.", this.named(square, hand.piece)));
  }

  /** Put a piece from beside the board on it. @param {string} piece @param {number} square */
  putBack(piece, square) {
    if (this.work.drawn[square]) return this.occupied(square);
    const left = this.endless ? Infinity : (this.work.beside.get(piece) ?? 0) - 1;
    if (left < 1 || !this.endless) this.fetched = null;
    this.did([{ a: "restore", square, piece }], gettext("{piece} put back on {square}.", this.named(square, piece)));
  }

  /** Take a piece from beside the board into the hand, or put it there again. @param {string} piece */
  fetch(piece) {
    if (this.work.hand) return this.say(gettext("There is a piece in the hand: put it down first."));
    this.fetched = this.fetched === piece ? null : piece;
    this.say(this.fetched ? gettext("{piece} in hand: choose an empty square.", { piece: pieceWord(piece) }) : gettext("Put down."));
    this.changed();
  }

  /** Take the next letter that lies beside the board, or none after the last. */
  fetchNext() {
    const letters = this.beside.map(({ piece }) => piece);
    if (!letters.length) return this.say(gettext("No piece lies beside the board."));
    const next = letters[this.fetched ? letters.indexOf(this.fetched) + 1 : 0];
    this.fetch(next ?? this.fetched ?? letters[0]);
  }

  /** Take a piece off the board. @param {number} [wanted] its square; the current one where none is named */
  remove(wanted) {
    const { hand } = this.work;
    const under = Number(this.board.current);
    const square = wanted ?? (hand && !this.pieces[under] ? hand.square : under);
    const held = hand?.square === square;
    const piece = held ? hand?.piece : this.pieces[square];
    if (!piece) return this.say(gettext("{square} is empty.", this.named(square)));
    if (held) this.laidDown(square);
    this.did([{ a: "remove", square }], gettext("{square}: {piece} taken off.", this.named(square, piece)));
  }

  /** Crown the current man, or make the current king a man. */
  recrown() {
    const { current } = this;
    if (!current) return this.say(gettext("{square} is empty.", this.named(this.board.current)));
    const { square, piece } = current;
    const man = piece === piece.toLowerCase();
    if (this.work.hand) this.laidDown(square);
    const said = man ? gettext("{square}: crowned.", this.named(square)) : gettext("{square}: a man again.", this.named(square));
    this.did([{ a: man ? "crown" : "uncrown", square }], said);
  }

  /** Lay the piece in the hand where it came from, because something else is done with it there. @param {number} square */
  laidDown(square) {
    const last = this.work.steps.at(-1);
    if (last?.length === 1 && last[0].a === "lift") this.work.back();
    else this.work.add({ a: "put", square });
  }

  /** Take the last thing back. @returns {boolean} whether there was one */
  back() {
    if (this.fetched) {
      this.fetch(this.fetched);
      return true;
    }
    if (!this.work.back()) return false;
    this.say(gettext("Taken back."));
    this.changed({ slide: true });
    return true;
  }

  /** Lay all pieces as they were. */
  anew() {
    this.work.steps = [];
    this.work.replay();
    this.fetched = null;
    this.say(gettext("The pieces lie as they were."));
    this.changed({ slide: true });
  }

  /** Lay other pieces on the board, with nothing done yet. @param {Pieces} pieces */
  lay(pieces) {
    this.work = new HandledPieces(pieces, this.work.besideAtFirst);
    this.fetched = null;
    this.changed();
  }

  /** @param {HandAct[]} acts @param {string} said */
  did(acts, said) {
    this.work.add(...acts);
    this.board.mark({ refused: null });
    this.say(said);
    this.changed();
  }

  /** @param {number} square */
  occupied(square) {
    this.board.refuse(String(square));
    this.say(gettext("{square} is not empty.", this.named(square)));
  }

  /** What sentences say of a square. @param {string | number} id @param {string} [piece] */
  named(id, piece = this.work.drawn[id]) {
    return { square: this.board.grid.nameOf(id), piece: pieceWord(piece) };
  }

  /** @param {string} text */
  say(text) {
    this.board.emit("board-say", { text: text[0].toUpperCase() + text.slice(1) });
  }

  /** @param {{slide?: boolean}} [how] */
  changed({ slide = false } = {}) {
    this.board.men?.show(this.drawn, { slide });
    this.board.refresh();
    this.board.emit("board-hands", {});
  }

  /** A key that has a meaning of its own here. @param {string} key @returns {boolean} */
  key(key) {
    if (key === "Delete") this.remove();
    else if (key === "k") this.recrown();
    else if (key === "u") this.fetchNext();
    else return false;
    return true;
  }

  /** A press on the board: a piece may be carried anywhere. @param {PointerEvent} event */
  press(event) {
    const id = this.board.grid.under(this.board.placeOf(event));
    const piece = id && this.drawn[id];
    if (!id || !piece || this.fetched) return;
    this.carry(event, piece, id);
  }

  /**
   * Carry a piece from its square, or from beside the board.
   * @param {PointerEvent} event @param {string} piece @param {string | null} from @param {() => void} [began]
   */
  carry(event, piece, from, began) {
    const { board } = this;
    const size = board.boxOf(from ?? board.current).width;
    carry(event, piece, size, {
      start: () => {
        began?.();
        board.emit("board-touch", {});
        if (from) board.men?.ghost([from]);
        if (board.pointer && from) board.pointer.swallow = true;
        board.drawing?.classList.add("carrying");
      },
      over: (at) => {
        board.mark({ aim: board.grid.under(board.placeOf(at)) });
        board.emit("board-carry", { off: from ? this.isOff(at) : false });
      },
      drop: (at) => this.drop(at, piece, from),
      lose: () => {},
      end: () => {
        board.drawing?.classList.remove("carrying");
        board.men?.ghost([]);
        board.mark({ aim: null });
        board.emit("board-carry", { off: null });
      },
    });
  }

  /** @param {{clientX: number, clientY: number}} at @param {string} piece @param {string | null} from */
  drop(at, piece, from) {
    const id = this.board.grid.under(this.board.placeOf(at));
    if (id) this.board.cells?.rove(id);
    if (from === null) return id ? this.putBack(piece, Number(id)) : undefined;
    if (this.isOff(at)) return this.remove(Number(from));
    if (id) this.slide(Number(from), Number(id), piece);
  }

  /** What a drag from one square to another does. @param {number} from @param {number} to @param {string} piece */
  slide(from, to, piece) {
    const { hand } = this.work;
    if (hand && hand.square !== from) return this.say(gettext("There is a piece in the hand: put it down first."));
    if (this.pieces[to] && to !== from) return this.occupied(to);
    /** @type {HandAct[]} */
    const lifted = hand ? [] : [{ a: "lift", square: from }];
    const said = to === from ? gettext("{square}: {piece} touched.", this.named(from)) : gettext("{piece} put down on {square}.", this.named(to, piece));
    this.did([...lifted, { a: "put", square: to }], said);
  }

  /** Whether a place is off the board. @param {{clientX: number, clientY: number}} at */
  isOff({ clientX, clientY }) {
    const box = this.board.drawing?.getBoundingClientRect();
    return !box || clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
  }

  /** Draw the marks and write the labels. */
  refresh() {
    const { board } = this;
    const { hand, way } = this.work;
    const held = hand ? String(hand.square) : null;
    const { refused, flash, aim, focus } = board.shown;
    const moved = way.length && !hand ? way.map(String) : [];
    board.mark({ ...NO_MARKS, refused, flash, aim, focus, chosen: held, last: moved });
    board.men?.lift(held);
    board.cells?.show({
      pieces: this.drawn,
      enter: new Set(),
      runs: new Map(),
      must: new Map(),
      can: new Set(),
      targets: new Set(),
      chosen: held,
      loose: new Set(Object.keys(this.drawn)),
    });
  }
}
