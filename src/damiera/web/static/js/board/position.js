/** Pieces on squares, moved about mechanically: the server said which moves are legal and what they capture. */

/** @typedef {import("./types.js").Pieces} Pieces */
/** @typedef {import("./types.js").Side} Side */

/**
 * The pieces after a move.
 * @param {Pieces} pieces
 * @param {{path: number[], captured: number[], promotes: boolean, after?: Pieces | null}} move  `after` where the server
 *   says what stands where: towers, and men that come and go
 * @returns {Pieces}
 */
export function moved(pieces, { path, captured, promotes, after }) {
  if (after) return after;
  const next = { ...pieces };
  const man = next[path[0]];
  delete next[path[0]];
  for (const square of captured) delete next[square];
  const to = path[path.length - 1];
  if (man) next[to] = promotes ? man.toUpperCase() : man;
  return next;
}

/** @type {Record<string, Side>} the side of a man or king, a bishop (s, t) or camel (c, d), of a tower's top, of a marble by its seat */
const SIDES = { w: "white", b: "black", s: "white", t: "black", c: "white", d: "black", 0: "white", 1: "red", 2: "green", 3: "black", 4: "blue", 5: "yellow" };

/** @param {string | undefined} piece @returns {Side | null} */
export function sideOf(piece) {
  if (!piece) return null;
  const top = piece[piece.length - 1].toLowerCase();
  return SIDES[top] ?? null;
}

/** @param {Pieces} a @param {Pieces} b */
export function samePieces(a, b) {
  const squares = Object.keys(a);
  return squares.length === Object.keys(b).length && squares.every((square) => a[square] === b[square]);
}
