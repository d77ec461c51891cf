/**
 * The names of the squares on the picture: in each square's corner, along the edges, or nowhere. Where squares are
 * too small for that, the square at a row's edge has its name beside it, in the unplayed square that is there.
 *
 * Where the book names them by letters and rows, these stand along the edges alone (`edges`).
 *
 * `both` has the two ways in which squares are named, numbers in the squares and letters with rows along the edges,
 * whichever of them the book of the game uses: only the picture has both, what is written and said is the book's.
 */

import { svg } from "./svg.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {"inside" | "outside" | "both" | "beside" | "edges" | "none"} Numbers */

/** Width of the edge that carries the numbers when they stand outside. */
export const MARGIN = 44;

/** The least height of a name on the screen, in pixels. */
const LEAST = 12.5;
/** Heights of names where there is room, in units of the picture. */
const USUAL = { inside: 17, outside: 26, both: 17, beside: 38, edges: 26, none: 17 };
/** A board of more squares across has its names along the edges: in squares so small they would cover the pieces. */
const WIDEST = 14;
/** Boards whose squares have letters and rows. */
const SQUARED = ["square", "orthogonal", "checkered", "lines"];

/** How high names must be, in units, to be read where a unit is `scale` pixels. @param {Numbers} where @param {number} scale */
export function nameSize(where, scale) {
  return Math.max(USUAL[where], Math.ceil(LEAST / (scale || 1)));
}

/** Whether the squares of a board are named in two ways. @param {Grid} grid */
export function hasBoth({ record }) {
  return SQUARED.includes(record.kind) && record.points.every(({ alg }) => LETTERED.test(alg));
}

/** Whether the book names the squares of a board by letters and rows. @param {Grid} grid */
export function isLettered({ record }) {
  return SQUARED.includes(record.kind) && record.points.every(({ alg, name }) => alg === name && LETTERED.test(alg));
}

/** Whether the names of a board belong along its edges: it is wide, and its squares have letters and rows. @param {Grid} grid */
export function isWide(grid) {
  return grid.record.width > 100 * WIDEST && isLettered(grid);
}

/** Width of the edge round the picture, where names are so high. @param {Numbers} where @param {number} size */
export function marginOf(where, size) {
  if (where === "edges") return Math.round(size * 1.3) + 8;
  return where === "outside" || where === "both" ? MARGIN : 0;
}

const LETTERED = /^([a-z]+)(\d+)$/;

/** @param {Grid} grid @param {Numbers} where @param {number} size @returns {SVGElement[]} */
export function numberTexts(grid, where, size) {
  if (where === "inside") return grid.record.points.map((point) => inside(grid, point, size));
  if (where === "both") return [...grid.record.points.map((point) => numbered(grid, point, size)), ...edges(grid, MARGIN)];
  if (where === "edges") return edges(grid, marginOf(where, size));
  if (where === "outside") return grid.rows().flatMap((_, row) => outside(grid, row));
  if (where === "beside" && grid.record.kind === "star") return grid.rows().flatMap((row) => outOfRow(grid, row.points, size));
  if (where === "beside") return grid.rows().flatMap((row) => beside(grid, row.points));
  return [];
}

/** @param {Grid} grid @param {string[]} row */
function beside(grid, row) {
  return [row[0], row[row.length - 1]].flatMap((id, end) => {
    const { x, y } = grid.at(id);
    const at = end ? x + 100 : x - 100;
    return at > 0 && at < grid.record.width ? [text(grid.point(id).name, at, y + 14, "middle")] : [];
  });
}

/** Beside the ends of a star's row; where the picture ends there, over or under them. @param {Grid} grid @param {string[]} row @param {number} size */
function outOfRow(grid, row, size) {
  const { width, height } = grid.record;
  return [...new Set([row[0], row[row.length - 1]])].map((id, end) => {
    const { x, y } = grid.at(id);
    const { name } = grid.point(id);
    const room = size * 0.3 * name.length + 4;
    const at = x + (end ? 1 : -1) * (36 + room);
    if (at - room >= 0 && at + room <= width) return text(name, at, y + size * 0.36, "middle");
    return text(name, Math.min(Math.max(x, room), width - room), y < height / 2 ? y - 42 : y + 42 + size * 0.72, "middle");
  });
}

/** @param {Grid} grid @param {import("./types.js").Point} point @param {number} size */
function inside(grid, { id, name }, size) {
  const { x, y } = grid.at(id);
  if (grid.record.kind === "hex") return text(name, x, y + size - 51, "middle");
  if (grid.record.kind === "star") return text(name, x, y + size * 0.35, "middle");
  return text(name, x - 47, y + size - 51, "start");
}

/** The number of a square in it, also where the book says letters. @param {Grid} grid @param {import("./types.js").Point} point @param {number} size */
function numbered(grid, point, size) {
  const node = inside(grid, { ...point, name: point.id }, size);
  node.classList.add("in");
  return node;
}

/** Letters under the board and rows at its left, as they lie now. @param {Grid} grid @param {number} margin @returns {SVGElement[]} */
function edges(grid, margin) {
  const { height, points } = grid.record;
  /** @type {Map<string, SVGElement>} */
  const found = new Map();
  for (const { id, alg } of points) {
    const [, file, row] = LETTERED.exec(alg) ?? [];
    if (!file) continue;
    const { x, y } = grid.at(id);
    found.set(file, text(file, x, height + margin * 0.68, "middle"));
    found.set(row, text(row, -margin / 2, y + margin * 0.2, "middle"));
  }
  return [...found.values()];
}

/** @param {Grid} grid @param {number} row @returns {SVGElement[]} */
function outside(grid, row) {
  const { width, height, points } = grid.record;
  const rows = grid.rows();
  const names = new Map(points.map((point) => [point.id, point.name]));
  return rows[row].points.flatMap((id) => {
    const { x, y } = grid.at(id);
    const name = names.get(id) ?? id;
    if (x < 100) return [text(name, -MARGIN / 2, y + 7, "middle")];
    if (x > width - 100) return [text(name, width + MARGIN / 2, y + 7, "middle")];
    if (row === 0) return [text(name, x, -MARGIN / 2 + 7, "middle")];
    if (row === rows.length - 1) return [text(name, x, height + MARGIN / 2 + 7, "middle")];
    return [];
  });
}

/** @param {string} name @param {number} x @param {number} y @param {string} anchor */
function text(name, x, y, anchor) {
  const node = svg("text", { x, y, "text-anchor": anchor });
  node.textContent = name;
  return node;
}
