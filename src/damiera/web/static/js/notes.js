// @ts-check
/** The note beside the board follows the move that is shown. Boards say which one by `damiera:ply` on the document. */

import { gettext } from "./i18n.js";

/**
 * @typedef {object} Shown
 * @property {number} ply how many half-moves have been played in the position shown
 * @property {string} text the last of them
 * @property {string} mark
 * @property {string} comment
 * @property {string} fen
 */

/** @param {string} id */
const byId = (id) => document.getElementById(id);

/** @param {string} id @param {string} value */
function put(id, value) {
  const field = byId(id);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) {
    field.value = value;
  } else if (field) field.textContent = value;
}

/** @param {Shown} shown */
function follow({ ply, text, mark, comment, fen }) {
  const box = byId("note");
  if (box) box.hidden = ply === 0 || byId("result")?.hidden === true; // notes are written when the game is over
  put("note-title", gettext("Note on {move}", { move: text }));
  put("note-ply", String(ply - 1));
  put("note-mark", mark);
  put("note-text", comment);
  put("fen", fen);
  put("play-on-fen", fen);
  for (const link of document.querySelectorAll("a[data-picture]")) {
    if (!(link instanceof HTMLAnchorElement)) continue;
    const address = new URL(link.href);
    address.searchParams.set("ply", String(ply));
    link.href = address.href;
  }
}

document.addEventListener("damiera:ply", (event) => {
  if (event instanceof CustomEvent) follow(event.detail);
});
