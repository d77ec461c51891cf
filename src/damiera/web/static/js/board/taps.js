/** Squares chosen one by one, by finger, pointer or keys, while the pieces are put or taken off by hand. */

/** @typedef {import("./draughts-board.js").DraughtsBoard} DraughtsBoard */

/**
 * Call back with each square that is tapped, or chosen with Enter or the space bar.
 * @param {DraughtsBoard} board @param {() => boolean} on whether squares are chosen now @param {(square: string) => void} put
 */
export function whenTapped(board, on, put) {
  board.addEventListener(
    "click",
    (event) => {
      if (!on() || !(event.target instanceof Element)) return;
      const square = event.target.closest("[data-square]")?.getAttribute("data-square");
      if (square) put(square);
    },
    true,
  );
  board.addEventListener(
    "keydown",
    (event) => {
      if (!on() || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      put(board.current);
    },
    true,
  );
}
