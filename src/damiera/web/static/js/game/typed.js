/** Moves as they are typed: found among the legal ones, as the server reads them. */

/** @typedef {import("../board/types.js").MoveView} MoveView */

const SHORT = /^([a-p])([-x]?)([a-p]\d{1,2})$/;

/** A move without what writers differ in. @param {string} text */
export function plainMove(text) {
  return text.trim().toLowerCase().replace(/[:×*]/g, "x").replace(/[–—−]/g, "-").replace(/\s+/g, "");
}

/** The legal moves that a text may mean; of the first square its file is enough, as Russian players write it. @template {{text: string}} T @param {readonly T[]} moves @param {string} text @returns {T[]} */
export function fitting(moves, text) {
  const wanted = plainMove(text);
  const whole = moves.filter((move) => plainMove(move.text) === wanted);
  const [, file, sign, square] = (!whole.length && SHORT.exec(wanted)) || [];
  if (!file) return whole;
  return moves.filter((move) => {
    const [from, ...behind] = plainMove(move.text).split(/[-x]/);
    const takes = plainMove(move.text).includes("x");
    return from.startsWith(file) && behind.at(-1) === square && (takes || sign !== "x");
  });
}
