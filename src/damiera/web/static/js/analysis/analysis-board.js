/** The line on the analysis: the game that was played, and the moves that somebody tries in its place. */

import { gettext } from "../i18n.js";
import { positions } from "../game/line.js";

/** @typedef {import("../board/types.js").Pieces} Pieces */
/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {import("../board/types.js").MoveView} MoveView */
/** @typedef {import("../board/types.js").Side} Side */
/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */

/**
 * @typedef {object} AnalysisData
 * @property {string} game
 * @property {string} game_name
 * @property {boolean} plain whether pieces are put there by hand, one on a square
 * @property {string} start_fen
 * @property {Pieces} start_pieces
 * @property {PlyView[]} history
 * @property {number} at
 * @property {number | null} start_white
 * @property {{white: number, score: string, said: string, bad: boolean, better: PlyView[]}[]} report
 * @property {string} back where the game itself is found as PDN; empty for a line
 * @property {string} base
 * @property {string} id
 * @property {string} [asks] where positions are asked for; left out: where anybody may
 *
 * @typedef {object} AnalysisState
 * @property {string} fen
 * @property {Side} side
 * @property {Pieces} pieces
 * @property {MoveView[]} moves
 * @property {number[]} must
 * @property {string} over
 */

const AGAIN_MS = 2000;
const MOST_SEEN = 8000;
const HANDS = /:R(\d+),(\d+)/;

export class AnalysisBoard {
  /** @param {DraughtsBoard} board @param {AnalysisData} data @param {() => void} changed told after each step */
  constructor(board, data, changed) {
    this.board = board;
    this.data = data;
    this.changed = changed;
    this.line = data.history;
    this.at = data.at;
    this.asked = 0;
    this.heard = "";
    /** settled when the moves of the position are known */
    this.ready = Promise.resolve();
    /** whether nobody may move just now */
    this.closed = false;
    /** @type {PlyView[][]} lines tried beside the game, each from the start */
    this.kept = [];
    /** @type {AnalysisState | null} */
    this.state = null;
    /** @type {Map<string, AnalysisState>} positions that were looked at, by what asks for them: going back asks nobody */
    this.seen = new Map();
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
    return this.asking(this.line.slice(0, this.at));
  }

  /** What a request needs to name the whole line. */
  get whole() {
    return this.asking(this.line);
  }

  /** Name the end of a line: where the board changed without a move, from there on. @param {PlyView[]} line */
  asking(line) {
    const from = line.findLastIndex(({ jump }) => jump);
    const moves = line.slice(from + 1).map(({ text }) => text);
    return new URLSearchParams({ game: this.data.game, fen: line[from]?.jump ?? this.data.start_fen, moves: moves.join(" ") });
  }

  /** Go to the position after `ply` moves. @param {number} ply @param {boolean} still do not show the move being made */
  to(ply, still = false) {
    const goal = Math.max(0, Math.min(ply, this.line.length));
    const forward = goal === this.at + 1 && !still;
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

  /**
   * Try moves from here; those of the game, or of a line tried before, are followed there.
   * @param {PlyView[]} moves @param {boolean} shown the board shows them already
   */
  follow(moves, shown = false) {
    const wanted = [...this.line.slice(0, this.at), ...moves.map((move, i) => ({ ...move, ply: this.at + i }))];
    this.take(this.known(wanted) ?? this.keep(wanted));
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

  /** The line that begins so, if there is one. @param {PlyView[]} wanted */
  known(wanted) {
    return [this.line, this.data.history, ...this.kept].find((line) => wanted.every(({ text }, i) => line[i]?.text === text));
  }

  /** Keep a new line; one that goes on from the end of the line shown takes its place. @param {PlyView[]} line */
  keep(line) {
    const longer = this.line !== this.data.history && this.at === this.line.length;
    if (longer) this.kept[this.kept.indexOf(this.line)] = line;
    else this.kept.push(line);
    return line;
  }

  /** @param {PlyView[]} line */
  take(line) {
    if (line === this.line) return;
    this.line = line;
    this.pieces = positions(this.data.start_pieces, line);
  }

  /** Go to a move of a line that was tried. @param {number} number @param {number} ply */
  choose(number, ply) {
    const line = this.kept[number];
    if (!line) return;
    const other = line !== this.line;
    this.take(line);
    this.to(ply, other);
  }

  /** Forget a line that was tried. @param {number} number */
  drop(number) {
    const [line] = this.kept.splice(number, 1);
    if (line === this.line) this.back();
    else this.changed();
  }

  /** How many moves of a line are the game's. @param {PlyView[]} line */
  shared(line) {
    let n = 0;
    while (n < line.length && line[n] === this.data.history[n]) n += 1;
    return n;
  }

  /** Go back to the game, where the line left it; what was tried stays to be looked at again. */
  back() {
    const common = Math.min(this.at, this.shared(this.line));
    this.take(this.data.history);
    this.to(common, true);
  }

  /** Tell that the position is another, and ask which moves it has. */
  arrive() {
    this.heard = "";
    this.changed();
    this.ready = this.load();
  }

  async load() {
    const ticket = (this.asked += 1);
    const query = `${this.query}`;
    const known = this.seen.get(query);
    if (known) return this.learn(known);
    if (!this.closed && !this.board.early) this.board.expect();
    const answer = await fetch(`${this.data.asks ?? "/api/analysis/at"}?${query}`, { headers: { Accept: "application/json" } }).catch(() => null);
    /** @type {AnalysisState & {text?: string} | null} */
    const state = (await answer?.json().catch(() => null)) ?? null;
    if (ticket !== this.asked) return;
    if (!answer || !state) return this.askAgain(ticket);
    if (!answer.ok) return this.refused(state.text ?? "");
    this.keepState(query, state);
    this.learn(state);
  }

  /**
   * Know what may be moved in a position that was not looked at yet.
   * @param {string} moves those that lead there from the start
   * @param {AnalysisState} state
   */
  foresee(moves, state) {
    this.keepState(`${new URLSearchParams({ game: this.data.game, fen: this.data.start_fen, moves })}`, state);
  }

  /** @param {string} query @param {AnalysisState} state */
  keepState(query, state) {
    this.seen.delete(query);
    this.seen.set(query, state);
    if (this.seen.size <= MOST_SEEN) return;
    for (const old of this.seen.keys()) {
      this.seen.delete(old);
      if (this.seen.size <= MOST_SEEN / 2) return;
    }
  }

  /** Nobody answers: say so, and ask again while the position is on the board. @param {number} ticket */
  askAgain(ticket) {
    this.hear(gettext("No word from the server. I go on asking."));
    setTimeout(() => ticket === this.asked && void this.load(), AGAIN_MS);
  }

  /** Tell what keeps the server from answering, once. @param {string} text */
  hear(text) {
    if (text === this.heard) return;
    this.heard = text;
    this.board.dispatchEvent(new CustomEvent("analysis-heard", { detail: { text }, bubbles: true }));
  }

  /** The moves of the position are known. @param {AnalysisState} state */
  learn(state) {
    this.hear("");
    this.state = state;
    const [, white = "0", black = "0"] = HANDS.exec(state.fen) ?? [];
    this.board.beside({ hands: [Number(white), Number(black)], runs: [] });
    this.offer(state);
    this.changed();
  }

  /** @param {AnalysisState} state */
  offer({ moves, must, side }) {
    if (!this.closed) this.board.offer({ moves, must, side });
  }

  /** @param {string} text */
  refused(text) {
    this.board.dispatchEvent(new CustomEvent("analysis-refused", { detail: { text }, bubbles: true }));
  }
}
