/** Putting pieces on the board by hand, and looking into what stands there. */

import { whenTapped } from "../board/taps.js";
import { fenOf } from "../game/line.js";
import { byId, toggle } from "../game/dom.js";
import { say } from "../game/speech.js";

/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */

/** @param {DraughtsBoard} board @param {string} game @param {() => void} begun told when the board is given over @param {() => void} ended told when it is given back */
export function setUpEditor(board, game, begun, ended) {
  const go = byId("edit-go");
  const tools = byId("edit-tools");
  if (!go || !tools) return;
  toggle(go, true);
  tools.classList.add("card", "pad");
  document.querySelector(".keysbox")?.before(tools);
  let on = false;
  /** @type {import("../board/types.js").Pieces} */
  let pieces = {};

  /** @param {string} square */
  const put = (square) => {
    const chosen = tools.querySelector("input:checked");
    const piece = chosen instanceof HTMLInputElement ? chosen.value : "";
    const { [square]: was, ...others } = pieces;
    pieces = piece && was !== piece ? { ...others, [square]: piece } : others;
    board.show(pieces);
    say("board-live", board.querySelector(`[role="gridcell"][data-square="${square}"]`)?.getAttribute("aria-label") ?? "");
  };
  go.addEventListener("click", () => {
    on = !on;
    go.setAttribute("aria-pressed", String(on));
    toggle(tools, on);
    if (!on) return ended();
    begun();
    pieces = { ...board.pieces };
    board.withhold();
    board.show(pieces);
    board.scrollIntoView({ block: "nearest" });
    tools.querySelector("input")?.focus({ preventScroll: true });
  });
  whenTapped(board, () => on, put);
  byId("edit-clear")?.addEventListener("click", (event) => {
    pieces = {};
    board.show(pieces);
    if (event.currentTarget instanceof HTMLElement) say("board-live", event.currentTarget.textContent ?? "");
  });
  byId("edit-done")?.addEventListener("click", () => {
    const side = byId("edit-side");
    const mover = side instanceof HTMLSelectElement && side.value === "black" ? "black" : "white";
    location.assign(`/analysis?${new URLSearchParams({ game, fen: fenOf(pieces, mover, board.grid) })}`);
  });
}
