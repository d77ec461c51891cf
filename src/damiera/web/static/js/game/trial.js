/**
 * Appearance: a board on which what is chosen is seen, heard and felt at once. A move made on it is shown, and taken
 * back after a while: nobody plays here.
 */

import { gettext } from "../i18n.js";
import { moveSpeech } from "../board/words.js";
import { setUpBoard, setUpKeys } from "./boardpage.js";
import { readData } from "./dom.js";
import { play, playMove, readySounds } from "./sounds.js";
import { say, verbosity } from "./speech.js";

/** @typedef {import("../board/types.js").GameView} GameView */

/** So long a move is seen before the pieces stand as before. */
const SHOWN_MS = 1_800;
/** Choices that are heard, or seen only while a piece moves. */
const HEARD = ["sound", "sounds", "volume"];
const MOVING = ["motion", "last"];

class TrialBoard {
  constructor() {
    /** @type {GameView} */
    this.view = readData("view");
    this.board = setUpBoard(this.view);
    this.last = (this.board.dataset.last ?? "").split(",").filter(Boolean).map(Number);
    this.timer = 0;
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ act) =>
      this.board.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    on("board-move", ({ made, before }) => this.moved(made, before));
    on("board-ask", ({ path }) => this.refused(path));
    on("board-say", ({ text }) => say("board-live", text));
    document.addEventListener("damiera:prefs", (event) => this.chosen(/** @type {CustomEvent<{name: string}>} */ (event).detail.name));
    setUpKeys(this.board, () => undefined);
    readySounds();
    this.stand();
  }

  stand(slide = false) {
    clearTimeout(this.timer);
    this.board.show(this.view.pieces, { last: this.last, slide });
    this.board.offer({ moves: this.view.moves, must: this.view.must, side: this.view.side });
  }

  /** @param {import("../board/words.js").Made} made @param {import("../board/types.js").Pieces} before */
  moved(made, before) {
    playMove(made);
    say("move", moveSpeech(made, before, verbosity(), this.board.grid));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stand(true), SHOWN_MS);
  }

  /** @param {number[]} path */
  refused([square]) {
    this.board.refuse(String(square));
    say("answer", gettext("This piece cannot move now."));
    play("illegal");
  }

  /** What cannot be seen while nothing moves is shown, or heard, as soon as it is chosen. @param {string} name */
  chosen(name) {
    if (HEARD.includes(name)) play("move");
    const [move] = this.view.moves;
    if (!MOVING.includes(name) || !move) return;
    this.stand();
    this.board.perform({ move, path: move.paths[0] });
  }
}

new TrialBoard();
