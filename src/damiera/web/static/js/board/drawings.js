/**
 * What is drawn on the board: circles and arrows with corners, by the right button, a long press or the key d.
 * An author's drawings are kept with a study; a player's and an analyst's are their own and leave with the position.
 */

import { gettext } from "../i18n.js";
import { pointList, svg, towards } from "./svg.js";

/** @typedef {import("./draughts-board.js").DraughtsBoard} DraughtsBoard */
/** @typedef {{pen: string, path: string[]}} Shape */

const LONG_MS = 450;
const STILL = 8; // a finger that moves less than this, in pixels, rests
const NEAR = 36; // how near the middle of a square a stroke passes to go over it
const PENS = ["B", "R", "Y"];

/**
 * Let whoever looks at a board draw on it for themselves: nothing is kept or sent. A click on an empty square wipes
 * everything off. A finger that rests on a piece which may move holds that piece, and draws nothing.
 * @param {DraughtsBoard} board
 */
export function drawForOneself(board) {
  const drawings = new Drawings(board, () => undefined);
  drawings.sparesPieces = true;
  drawings.listen();
  board.addEventListener("click", (event) => {
    const id = board.grid.under(board.placeOf(event));
    const free = id !== null && !board.standing[id] && (board.turn?.origin ?? null) === null;
    if (free && !board.pointer?.swallow) drawings.wipe();
  }, { capture: true });
  return drawings;
}

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
    /** the pen of the keys that are held; empty: the chosen one */
    this.held = "";
    /** whether a long press on a piece that may move is left to the move */
    this.sparesPieces = false;
    /** @type {string | null} where a stroke drawn by keys begins */
    this.from = null;
  }

  /** Wipe everything off. */
  wipe() {
    this.from = null;
    if (!this.shown.length) return;
    this.show([]);
    this.drawn([]);
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
    board.addEventListener("board-command", (event) => this.command(/** @type {CustomEvent<{name: string}>} */ (event).detail.name));
    board.addEventListener("touchmove", (event) => this.stroke && event.cancelable && event.preventDefault(), { passive: false });
  }

  /** @param {string} name what a key of the board asks for */
  command(name) {
    if (name === "draw") this.key(this.board.current);
    else if (name === "flip") setTimeout(() => this.again());
    else if (name === "wipe") {
      this.wipe();
      this.say(gettext("Nothing is drawn on the board."));
    }
  }

  /** @param {string} text */
  say(text) {
    this.board.emit("board-say", { text });
  }

  /** The key begins a stroke, and ends it: where it began is a circle, elsewhere an arrow. @param {string} id */
  key(id) {
    const name = this.board.grid.nameOf(id);
    const from = this.from;
    if (from === null) {
      this.from = id;
      return this.say(gettext("{square}: go on to another square and press d, or press it again here.", { square: name }));
    }
    this.from = null;
    this.held = "";
    const added = this.add(from === id ? [id] : [from, id]);
    if (!added) this.say(gettext("Wiped off."));
    else if (from === id) this.say(gettext("A circle on {square}.", { square: name }));
    else this.say(gettext("An arrow from {from} to {to}.", { from: this.board.grid.nameOf(from), to: name }));
  }

  /** @param {PointerEvent} event */
  down(event) {
    clearTimeout(this.timer);
    this.held = event.shiftKey ? "R" : event.altKey ? "Y" : "";
    const id = this.board.grid.under(this.board.placeOf(event));
    if (!id) return;
    if (event.button === 2) return this.begin(id, event);
    if (event.pointerType === "mouse" || event.button !== 0 || !event.isPrimary || document.documentElement.dataset.explore === "on") return;
    this.start = { x: event.clientX, y: event.clientY };
    this.timer = window.setTimeout(() => {
      if (this.board.hands || (this.sparesPieces && this.board.pointer?.grip)) return;
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
    this.add(this.board.grid.corners(stroke));
  }

  /** Draw a shape, or wipe off one that is there in the same pen. @param {string[]} path @returns {boolean} whether it is there now */
  add(path) {
    const text = shapeText({ pen: this.pen, path });
    const there = this.shown.includes(text);
    const others = this.shown.filter((one) => one.slice(1) !== text.slice(1));
    this.show(there ? others : [...others, text]);
    this.drawn(this.shown);
    return !there;
  }

  lose() {
    clearTimeout(this.timer);
    if (!this.stroke) return;
    this.stroke = null;
    this.again();
  }

  preview() {
    if (this.stroke) this.draw([...this.shown, shapeText({ pen: this.pen, path: this.board.grid.corners(this.stroke) })]);
  }

  get pen() {
    if (this.held) return this.held;
    const chosen = document.querySelector("#pens input:checked");
    return chosen instanceof HTMLInputElement ? chosen.value : "B";
  }
}
