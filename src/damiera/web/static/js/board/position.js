/** Pieces on squares, moved about mechanically: the server said which moves are legal and what they capture. */

/** @typedef {import("./types.js").Pieces} Pieces */
/** @typedef {import("./types.js").Side} Side */

/**
 * The pieces after a move.
 * @param {Pieces} pieces
 * @param {{path: number[], captured: number[], promotes: boolean}} move
 * @returns {Pieces}
 */
export function moved(pieces, { path, captured, promotes }) {
  const next = { ...pieces };
  const man = next[path[0]];
  delete next[path[0]];
  for (const square of captured) delete next[square];
  const to = path[path.length - 1];
  if (man) next[to] = promotes ? man.toUpperCase() : man;
  return next;
}

/** @param {string | undefined} piece @returns {Side | null} */
export function sideOf(piece) {
  if (!piece) return null;
  return piece.toLowerCase() === "w" ? "white" : "black";
}

/** @param {Pieces} a @param {Pieces} b */
export function samePieces(a, b) {
  const squares = Object.keys(a);
  return squares.length === Object.keys(b).length && squares.every((square) => a[square] === b[square]);
}
