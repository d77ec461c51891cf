/** A game of the archive, or the line of an opening: nobody plays, everybody may walk through it. */

import "../board/draughts-board.js";
import { gettext } from "../i18n.js";
import { moveSpeech } from "../board/words.js";
import { readData } from "./dom.js";
import { letDraw, setUpBoard, setUpKeys } from "./boardpage.js";
import { say, verbosity } from "./speech.js";
import { sideWord } from "./table.js";
import { Walk } from "./walk.js";

/** @typedef {import("../board/types.js").GameView} GameView */

/** @type {GameView & {shown?: number}} a line may begin in its middle */
const view = readData("view");
const board = setUpBoard(view);
const walk = new Walk(board, view, told);
const asked = new URLSearchParams(location.search).get("ply") ?? view.shown ?? null;

board.show(view.pieces, { last: view.history.at(-1)?.path });
board.addEventListener("board-say", (event) => say("board-live", /** @type {CustomEvent<{text: string}>} */ (event).detail.text));
setUpKeys(board, command);
void letDraw(board);
walk.follow(view);
if (asked !== null) walk.to(Number(asked));

function told() {
  const ply = view.history[walk.at - 1];
  const text = ply && `${sideWord(ply.side)}: ${moveSpeech(ply, walk.line[walk.at - 1], verbosity(), board.grid)}. ${ply.comment}`;
  say("move", text?.trim() ?? gettext("The first position."));
}

/** @param {string} name */
function command(name) {
  if (name === "previous") walk.to(walk.at - 1);
  else if (name === "next") walk.to(walk.at + 1);
  else if (name === "replay") walk.again();
  else if (name === "last") told();
}
