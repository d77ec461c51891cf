/** Walking through a game: the board shows the position after any of its moves. */

import { besideAt } from "./beside.js";
import { fenOf, positions } from "./line.js";
import { byId } from "./dom.js";
import { markMove } from "./table.js";

/** @typedef {import("../board/types.js").GameView} GameView */
/** @typedef {import("../board/types.js").Pieces} Pieces */
/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */

export class Walk {
  /**
   * @param {DraughtsBoard} board @param {GameView} view
   * @param {(walk: Walk) => void} onStep told after each step
   */
  constructor(board, view, onStep) {
    this.board = board;
    this.onStep = onStep;
    this.view = view;
    this.line = [...positions(view.start_pieces, view.history).slice(0, -1), view.pieces];
    this.at = view.history.length;
    document.addEventListener("click", (event) => this.click(event));
  }

  get live() {
    return this.at === this.view.history.length;
  }

  /** The game went on, or was taken back. @param {GameView} view */
  follow(view) {
    this.view = view;
    this.line = [...positions(view.start_pieces, view.history).slice(0, -1), view.pieces];
    this.at = view.history.length;
    this.mark();
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const go = event.target.closest("[data-go]")?.getAttribute("data-go");
    const ply = event.target.closest("[data-ply]")?.getAttribute("data-ply");
    if (!go && !ply) return;
    event.preventDefault();
    if (ply) this.to(Number(ply) + 1);
    else if (go) this.go(go);
  }

  /** @param {string} name */
  go(name) {
    if (name === "first") this.to(0);
    else if (name === "prev") this.to(this.at - 1);
    else if (name === "next") this.to(this.at + 1);
    else if (name === "end") this.to(this.view.history.length);
    else if (name === "flip") this.board.dispatchEvent(new CustomEvent("board-command", { detail: { name: "flip" } }));
  }

  /** Show the position after `ply` moves. @param {number} ply */
  to(ply) {
    const goal = Math.max(0, Math.min(ply, this.view.history.length));
    if (goal === this.at && goal === ply) return;
    const forward = goal === this.at + 1;
    this.at = goal;
    this.board.withhold();
    if (forward) void this.board.play(this.view.history[goal - 1]);
    else this.board.show(this.line[goal], { last: this.view.history[goal - 1]?.path, slide: true });
    this.mark();
    this.onStep(this);
  }

  /** Show the last move once more. */
  again() {
    const last = this.view.history[this.at - 1];
    if (!last) return;
    this.board.show(this.line[this.at - 1]);
    void this.board.play(last);
  }

  mark() {
    markMove(this.at);
    this.board.beside(besideAt(this.view, this.at));
    const side = this.view.history[this.at]?.side ?? this.view.side;
    const fen = this.live ? this.view.fen : fenOf(this.line[this.at], side, this.board.grid, this.view.start_fen);
    const place = byId("fen");
    if (place) place.textContent = fen;
    const { text = "", mark = "", comment = "" } = this.view.history[this.at - 1] ?? {};
    document.dispatchEvent(new CustomEvent("damiera:ply", { detail: { ply: this.at, text, mark, comment, fen } }));
  }
}
