/** What an author draws on the board: circles and arrows with corners, by the right button or a long press. */

import { pointList, svg, towards } from "../board/svg.js";

/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */
/** @typedef {{pen: string, path: string[]}} Shape */

const LONG_MS = 450;
const STILL = 8; // a finger that moves less than this, in pixels, rests
const NEAR = 36; // how near the middle of a square a stroke passes to go over it
const PENS = ["B", "R", "Y"];

/** @param {string} text as `B22,15,6` @returns {Shape} */
export function shapeOf(text) {
  return { pen: text[0], path: text.slice(1).split(",") };
}

/** @param {Shape} shape */
export function shapeText({ pen, path }) {
  return pen + path.join(",");
}

export class Drawings {
  /** @param {DraughtsBoard} board @param {(drawings: string[]) => void} drawn told when an author has drawn; the board shows it already */
  constructor(board, drawn) {
    this.board = board;
    this.drawn = drawn;
    this.group = svg("g", { class: "drawn" });
    /** @type {string[]} */
    this.shown = [];
    /** @type {string[] | null} the squares of the stroke being drawn */
    this.stroke = null;
    this.timer = 0;
    this.start = { x: 0, y: 0 };
  }

  /** @param {string[]} drawings */
  show(drawings) {
    this.shown = drawings;
    this.draw(drawings);
  }

  /** Draw them again, after the board was turned. */
  again() {
    this.draw(this.shown);
  }

  /** @param {string[]} drawings */
  draw(drawings) {
    const layer = this.board.layer("over");
    if (this.group.parentNode !== layer) layer.append(this.group);
    this.group.replaceChildren(...drawings.flatMap((text) => this.shape(shapeOf(text))));
  }

  /** @param {Shape} shape */
  shape({ pen, path }) {
    const style = PENS.includes(pen) ? pen : "B";
    if (path.some((id) => !this.board.grid.record.points.some((point) => point.id === id))) return [];
    const places = path.map((id) => this.board.grid.at(id));
    const [first] = places;
    if (places.length === 1) {
      const circle = { cx: first.x, cy: first.y, r: 43 };
      return [svg("circle", { class: "edge", ...circle }), svg("circle", { class: style, ...circle })];
    }
    const end = places[places.length - 1];
    const before = places[places.length - 2];
    const tip = towards(end, before, 10);
    const neck = towards(end, before, 42);
    const [ux, uy] = [((tip.x - neck.x) / 32) * 24, ((tip.y - neck.y) / 32) * 24];
    const points = pointList([towards(first, places[1], 22), ...places.slice(1, -1), neck]);
    return [
      svg("polyline", { class: "edge", points }),
      svg("polyline", { class: style, points }),
      svg("path", { class: style, d: `M${tip.x} ${tip.y}L${neck.x - uy} ${neck.y + ux}L${neck.x + uy} ${neck.y - ux}z` }),
    ];
  }

  /** Let an author draw. */
  listen() {
    const { board } = this;
    const on = /** @type {(name: string, act: (event: PointerEvent) => void) => void} */ (
      (name, act) => board.addEventListener(name, (event) => act.call(this, /** @type {PointerEvent} */ (event)), true)
    );
    on("pointerdown", this.down);
    on("pointermove", this.move);
    on("pointerup", this.up);
    on("pointercancel", this.lose);
    board.addEventListener("contextmenu", (event) => event.preventDefault());
    board.addEventListener("touchmove", (event) => this.stroke && event.cancelable && event.preventDefault(), { passive: false });
  }

  /** @param {PointerEvent} event */
  down(event) {
    clearTimeout(this.timer);
    const id = this.board.grid.under(this.board.placeOf(event));
    if (!id) return;
    if (event.button === 2) return this.begin(id, event);
    if (event.pointerType === "mouse" || event.button !== 0 || !event.isPrimary) return;
    this.start = { x: event.clientX, y: event.clientY };
    this.timer = window.setTimeout(() => {
      this.board.pointer?.lose();
      this.begin(id, null);
      navigator.vibrate?.(10);
    }, LONG_MS);
  }

  /** @param {string} id @param {PointerEvent | null} event */
  begin(id, event) {
    this.stroke = [id];
    event?.stopImmediatePropagation();
    if (event) this.board.drawing?.setPointerCapture(event.pointerId);
    this.preview();
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.stroke) {
      if (Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y) > STILL) clearTimeout(this.timer);
      return;
    }
    event.stopImmediatePropagation();
    const place = this.board.placeOf(event);
    const id = this.board.grid.under(place);
    if (!id || id === this.stroke[this.stroke.length - 1] || this.board.grid.apart(id, place) > NEAR) return;
    this.stroke.push(id);
    this.preview();
  }

  /** @param {PointerEvent} event */
  up(event) {
    clearTimeout(this.timer);
    const stroke = this.stroke;
    if (!stroke) return;
    this.stroke = null;
    event.stopImmediatePropagation();
    if (this.board.pointer) this.board.pointer.swallow = event.button === 0;
    const text = shapeText({ pen: this.pen, path: this.corners(stroke) });
    const same = this.shown.filter((one) => one.slice(1) === text.slice(1));
    const others = this.shown.filter((one) => one.slice(1) !== text.slice(1));
    this.show(same.includes(text) ? others : [...others, text]);
    this.drawn(this.shown);
  }

  lose() {
    clearTimeout(this.timer);
    if (!this.stroke) return;
    this.stroke = null;
    this.again();
  }

  preview() {
    if (this.stroke) this.draw([...this.shown, shapeText({ pen: this.pen, path: this.corners(this.stroke) })]);
  }

  get pen() {
    const chosen = document.querySelector("#pens input:checked");
    return chosen instanceof HTMLInputElement ? chosen.value : "B";
  }

  /** The ends of a stroke and the squares where it turns. @param {string[]} stroke */
  corners(stroke) {
    const places = stroke.map((id) => this.board.grid.at(id));
    return stroke.filter((_, i) => {
      if (i === 0 || i === stroke.length - 1) return true;
      const [a, b, c] = [places[i - 1], places[i], places[i + 1]];
      const cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
      return Math.abs(cross) > 1;
    });
  }
}
