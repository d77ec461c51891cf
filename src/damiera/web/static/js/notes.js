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

let noted = "";

/** Bring the form to another move; the words being written on this one stay. @param {Shown} shown */
function note({ ply, text, mark, comment }) {
  const now = JSON.stringify([ply, text, mark, comment]);
  if (now === noted) return;
  noted = now;
  put("note-title", gettext("Note on {move}", { move: text }));
  put("note-ply", String(ply - 1));
  put("note-mark", mark);
  put("note-text", comment);
}

/** @param {Shown} shown */
function follow(shown) {
  const { ply, fen } = shown;
  const box = byId("note");
  if (box) box.hidden = ply === 0 || byId("result")?.hidden === true; // notes are written when the game is over
  note(shown);
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
