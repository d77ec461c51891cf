/** What a position has beside the pieces on its squares, read from the line of a game: men that wait, moves of a king. */

/** @typedef {import("../board/types.js").GameView} GameView */
/** @typedef {import("../board/types.js").Beside} Beside */

const HANDS = /:R(\d+),(\d+)/;
const RUNS = /:M([^:]+)/;

/**
 * The men that wait after `ply` moves, and at the end of the line the moves that a king has made in a row.
 * @param {GameView} view @param {number} ply
 * @returns {Beside}
 */
export function besideAt(view, ply) {
  const runs = ply === view.history.length ? (RUNS.exec(view.fen)?.[1].split(",") ?? []) : [];
  return { hands: handsAt(view, ply), runs: runs.flatMap(run) };
}

/** @param {GameView} view @param {number} ply @returns {[number, number]} */
function handsAt(view, ply) {
  const [, white = "0", black = "0"] = HANDS.exec(ply === view.history.length ? view.fen : view.start_fen) ?? [];
  /** @type {[number, number]} */
  const hands = [Number(white), Number(black)];
  if (ply === view.history.length) return hands;
  for (const { side, text, leaves } of view.history.slice(0, ply)) {
    hands[side === "white" ? 0 : 1] += (leaves ? 1 : 0) - (text.split("@").length - 1);
  }
  return hands;
}

/** `46/2` @param {string} text */
function run(text) {
  const [name, count] = text.split("/");
  return count ? [{ name, n: Number(count) }] : [];
}
