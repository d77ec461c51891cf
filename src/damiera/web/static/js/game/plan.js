/**
 * Conditional moves made on a board: their move, the answer, and so on. A line that ends with an answer goes into the
 * field of the form, which lays all of them ahead. The board is one of its own: the game's shows the game.
 */

import { AnalysisBoard } from "../analysis/analysis-board.js";
import { DraughtsBoard } from "../board/draughts-board.js";
import { moveSpeech } from "../board/words.js";
import { gettext } from "../i18n.js";
import { byId, h, icon } from "./dom.js";
import { verbosity } from "./speech.js";

/** @typedef {import("../board/types.js").GameView} GameView */
/** @typedef {import("../board/types.js").MoveView} MoveView */

export class PlanBoard {
  /** @param {GameView} view */
  constructor(view) {
    const board = document.createElement("draughts-board");
    if (!(board instanceof DraughtsBoard)) throw new Error("no board is defined");
    this.board = board;
    board.setAttribute("side", view.you === "black" ? "black" : "white");
    board.setAttribute("label", gettext("Conditional moves"));
    this.line = h("p", { class: "num strong planline" });
    this.said = h("p", { class: "small", role: "status" });
    this.back = h("button", { class: "btn", type: "button" }, [icon("prev"), gettext("One move back")]);
    this.add = h("button", { class: "btn main", type: "button" }, [gettext("Add this line")]);
    const close = h("button", { class: "btn quiet", type: "button" }, [gettext("Close")]);
    this.dialog = h("dialog", { class: "planboard card pad", "aria-labelledby": "planboard-title" }, [
      h("h2", { class: "h3", id: "planboard-title" }, [gettext("If they play this, I answer that")]),
      h("div", { class: "board-box" }, [board]),
      h("div", { class: "planside stack tight" }, [this.said, this.line, h("div", { class: "row tight" }, [this.back, this.add, close])]),
    ]);
    document.body.append(this.dialog);
    const data = { game: view.game, game_name: view.game_name, plain: true, start_fen: view.fen, start_pieces: view.pieces };
    this.analysis = new AnalysisBoard(board, { ...data, history: [], at: 0, start_white: null, report: [], back: "", base: "", id: "", asks: `/g/${view.id}/ahead` }, () => this.show());
    board.addEventListener("board-move", (event) => this.moved(/** @type {CustomEvent} */ (event).detail));
    for (const name of ["board-say", "analysis-refused", "analysis-heard"]) {
      board.addEventListener(name, (event) => this.tell(/** @type {CustomEvent<{text: string}>} */ (event).detail.text));
    }
    this.dialog.addEventListener("keydown", (event) => this.escape(event), true);
    this.back.addEventListener("click", () => this.analysis.to(this.analysis.at - 1));
    this.add.addEventListener("click", () => this.keep());
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => this.leave());
  }

  open() {
    this.dialog.showModal();
    this.analysis.to(0, true);
  }

  /** Escape takes a chosen piece back, and closes where there is none. @param {KeyboardEvent} event */
  escape(event) {
    if (event.key !== "Escape" || (this.board.turn?.origin ?? null) !== null || this.board.routes.length) return;
    event.preventDefault();
    event.stopPropagation();
    this.dialog.close();
  }

  /** @param {{made: any, move: MoveView, before: import("../board/types.js").Pieces}} played */
  moved({ made, move, before }) {
    const side = this.analysis.state?.side ?? "white";
    this.analysis.follow([{ ...made, text: move.text, ply: this.analysis.at, side, comment: "", mark: "" }], true);
    this.tell(`${moveSpeech(made, before, verbosity(), this.board.grid)}. ${this.wanted}`);
  }

  get wanted() {
    return this.analysis.at % 2 ? gettext("Now your answer.") : gettext("Now a move of theirs.");
  }

  show() {
    const moves = this.analysis.texts;
    this.line.textContent = moves.join(" ").replaceAll("x", "×") || "–";
    this.back.disabled = !moves.length;
    this.add.disabled = !moves.length || moves.length % 2 > 0;
    if (!moves.length) this.tell(this.wanted);
  }

  /** @param {string} text */
  tell(text) {
    if (text) this.said.textContent = text;
  }

  /** Write the line into the field, and begin another. */
  keep() {
    const field = byId("plan-text");
    const line = this.analysis.texts.join(" ");
    if (!(field instanceof HTMLTextAreaElement) || !line) return;
    const lines = field.value.split("\n").map((one) => one.trim()).filter((one) => one && one !== line && !line.startsWith(`${one} `));
    field.value = [...lines, line].join("\n");
    this.analysis.to(0, true);
    this.tell(gettext("Written down: {line}. Make another line, or close and lay them ahead.", { line }));
    this.board.goTo(this.board.current);
  }

  leave() {
    this.dialog.remove();
    const field = byId("plan-text");
    const menu = field?.closest("[popover]");
    if (menu instanceof HTMLElement && !menu.matches(":popover-open")) menu.showPopover();
    field?.scrollIntoView({ block: "center" });
    field?.focus();
  }
}
