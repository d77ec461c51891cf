/** An article by an example: the reader moves on the board, the server says what the article allows. */

import "../board/draughts-board.js";
import { gettext } from "../i18n.js";
import { moveSpeech } from "../board/words.js";
import { setUpBoard, setUpKeys } from "../game/boardpage.js";
import { RefusalCard } from "../game/cards.js";
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
 * @property {Refusal | null} refusal
 * @property {number[]} tried the squares of the move that is refused
 * @property {string} said
 * @property {ArticleLink | null} article
 *
 * @typedef {{path: number[], drops: readonly number[]}} Played
 */

const HANDS = /:R(\d+),(\d+)/;

class ScenarioPage {
  constructor() {
    /** @type {{url: string, game_name: string, act: boolean, state: State}} */
    this.data = readData("scenario-data");
    this.state = this.data.state;
    /** @type {Played[]} */
    this.played = [];
    this.asked = 0;
    this.board = setUpBoard(/** @type {import("../board/types.js").GameView} */ (/** @type {unknown} */ ({ game_name: this.data.game_name })));
    this.refusal = new RefusalCard(this.board, (href) => location.assign(href));
    new Chooser(this.board, () => []);
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ act) =>
      this.board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on("board-move", (detail) => void this.moved(detail));
    on("board-ask", ({ path, drops }) => void this.ask(path, drops));
    on("board-touch", () => this.refusal.close());
    on("board-say", ({ text }) => say("board-live", text));
    setUpKeys(this.board, (name) => name === "replay" && this.again());
    byId("scenario-act")?.addEventListener("click", () => void this.act());
    byId("scenario-again")?.addEventListener("click", () => this.again());
    for (const id of ["scenario-buttons", "scenario-hint"]) toggle(byId(id), true);
    readySounds();
    this.show(this.state);
  }

  /** Put a position on the board, and let the reader move in it. @param {State} state @param {boolean} [slide] */
  show(state, slide = false) {
    this.state = state;
    this.board.show(state.pieces, { last: state.last?.path ?? [], slide });
    this.offer();
  }

  offer() {
    const { state } = this;
    const hands = HANDS.exec(state.fen);
    if (hands) this.board.beside({ hands: [Number(hands[1]), Number(hands[2])], runs: [] });
    if (state.moves.length) this.board.offer({ moves: state.moves, must: state.must, side: state.side });
    else this.board.withhold();
    const fen = byId("fen");
    if (fen) fen.textContent = state.fen;
    toggle(byId("scenario-again"), this.played.length > 0 || state !== this.data.state);
  }

  /** @param {Played[]} played @param {boolean} act @returns {Promise<State | null>} */
  async post(played, act) {
    const ticket = (this.asked += 1);
    const answer = await fetch(this.data.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({ played, act }),
    }).catch(() => null);
    const said = await answer?.json().catch(() => null);
    if (ticket !== this.asked) return null;
    if (!answer?.ok || !said) {
      this.tell("bad", "warn", said?.text ?? gettext("No word from the server. Try again."), null);
      this.show(this.state);
      return null;
    }
    return said;
  }

  /** The reader has moved. @param {{made: Made, move: MoveView, before: Pieces}} detail */
  async moved({ made, move, before }) {
    this.refusal.close();
    playMove(made);
    say("move", moveSpeech(made, before, verbosity(), this.board.grid));
    const played = [...this.played, { path: made.path, drops: move.drops ?? [] }];
    const state = await this.post(played, false);
    if (!state) return;
    await this.board.moving;
    if (state.refusal) {
      this.show(this.state, true);
      return this.explain(state.refusal, made.path);
    }
    this.played = played;
    this.show(state);
    if (state.said) this.tell("good", "check", state.said, state.article);
    else byId("scenario-said")?.replaceChildren();
  }

  /** A piece or a move that the book forbids: say why. @param {number[]} path @param {number[]} [drops] */
  async ask(path, drops = []) {
    const known = path.length === 1 && !drops.length ? this.state.refusals[String(path[0])] : undefined;
    this.board.refuse(String(path[0]));
    if (known) return this.explain(known, path);
    if (path.length < 2) return;
    const state = await this.post([...this.played, { path, drops }], false);
    if (state?.refusal) this.explain(state.refusal, path);
  }

  /** @param {Refusal} refusal @param {number[]} path */
  explain(refusal, path) {
    this.refusal.show(refusal, path);
    if (path.length) this.board.refuse(String(path[0]));
    const [article] = refusal.articles;
    const cited = article ? gettext("Art. {number}", { number: article.number }) : "";
    say("answer", [`${refusal.title}.`, cited, refusal.text].filter(Boolean).join(" "));
    play("illegal");
  }

  /** Do on the board what the example does, from where it begins. */
  async act() {
    this.refusal.close();
    this.played = [];
    this.show(this.data.state);
    const state = await this.post([], true);
    if (!state) return;
    byId("scenario-said")?.replaceChildren();
    if (state.refusal) return this.explain(state.refusal, state.tried);
    if (state.last) {
      say("move", moveSpeech(state.last, this.state.pieces, verbosity(), this.board.grid));
      await this.board.play(state.last);
    }
    this.show(state, !state.last);
    this.board.withhold();
    say("answer", state.said || gettext("So the board stands."));
  }

  /** Begin again. */
  again() {
    this.asked += 1;
    this.refusal.close();
    this.played = [];
    byId("scenario-said")?.replaceChildren();
    this.show(this.data.state, true);
    this.board.goTo(this.board.current);
  }

  /** @param {string} style @param {string} symbol @param {string} text @param {ArticleLink | null} article */
  tell(style, symbol, text, article) {
    const links = article ? articleLinks([article]) : [];
    byId("scenario-said")?.replaceChildren(h("div", { class: `msg ${style}` }, [icon(symbol), h("p", {}, [text, ...links])]));
  }
}

new ScenarioPage();
