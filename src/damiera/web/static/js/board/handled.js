/**
 * What hands have done with the pieces of a board, step by step, and how they lie now. A step is what one gesture did:
 * one act, or a piece lifted and put down by one drag. It compares nothing with the rules.
 */

/** @typedef {import("./types.js").HandAct} HandAct */
/** @typedef {import("./types.js").Pieces} Pieces */

export class HandledPieces {
  /**
   * @param {Pieces} pieces as they lie at first
   * @param {Record<string, number>} beside letters, and how many of each lie beside the board
   */
  constructor(pieces, beside = {}) {
    this.start = pieces;
    this.besideAtFirst = beside;
    /** @type {HandAct[][]} */
    this.steps = [];
    /** @type {Pieces} */
    this.pieces = {};
    /** @type {Map<string, number>} letters and how many of them lie beside the board */
    this.beside = new Map();
    /** @type {{square: number, piece: string} | null} */
    this.hand = null;
    /** @type {Map<number, number[]>} the way of each piece that was lifted, by where it lies */
    this.ways = new Map();
    /** @type {number[]} the way of the piece that was put down last */
    this.way = [];
    this.replay();
  }

  /** @returns {HandAct[]} */
  get acts() {
    return this.steps.flat();
  }

  /** The pieces as they are to be drawn: what is in the hand still marks the square it was taken from. @returns {Pieces} */
  get drawn() {
    return this.hand ? { ...this.pieces, [this.hand.square]: this.hand.piece } : { ...this.pieces };
  }

  /** @param {HandAct[]} acts */
  add(...acts) {
    this.steps.push(acts);
    for (const act of acts) this.do(act);
  }

  /** Undo the last step. @returns {HandAct[] | undefined} what it was */
  back() {
    const step = this.steps.pop();
    this.replay();
    return step;
  }

  replay() {
    this.pieces = { ...this.start };
    this.beside = new Map(Object.entries(this.besideAtFirst));
    this.hand = null;
    this.ways = new Map();
    this.way = [];
    for (const act of this.acts) this.do(act);
  }

  /** @param {HandAct} act */
  do(act) {
    const { square } = act;
    const piece = this.pieces[square];
    if (act.a === "lift") {
      this.hand = { square, piece };
      delete this.pieces[square];
    } else if (act.a === "put") this.put(square);
    else if (act.a === "remove") {
      this.count(piece, 1);
      this.ways.delete(square);
      delete this.pieces[square];
    } else if (act.a === "restore") {
      this.count(act.piece, -1);
      this.pieces[square] = act.piece;
    } else this.pieces[square] = act.a === "crown" ? piece.toUpperCase() : piece.toLowerCase();
  }

  /** @param {number} square */
  put(square) {
    if (!this.hand) return;
    const from = this.hand.square;
    this.way = [...(this.ways.get(from) ?? [from]), square];
    this.ways.delete(from);
    this.ways.set(square, this.way);
    this.pieces[square] = this.hand.piece;
    this.hand = null;
  }

  /** @param {string} letter @param {number} more */
  count(letter, more) {
    this.beside.set(letter, Math.max(0, (this.beside.get(letter) ?? 0) + more));
  }
}
