/**
 * What is said of squares, pieces and moves: the same words on the screen and in speech.
 * `service/spoken.py` says them where no page is; `tests/golden/spoken` holds both to the same lines.
 */

import { gettext, ngettext } from "../i18n.js";
import { sideOf } from "./position.js";

/** @typedef {import("./types.js").Pieces} Pieces */
/** @typedef {{nameOf: (id: string | number) => string}} Names  what the squares of the game are called: its board's grid */
/** @typedef {{path: number[], captured: number[], promotes: boolean, leaves?: boolean, becomes?: string, drops?: number[], after?: Pieces | null}} Made  captured squares in the order jumped; drops: where men came back first */

/** Whether a square is named before its piece, or the piece before its square: the listener's choice. @returns {"square" | "piece"} */
export function wordOrder() {
  return document.documentElement.dataset.order === "piece" ? "piece" : "square";
}

/** A piece and its square in the order that was chosen. @param {string} square @param {string} piece @param {string} [between] */
export function placed(square, piece, between = " ") {
  return (wordOrder() === "piece" ? [piece, square] : [square, piece]).join(between);
}

/** @param {string | undefined} piece @returns {string} */
export function pieceWord(piece) {
  if (piece && piece.length > 1) return gettext("tower of {n}, on top {piece}", { n: piece.length, piece: pieceWord(piece[piece.length - 1]) });
  const seats = [gettext("white"), gettext("red"), gettext("green"), gettext("black"), gettext("blue"), gettext("yellow")];
  if (piece && /^[0-5]$/.test(piece)) return gettext("{colour} marble", { colour: seats[Number(piece)] });
  if (piece === "w") return gettext("white man");
  if (piece === "b") return gettext("black man");
  if (piece === "W") return gettext("white king");
  if (piece === "B") return gettext("black king");
  if (piece === "s") return gettext("white bishop");
  if (piece === "t") return gettext("black bishop");
  if (piece === "c") return gettext("white camel");
  if (piece === "d") return gettext("black camel");
  return gettext("empty");
}

/** Small numbers as words, others as figures. @param {number} n */
export function numberWord(n) {
  const words = [
    "0", gettext("one"), gettext("two"), gettext("three"), gettext("four"), gettext("five"),
    gettext("six"), gettext("seven"), gettext("eight"), gettext("nine"),
  ];
  return words[n] ?? String(n);
}

/** @param {(string | number)[]} items */
export function listed(items) {
  if (items.length < 2) return items.join("");
  return gettext("{list} and {last}", { list: items.slice(0, -1).join(", "), last: items[items.length - 1] });
}

/** @param {(string | number)[]} items */
export function eitherOf(items) {
  if (items.length < 2) return items.join("");
  return gettext("{list} or {last}", { list: items.slice(0, -1).join(", "), last: items[items.length - 1] });
}

/** @param {number} n */
export function howManyPieces(n) {
  return ngettext("one piece", "{count} pieces", n, { count: numberWord(n) });
}

/** Whether a piece is a king, of a tower its highest piece. @param {string} piece */
function isKing(piece) {
  const top = piece[piece.length - 1];
  return top === "W" || top === "B";
}

/** What was taken, by kind: "two men and one king". @param {string[]} pieces */
export function haul(pieces) {
  const kings = pieces.filter(isKing).length;
  const bishops = pieces.filter((piece) => piece === "s" || piece === "t").length;
  const camels = pieces.filter((piece) => piece === "c" || piece === "d").length;
  const men = pieces.length - kings - bishops - camels;
  const said = [];
  if (men) said.push(ngettext("one man", "{count} men", men, { count: numberWord(men) }));
  if (kings) said.push(ngettext("one king", "{count} kings", kings, { count: numberWord(kings) }));
  if (bishops) said.push(ngettext("one bishop", "{count} bishops", bishops, { count: numberWord(bishops) }));
  if (camels) said.push(ngettext("one camel", "{count} camels", camels, { count: numberWord(camels) }));
  return listed(said);
}

/**
 * The name of a cell: square, what stands on it, what it may or must do.
 * @param {{name: string, piece: string | undefined, must: number, can: boolean, target: boolean, enter: boolean, run: number, held: boolean}} cell
 *   `must`: how many pieces it has to take, 0 when it has not; `run`: moves that a king has made in a row, where they count; `held`: the hand has it
 */
export function cellLabel({ name, piece, must, can, target, enter, run, held }) {
  const parts = [placed(name, pieceWord(piece), ", ")];
  if (held) parts.push(gettext("in hand"));
  if (run) parts.push(ngettext("one move in a row", "{count} moves in a row", run, { count: numberWord(run) }));
  if (must) parts.push(ngettext("must capture one piece", "must capture {count} pieces", must, { count: numberWord(must) }));
  else if (can) parts.push(gettext("can move"));
  if (target) parts.push(gettext("you can go here"));
  else if (enter) parts.push(gettext("a man can come back here"));
  return parts.join(", ");
}

/**
 * A move that was played, as it is spoken.
 * @param {Made} move
 * @param {Pieces} before the pieces before it
 * @param {"short" | "full"} detail
 * @param {Names} names
 */
export function moveSpeech(move, before, detail, names) {
  const said = withPiece(wayOf(move, before, detail, names), before[move.path[0]]);
  const back = (move.drops ?? []).map((square) => names.nameOf(square));
  if (!back.length) return said;
  const men = ngettext("a man comes back on {squares}", "{count} men come back on {squares}", back.length, { count: numberWord(back.length), squares: listed(back) });
  return gettext("{men}, then {move}", { men, move: said });
}

/** @param {Made} move @param {Pieces} before @param {"short" | "full"} detail @param {Names} names */
function wayOf(move, before, detail, names) {
  const [from, ...landings] = move.path.filter((square, at, path) => at === 0 || square !== path[at - 1]).map((square) => names.nameOf(square));
  const then = gettext(" then ");
  const arrived = move.becomes ? becomesWord(move.becomes) : move.promotes ? gettext("becomes a king") : move.leaves ? gettext("leaves the board") : "";
  const crowned = arrived && ", " + arrived;
  if (!move.captured.length) return gettext("{from} to {to}", { from, to: landings[landings.length - 1] }) + crowned;
  if (detail === "short") return gettext("{from} takes {landings}", { from, landings: landings.join(" ") }) + crowned;
  return (
    gettext("{from} takes {captured}, lands on {landings}, {haul}", {
      from,
      captured: listed(move.captured.map((square) => names.nameOf(square))),
      landings: landings.join(then),
      haul: haul(move.captured.map((square) => before[square] ?? "w")),
    }) + crowned
  );
}

/** What a man becomes where its owner chooses. @param {string} becomes */
function becomesWord(becomes) {
  if (becomes === "B") return gettext("becomes a bishop");
  return becomes === "C" ? gettext("becomes a camel") : gettext("becomes a king");
}

/** A move with the piece that makes it named first, where that was chosen. @param {string} move @param {string | undefined} piece */
function withPiece(move, piece) {
  if (wordOrder() !== "piece") return move;
  if (piece && /^[0-5]$/.test(piece)) return gettext("marble {move}", { move });
  if (piece && piece.length > 1) return gettext("tower of {n} {move}", { n: piece.length, move });
  if (piece === "s" || piece === "t") return gettext("bishop {move}", { move });
  if (piece === "c" || piece === "d") return gettext("camel {move}", { move });
  return piece && isKing(piece) ? gettext("king {move}", { move }) : gettext("man {move}", { move });
}

/**
 * The moves of one square.
 * @param {string} id @param {Made[]} moves @param {Pieces} pieces @param {Names} names
 */
export function movesSpeech(id, moves, pieces, names) {
  const name = names.nameOf(id);
  if (!moves.length) return gettext("{square} has no move", { square: name });
  if (moves.some(({ captured }) => captured.length)) return moves.map((move) => moveSpeech(move, pieces, "full", names)).join("; ");
  return gettext("{from} to {to}", { from: name, to: eitherOf(moves.map(({ path }) => names.nameOf(path[path.length - 1]))) });
}

/** Which way a line goes, as seen on the screen. @param {number} dx @param {number} dy */
export function wayWord(dx, dy) {
  const up = dy < -1 ? gettext("up") : dy > 1 ? gettext("down") : "";
  const side = dx < -1 ? gettext("left") : dx > 1 ? gettext("right") : "";
  return [up, side].filter(Boolean).join(" ");
}

/** Pieces of each side, for the key that tells the material. @param {Pieces} pieces */
export function materialSpeech(pieces) {
  /** @param {"white" | "black"} side */
  const of = (side) => haul(Object.values(pieces).filter((piece) => sideOf(piece) === side)) || gettext("no piece");
  return gettext("White {white}, Black {black}", { white: of("white"), black: of("black") });
}
