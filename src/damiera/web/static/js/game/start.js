/** Home: one tap on a man, one on a dot, and the game has begun. */

import "../board/draughts-board.js";
import { gettext } from "../i18n.js";
import { moveSpeech } from "../board/words.js";
import { RefusalCard } from "./cards.js";
import { Chooser } from "./chooser.js";
import { readData } from "./dom.js";
import { setUpBoard, setUpKeys } from "./boardpage.js";
import { play, playMove, readySounds } from "./sounds.js";
import { say, verbosity } from "./speech.js";

/** @typedef {import("../board/types.js").GameView} GameView */
/** @typedef {import("../board/words.js").Made} Made */
/** @typedef {import("../board/types.js").Pieces} Pieces */
/** @typedef {import("../board/types.js").Refusal} Refusal */

class StartPage {
  constructor() {
    /** @type {GameView} */
    this.view = readData("view");
    this.board = setUpBoard(this.view);
    this.refusal = new RefusalCard(this.board, (href) => location.assign(href));
    new Chooser(this.board, () => this.view.book?.articles ?? []);
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ act) =>
      this.board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on("board-move", (detail) => void this.begin(detail));
    on("board-ask", ({ path }) => this.ask(path));
    on("board-touch", () => this.refusal.close());
    on("board-say", ({ text }) => say("board-live", text));
    setUpKeys(this.board, () => undefined);
    addEventListener("pageshow", (event) => event.persisted && this.offer());
    readySounds();
    this.offer();
  }

  offer() {
    this.board.show(this.view.pieces);
    this.board.offer({ moves: this.view.moves, must: this.view.must, side: this.view.side });
  }

  /** @param {number[]} path */
  ask(path) {
    const known = this.view.refusals[String(path[0])];
    if (path.length === 1 && known) this.explain(known, path);
  }

  /** @param {Refusal} refusal @param {number[]} path */
  explain(refusal, path) {
    this.refusal.show(refusal, path);
    if (path.length) this.board.refuse(String(path[0]));
    say("answer", `${refusal.title} ${refusal.text}`);
    play("illegal");
  }

  /** The first move makes the game. @param {{made: Made, before: Pieces}} detail */
  async begin({ made, before }) {
    const { path } = made;
    playMove(made);
    say("move", moveSpeech(made, before, verbosity(), this.board.grid));
    const terms = { game: this.view.game, seat: this.view.side, level: this.view.black.level, friend: false, clock: null, fen: null, path };
    try {
      const answer = await fetch("/api/games", {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify(terms),
      });
      const made = await answer.json();
      if (!answer.ok) throw new Error(made.text);
      await this.board.moving;
      location.assign(made.url);
    } catch (error) {
      this.failed(error instanceof TypeError || !(error instanceof Error) ? gettext("The server does not answer. Try again in a moment.") : error.message, path);
    }
  }

  /** @param {string} text @param {number[]} path */
  failed(text, path) {
    this.offer();
    this.explain({ title: gettext("The game could not begin."), text, articles: [], squares: [] }, path);
  }
}

new StartPage();
