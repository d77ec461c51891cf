/**
 * An exercise of a lesson: a move is made or pieces are marked, the server says what the law says to it.
 * Or an ending: moves are made one after another, and the server answers them as the endgame tables do.
 */

import "../board/draughts-board.js";
import { whenTapped } from "../board/taps.js";
import { moveSpeech } from "../board/words.js";
import { gettext } from "../i18n.js";
import { setUpBoard, setUpKeys } from "../game/boardpage.js";
import { Chooser } from "../game/chooser.js";
import { articleLinks, byId, h, icon, readData, toggle } from "../game/dom.js";
import { play, playMove, readySounds } from "../game/sounds.js";
import { say, verbosity } from "../game/speech.js";

/** @typedef {import("../board/types.js").ArticleLink} ArticleLink */
/** @typedef {import("../board/types.js").MoveView} MoveView */
/** @typedef {import("../board/types.js").Pieces} Pieces */
/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {import("../board/types.js").Refusal} Refusal */
/** @typedef {import("../board/types.js").Side} Side */
/** @typedef {import("../board/words.js").Made} Made */

/**
 * @typedef {object} State
 * @property {string} fen
 * @property {Side} side
 * @property {Pieces} pieces
 * @property {MoveView[]} moves
 * @property {number[]} must
 * @property {Record<string, Refusal>} refusals
 * @property {PlyView | null} last
 * @property {number[]} tried
 *
 * @typedef {{path: number[], drops: number[]}} Played
 * @typedef {{right: boolean, title: string, text: string, articles: ArticleLink[], state: State, over: boolean, line: Played[]}} Reply
 */

class ExercisePage {
  constructor() {
    /** @type {{url: string, game_name: string, marks: boolean, state: State, lined: boolean, line: Played[]}} */
    this.data = readData("exercise-data");
    this.first = { state: this.data.state, line: this.data.line };
    this.asking = false;
    this.over = false;
    this.board = setUpBoard(/** @type {import("../board/types.js").GameView} */ (/** @type {unknown} */ ({ game_name: this.data.game_name })));
    new Chooser(this.board, () => []);
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ act) =>
      this.board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on("board-move", (detail) => void this.moved(detail));
    on("board-ask", ({ path, drops }) => void this.ask(path, drops));
    on("board-say", ({ text }) => say("board-live", text));
    setUpKeys(this.board, (name) => name === "replay" && this.again());
    whenTapped(this.board, () => this.data.marks && !this.over, (square) => this.toggleMark(square));
    for (const box of this.boxes()) box.addEventListener("change", () => this.marked());
    byId("exercise-form")?.addEventListener("submit", (event) => this.submit(event));
    byId("exercise-again")?.addEventListener("click", () => this.again());
    readySounds();
    this.offer();
  }

  /** @returns {HTMLInputElement[]} */
  boxes() {
    return [...document.querySelectorAll("#exercise-form input[data-square]")].filter((box) => box instanceof HTMLInputElement);
  }

  /** Put the position on the board, and let the reader act in it. @param {{last?: number[], slide?: boolean}} [shown] */
  offer(shown = {}) {
    const { state, marks } = this.data;
    this.over = false;
    this.board.show(state.pieces, shown);
    byId("board-box")?.classList.toggle("unhinted", state.moves.some(({ captured }) => captured.length > 0));
    if (marks) this.board.withhold();
    else this.board.offer({ moves: state.moves, must: [], side: state.side });
    this.marked();
    toggle(byId("exercise-again"), false);
    toggle(byId("exercise-form"), true);
  }

  /** Ask the server. @param {object} body @returns {Promise<Reply | null>} */
  async post(body) {
    this.asking = true;
    const answer = await fetch(this.data.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(body),
    }).catch(() => null);
    const said = await answer?.json().catch(() => null);
    this.asking = false;
    if (answer?.ok && said) return said;
    this.tell("bad", "", said?.text ?? gettext("No word from the server. Try again."), []);
    return null;
  }

  /** The reader has moved. @param {{made: Made, move: MoveView, before: Pieces}} detail */
  async moved({ made, move, before }) {
    playMove(made);
    say("move", moveSpeech(made, before, verbosity(), this.board.grid));
    const reply = await this.post(this.asked(made.path, move.drops ?? []));
    await this.board.moving;
    if (!reply?.right) this.offer();
    if (reply) this.judge(reply);
  }

  /** A piece or a move that the law forbids. @param {number[]} path @param {number[]} [drops] */
  async ask(path, drops = []) {
    const known = path.length === 1 ? this.data.state.refusals[String(path[0])] : undefined;
    this.board.refuse(String(path[0]));
    if (known) return this.tell("bad", known.title, known.text, known.articles);
    if (path.length < 2) return;
    const reply = await this.post(this.asked(path, drops));
    if (reply) this.judge(reply);
  }

  /** What is asked of a move: of an ending, with all moves before it. @param {number[]} path @param {number[]} drops */
  asked(path, drops) {
    return this.data.lined ? { line: [...this.data.line, { path, drops }] } : { played: { path, drops } };
  }

  /** Where an ending stands now. @param {State} state @param {Played[]} line */
  stand(state, line) {
    Object.assign(this.data, { state, line });
    const [kept, fen] = [byId("exercise-line"), byId("fen")];
    if (kept instanceof HTMLInputElement) kept.value = line.map(({ path }) => path.join(".")).join(" ");
    if (fen) fen.textContent = state.fen;
  }

  /** The move was right and has been answered: the next one is asked for. @param {Reply} reply */
  goOn({ state, line }) {
    this.stand(state, line);
    this.offer({ last: state.last?.path, slide: true });
    if (state.last) playMove(state.last);
    toggle(byId("exercise-again"), true);
  }

  /** @param {Reply} reply */
  judge(reply) {
    const { state } = reply;
    this.tell(reply.right ? "good" : "bad", reply.title, reply.text, reply.articles);
    if (!reply.right) {
      const [square] = state.tried;
      if (square) this.board.refuse(String(square));
      play("illegal");
      return;
    }
    if (!reply.over) return this.goOn(reply);
    this.over = true;
    byId("board-box")?.classList.remove("unhinted");
    this.board.show(state.pieces, { last: state.last?.path ?? [] });
    this.board.withhold();
    if (this.data.marks) this.board.mark({ must: state.must.map(String) });
    const fen = byId("fen");
    if (fen) fen.textContent = state.fen;
    toggle(byId("exercise-again"), true);
    byId("exercise-check")?.classList.remove("main");
    if (!this.data.marks) toggle(byId("exercise-form"), false); // what is said takes its place, and a phone stays where it is
    const next = byId("exercise-next");
    next?.classList.add("main");
    next?.focus({ preventScroll: true });
    const foot = document.querySelector(".tabbar")?.getBoundingClientRect();
    const seen = foot?.height ? foot.top : innerHeight;
    if (next && next.getBoundingClientRect().bottom > seen) next.scrollIntoView({ block: "nearest" }); // on a phone it may stand below
  }

  // ------------------------------------------------------------------------------------------------- marking

  /** @param {string} square */
  toggleMark(square) {
    const box = this.boxes().find((one) => one.dataset.square === square);
    const name = this.board.grid.nameOf(Number(square));
    if (!box) return say("answer", gettext("{square}: no piece of yours.", { square: name }));
    box.checked = !box.checked;
    say("answer", box.checked ? gettext("{square}: marked.", { square: name }) : gettext("{square}: no longer marked.", { square: name }));
    this.marked();
  }

  /** Show on the board what is ticked. */
  marked() {
    if (this.data.marks && !this.over) this.board.mark({ can: this.squares().map(String), refused: null });
  }

  squares() {
    return this.boxes().filter((box) => box.checked).map((box) => Number(box.dataset.square));
  }

  // --------------------------------------------------------------------------------------------------- form

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (this.asking || this.over) return;
    if (this.data.marks) void this.post({ squares: this.squares() }).then((reply) => reply && this.judge(reply));
    else this.typed();
  }

  /** A move that was typed: the texts of the legal moves are known, any other goes to the server as a form. */
  typed() {
    const input = byId("exercise-move");
    if (!(input instanceof HTMLInputElement) || !input.value.trim()) return;
    const wanted = plain(input.value);
    const move = this.data.state.moves.find(({ text }) => plain(text) === wanted);
    if (!move) {
      const form = byId("exercise-form");
      if (form instanceof HTMLFormElement) form.submit();
      return;
    }
    input.value = "";
    const before = this.data.state.pieces;
    const made = { path: move.paths[0], captured: move.captured, promotes: move.promotes };
    this.board.withhold();
    void this.board.play(made);
    void this.moved({ made, move, before });
  }

  /** Begin again. */
  again() {
    for (const box of this.boxes()) box.checked = false;
    byId("exercise-said")?.replaceChildren();
    this.stand(this.first.state, this.first.line);
    this.offer();
    this.board.goTo(this.board.current);
  }

  /** @param {string} style @param {string} title @param {string} text @param {ArticleLink[]} articles */
  tell(style, title, text, articles) {
    const said = [...(title ? [h("b", {}, [`${title}.`]), " "] : []), text, ...(articles.length ? [" ", ...articleLinks(articles.slice(0, 1))] : [])];
    byId("exercise-said")?.replaceChildren(h("div", { class: `msg ${style}` }, [icon(style === "good" ? "check" : "warn"), h("p", {}, said)]));
  }
}

/** @param {string} text */
function plain(text) {
  return text.trim().toLowerCase().replace(/[:×*]/g, "x").replace(/[–—−]/g, "-").replace(/\s+/g, "");
}

new ExercisePage();
