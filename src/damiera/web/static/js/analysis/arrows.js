/** Arrows over the pieces: what the engine would play, and what the other side threatens. */

import { pointList, svg, towards } from "../board/svg.js";

/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */

export class Arrows {
  /** @param {DraughtsBoard} board */
  constructor(board) {
    this.board = board;
    this.group = svg("g", { class: "arrows" });
    /** @type {{path: number[], style: string}[]} */
    this.shown = [];
  }

  /** Show these paths, the most important last. @param {{path: number[], style: string}[]} arrows */
  show(arrows) {
    this.shown = arrows;
    const layer = this.board.layer("over");
    if (this.group.parentNode !== layer) layer.append(this.group);
    this.group.replaceChildren(...arrows.filter(({ path }) => path.length > 1).flatMap(({ path, style }) => this.arrow(path, style)));
  }

  /** Draw them again, after the board was turned. */
  again() {
    this.show(this.shown);
  }

  /** @param {number[]} path @param {string} style */
  arrow(path, style) {
    const places = path.map((square) => this.board.grid.at(String(square)));
    const end = places.length - 1;
    const tip = towards(places[end], places[end - 1], 14);
    const neck = towards(places[end], places[end - 1], 44);
    const [ux, uy] = [((tip.x - neck.x) / 30) * 24, ((tip.y - neck.y) / 30) * 24];
    const points = pointList([towards(places[0], places[1], 26), ...places.slice(1, -1), neck]);
    return [
      svg("polyline", { class: "arrow edge", points }),
      svg("polyline", { class: `arrow ${style}`, points }),
      svg("path", { class: `head ${style}`, d: `M${tip.x} ${tip.y}L${neck.x - uy} ${neck.y + ux}L${neck.x + uy} ${neck.y - ux}z` }),
    ];
  }
}
