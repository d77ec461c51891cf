/** The line on the bench: the game that was played, and the moves that somebody tries in its place. */

import { positions } from "../game/line.js";

/** @typedef {import("../board/types.js").Pieces} Pieces */
/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {import("../board/types.js").MoveView} MoveView */
/** @typedef {import("../board/types.js").Side} Side */
/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */

/**
 * @typedef {object} BenchData
 * @property {string} game
 * @property {string} game_name
 * @property {boolean} plain whether pieces are men and kings
 * @property {string} start_fen
 * @property {Pieces} start_pieces
 * @property {PlyView[]} history
 * @property {number} at
 * @property {number | null} start_white
 * @property {{white: number, score: string, said: string}[]} report
 * @property {string} base
 * @property {string} id
 *
 * @typedef {object} BenchState
 * @property {string} fen
 * @property {Side} side
 * @property {Pieces} pieces
 * @property {MoveView[]} moves
 * @property {number[]} must
 * @property {string} over
 */

const HANDS = /:R(\d+),(\d+)/;

export class Bench {
  /** @param {DraughtsBoard} board @param {BenchData} data @param {() => void} changed told after each step */
  constructor(board, data, changed) {
    this.board = board;
    this.data = data;
    this.changed = changed;
    this.line = data.history;
    this.at = data.at;
    this.asked = 0;
    /** @type {BenchState | null} */
    this.state = null;
    this.pieces = positions(data.start_pieces, this.line);
  }

  /** Whether the moves shown are those of the game. */
  get onGame() {
    return this.line.slice(0, this.at).every((ply, i) => this.data.history[i] === ply);
  }

  /** The moves that lead here, as the game writes them. */
  get texts() {
    return this.line.slice(0, this.at).map(({ text }) => text);
  }

  /** What a request needs to name the position. */
  get query() {
    return new URLSearchParams({ game: this.data.game, fen: this.data.start_fen, moves: this.texts.join(" ") });
  }

  /** Go to the position after `ply` moves. @param {number} ply */
  to(ply) {
    const goal = Math.max(0, Math.min(ply, this.line.length));
    const forward = goal === this.at + 1;
    this.at = goal;
    this.state = null;
    this.board.withhold();
    if (forward) void this.board.play(this.line[goal - 1]);
    else this.board.show(this.pieces[goal], { last: this.line[goal - 1]?.path ?? [], slide: true });
    this.arrive();
  }

  /** Show the last move once more. */
  again() {
    const last = this.line[this.at - 1];
    if (!last) return;
    this.board.show(this.pieces[this.at - 1]);
    void this.board.play(last);
    if (this.state) this.offer(this.state);
  }

  /** Try moves from here; those of the game itself are followed in the game. @param {PlyView[]} moves @param {boolean} shown the board shows them already */
  follow(moves, shown = false) {
    const known = moves.every((move, i) => this.line[this.at + i]?.text === move.text);
    if (!known) {
      this.line = [...this.line.slice(0, this.at), ...moves.map((move, i) => ({ ...move, ply: this.at + i }))];
      this.pieces = positions(this.data.start_pieces, this.line);
    }
    if (!shown) {
      if (moves.length === 1) return this.to(this.at + 1);
      this.at += moves.length;
      this.state = null;
      this.board.withhold();
      this.board.show(this.pieces[this.at], { last: this.line[this.at - 1].path, slide: true });
      return this.arrive();
    }
    this.at += moves.length;
    this.state = null;
    this.arrive();
  }

  /** Leave what was tried. */
  back() {
    let common = 0;
    while (common < this.at && this.line[common] === this.data.history[common]) common += 1;
    this.line = this.data.history;
    this.pieces = positions(this.data.start_pieces, this.line);
    this.at = common + 1;
    this.to(common);
  }

  /** Tell that the position is another, and ask which moves it has. */
  arrive() {
    this.changed();
    void this.load();
  }

  async load() {
    const ticket = (this.asked += 1);
    const answer = await fetch(`/api/analysis/at?${this.query}`, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer || ticket !== this.asked) return;
    /** @type {BenchState & {text?: string}} */
    const state = await answer.json();
    if (!answer.ok) return this.refused(state.text ?? "");
    this.state = state;
    const [, white = "0", black = "0"] = HANDS.exec(state.fen) ?? [];
    this.board.beside({ hands: [Number(white), Number(black)], runs: [] });
    this.offer(state);
    this.changed();
  }

  /** @param {BenchState} state */
  offer({ moves, must, side }) {
    this.board.offer({ moves, must, side });
  }

  /** @param {string} text */
  refused(text) {
    this.board.dispatchEvent(new CustomEvent("bench-refused", { detail: { text }, bubbles: true }));
  }
}
