/**
 * Men that come back before a move: which free squares of the base are chosen for them, and what may then be moved.
 * It compares the server's moves and knows no rule.
 */

/** @typedef {import("./types.js").MoveView} MoveView */

export class Entry {
  /** @param {MoveView[]} moves @param {number[]} [kept] squares that were chosen before */
  constructor(moves, kept = []) {
    this.all = moves;
    this.need = moves[0]?.drops?.length ?? 0;
    /** Whether there is only one way: nothing is asked then. */
    this.forced = new Set(moves.map(({ drops }) => (drops ?? []).join())).size === 1;
    /** @type {number[]} */
    this.chosen = [];
    for (const square of this.forced ? (moves[0].drops ?? []) : kept) this.add(square);
  }

  get done() {
    return this.chosen.length === this.need;
  }

  /** The moves that agree with what was chosen so far. */
  moves() {
    return this.all.filter(({ drops }) => this.chosen.every((square) => drops?.includes(square)));
  }

  /** Squares where the next man may come back. @returns {Set<number>} */
  squares() {
    if (this.done) return new Set();
    return new Set(this.moves().flatMap(({ drops }) => drops ?? []).filter((square) => !this.chosen.includes(square)));
  }

  /** @param {number} square @returns {boolean} */
  add(square) {
    if (!this.squares().has(square)) return false;
    this.chosen.push(square);
    return true;
  }

  /** Take the man that came back last into the hand again. @returns {number | null} */
  back() {
    return this.forced ? null : (this.chosen.pop() ?? null);
  }
}
