/** Endgame tables: a position is set up on the board by hand; the field for a FEN follows it. */

import "./board/draughts-board.js";
import { whenTapped } from "./board/taps.js";
import { byId, readData } from "./game/dom.js";
import { fenOf } from "./game/line.js";

/** @typedef {import("./board/draughts-board.js").DraughtsBoard} DraughtsBoard */
/** @typedef {import("./board/types.js").Pieces} Pieces */

/** @param {DraughtsBoard} board @param {HTMLFormElement} form @param {HTMLInputElement} field */
function setUp(board, form, field) {
  /** @type {Pieces} */
  let pieces = readData("setup-pieces");
  const side = byId("setup-side");
  const show = () => {
    board.show(pieces);
    const mover = side instanceof HTMLSelectElement && side.value === "black" ? "black" : "white";
    field.value = Object.keys(pieces).length ? fenOf(pieces, mover, board.grid) : "";
  };
  /** @param {string} square */
  const put = (square) => {
    const chosen = form.querySelector("input[name=piece]:checked");
    const piece = chosen instanceof HTMLInputElement ? chosen.value : "";
    const { [square]: was, ...others } = pieces;
    pieces = piece && was !== piece ? { ...others, [square]: piece } : others;
    show();
    const said = byId("setup-say");
    const cell = board.querySelector(`[role="gridcell"][data-square="${square}"]`);
    if (said) said.textContent = cell?.getAttribute("aria-label") ?? "";
  };
  board.withhold();
  board.show(pieces);
  whenTapped(board, () => true, put);
  byId("setup-clear")?.addEventListener("click", () => {
    pieces = {};
    show();
  });
  side?.addEventListener("change", show);
  byId("game")?.addEventListener("change", () => {
    field.value = ""; // another game, another board
    form.requestSubmit();
  });
  form.addEventListener("submit", () => {
    for (const one of form.querySelectorAll("input[name=piece]")) if (one instanceof HTMLInputElement) one.disabled = true;
  });
}

const [board, form, field] = [byId("setup-board"), byId("ask-form"), byId("fen")];
if (board && form instanceof HTMLFormElement && field instanceof HTMLInputElement) {
  byId("setup")?.removeAttribute("hidden");
  customElements.whenDefined("draughts-board").then(() => setUp(/** @type {DraughtsBoard} */ (board), form, field));
}
