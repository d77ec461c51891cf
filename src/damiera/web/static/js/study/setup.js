/** Among studies: a pattern to look for, or a position to begin with, is set up on the board by hand. */

import "../board/draughts-board.js";
import { whenTapped } from "../board/taps.js";
import { byId, readData } from "../game/dom.js";
import { fenOf } from "../game/line.js";
import { gettext } from "../i18n.js";

/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */
/** @typedef {import("../board/types.js").Pieces} Pieces */

/** @param {DraughtsBoard} board @param {HTMLFormElement} form */
function setUp(board, form) {
  /** @type {{pieces: Pieces, empty: number[]}} */
  const data = readData("setup-data");
  let pieces = data.pieces;
  const empty = new Set(data.empty.map(String));

  const show = () => {
    board.show(pieces);
    board.mark({ crosses: [...empty] });
  };
  /** @param {string} text */
  const tell = (text) => {
    const place = byId("setup-say");
    if (place) place.textContent = text;
  };
  const side = () => String(/** @type {HTMLSelectElement | null} */ (byId("setup-side"))?.value ?? "?");

  /** @param {string} square */
  const put = (square) => {
    const chosen = form.querySelector("input[name=piece]:checked");
    const piece = chosen instanceof HTMLInputElement ? chosen.value : "";
    const { [square]: was, ...others } = pieces;
    const bare = piece === "E" && !empty.has(square);
    empty.delete(square);
    pieces = piece === "E" || was === piece ? others : { ...others, [square]: piece };
    if (bare) empty.add(square);
    show();
    const cell = board.querySelector(`[role="gridcell"][data-square="${square}"]`)?.getAttribute("aria-label") ?? "";
    tell(bare ? gettext("{square}: nothing may stand here.", { square: board.grid.nameOf(square) }) : cell);
  };

  /** Send what is on the board by a form of the page. @param {string} id @param {string} field @param {string} text */
  const send = (id, field, text) => {
    const other = byId(id);
    const place = byId(field);
    if (!(other instanceof HTMLFormElement)) return;
    if (place instanceof HTMLInputElement || place instanceof HTMLTextAreaElement) place.value = text;
    const game = other.elements.namedItem("game");
    if (game instanceof HTMLSelectElement) game.value = board.getAttribute("game") ?? game.value;
    other.requestSubmit();
  };

  board.withhold();
  show();
  whenTapped(board, () => true, put);
  byId("setup-clear")?.addEventListener("click", () => {
    pieces = {};
    empty.clear();
    show();
    tell("");
  });
  byId("setup-game")?.addEventListener("change", () => form.requestSubmit()); // another game, another board
  byId("setup-search")?.addEventListener("click", () => {
    if (!Object.keys(pieces).length && !empty.size) return tell(gettext("Put what you look for on the board."));
    const bare = [...empty].sort((a, b) => Number(a) - Number(b)).map((id) => board.grid.nameOf(id));
    const placed = fenOf(pieces, "white", board.grid).slice(2);
    send("find-form", "find", [side(), placed, ...(bare.length ? [`E${bare.join(",")}`] : [])].join(":"));
  });
  byId("setup-begin")?.addEventListener("click", () => {
    if (!Object.keys(pieces).length) return tell(gettext("Put pieces on the board first."));
    send("begin", "begin-text", fenOf(pieces, side() === "B" ? "black" : "white", board.grid));
  });
}

const [board, form, box] = [byId("setup-board"), byId("setup-form"), byId("setup")];
if (board && form instanceof HTMLFormElement) {
  box?.removeAttribute("hidden");
  customElements.whenDefined("draughts-board").then(() => setUp(/** @type {DraughtsBoard} */ (board), form));
}
