/** What was played in a chapter before its board changed without a move: shown position by position, and not changed. */

import { positions } from "../game/line.js";

/** @typedef {import("../board/types.js").Pieces} Pieces */
/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */

export class Earlier {
  /** @param {DraughtsBoard} board @param {{pieces: Pieces, plies: PlyView[]}[]} parts */
  constructor(board, parts) {
    this.board = board;
    /** @type {{pieces: Pieces, ply: PlyView | null, from: Pieces}[]} each part's first position, then one behind each of its moves */
    this.states = parts.flatMap(({ pieces, plies }) => {
      const seen = positions(pieces, plies);
      return seen.map((now, i) => ({ pieces: now, ply: plies[i - 1] ?? null, from: seen[i - 1] ?? now }));
    });
    /** which of them is shown; -1: none */
    this.at = -1;
  }

  get ply() {
    return this.states[this.at]?.ply ?? null;
  }

  /** The pieces before the move that led here. */
  get from() {
    return this.states[this.at]?.from ?? {};
  }

  /** The move that led here, as the game writes it. */
  get text() {
    return this.ply?.text.replaceAll("x", "×") ?? "";
  }

  /** Show a position; a step on is seen being made. @param {number} to */
  show(to) {
    const { ply, pieces } = this.states[to];
    const step = to === this.at + 1 && this.at >= 0;
    this.at = to;
    this.board.withhold();
    if (step && ply) void this.board.play(ply);
    else this.board.show(pieces, { last: ply?.path ?? [], slide: true });
  }

  leave() {
    this.at = -1;
  }
}
