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

/** The position as FEN. @param {Pieces} pieces @param {Side} side */
export function fenOf(pieces, side) {
  /** @param {Side} of */
  const list = (of) =>
    Object.entries(pieces)
      .filter(([, piece]) => sideOf(piece) === of)
      .map(([square, piece]) => ({ square: Number(square), king: piece === piece.toUpperCase() }))
      .sort((a, b) => a.square - b.square)
      .map(({ square, king }) => (king ? `K${square}` : String(square)))
      .join(",");
  return `${side === "white" ? "W" : "B"}:W${list("white")}:B${list("black")}`;
}
