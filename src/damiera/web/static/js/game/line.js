/** The line of a game: the pieces after each half-move, found mechanically from the start and the moves played. */

import { moved, sideOf } from "../board/position.js";

/** @typedef {import("../board/types.js").Pieces} Pieces */
/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {import("../board/types.js").Side} Side */

/** @param {Pieces} start @param {PlyView[]} history @returns {Pieces[]} one more than there are moves */
export function positions(start, history) {
  const line = [start];
  for (const ply of history) line.push(ply.path.length ? moved(line[line.length - 1], ply) : line[line.length - 1]);
  return line;
}

/** @param {PlyView} ply */
export function plyKey(ply) {
  return `${ply.path.join("-")}x${[...ply.captured].sort((a, b) => a - b).join(".")}`;
}

/** How many moves two lines have in common. @param {{path: number[], captured: number[]}[]} a @param {{path: number[], captured: number[]}[]} b */
export function common(a, b) {
  let n = 0;
  while (n < a.length && n < b.length && sameMove(a[n], b[n])) n += 1;
  return n;
}

/** Routes of the same move count as the same move. @param {{path: number[], captured: number[]}} a @param {{path: number[], captured: number[]}} b */
function sameMove(a, b) {
  const ends = a.path[0] === b.path[0] && a.path[a.path.length - 1] === b.path[b.path.length - 1];
  return ends && a.captured.length === b.captured.length && a.captured.every((square) => b.captured.includes(square));
}

/** What stands before the square of all but men. @type {Record<string, string>} */
const RANKS = { W: "K", B: "K", s: "B", t: "B", c: "C", d: "C" };

/** The seats of a star, as FEN numbers them. @type {Side[]} */
const SEATS = ["white", "red", "green", "black", "blue", "yellow"];

/**
 * The position as FEN, by the names that the game gives its squares.
 * @param {Pieces} pieces @param {Side} side
 * @param {{nameOf: (id: string) => string}} names the board of the game
 * @param {string} [like] a FEN of the same game: towers and marbles are written otherwise than men and kings
 */
export function fenOf(pieces, side, names, like = "") {
  const placed = Object.entries(pieces).sort(([a], [b]) => Number(a) - Number(b));
  if (/^[0-5]:/.test(like)) return `${SEATS.indexOf(side)}:${marbles(placed, names)}`;
  const mover = side === "white" ? "W" : "B";
  if (like.includes("=")) return `${mover}:${placed.map(([id, tower]) => `${names.nameOf(id)}=${tower}`).join(",")}`;
  /** @param {Side} of */
  const list = (of) =>
    placed
      .filter(([, piece]) => sideOf(piece) === of)
      .map(([id, piece]) => (RANKS[piece] ?? "") + names.nameOf(id))
      .join(",");
  return `${mover}:W${list("white")}:B${list("black")}`;
}

/** @param {[string, string][]} placed @param {{nameOf: (id: string) => string}} names */
function marbles(placed, names) {
  const seats = [...new Set(placed.map(([, seat]) => seat))].sort();
  return seats.map((seat) => `${seat}=${placed.filter(([, of]) => of === seat).map(([id]) => names.nameOf(id)).join(",")}`).join(";");
}
