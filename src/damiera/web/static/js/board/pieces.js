/** The layer of pieces. A piece keeps its element for as long as it lives, so that it can be seen to move. */

import { samePieces, sideOf } from "./position.js";
import { svg } from "./svg.js";

/** @typedef {import("./types.js").Pieces} Pieces */
/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./svg.js").Place} Place */
/** @typedef {{node: SVGUseElement, kind: string}} Man */

/** @type {Record<string, string>} */
const SYMBOLS = { w: "p-w", b: "p-b", W: "p-wk", B: "p-bk", s: "p-wb", t: "p-bb", c: "p-wc", d: "p-bc", 0: "p-white", 1: "p-red", 2: "p-green", 3: "p-black", 4: "p-blue", 5: "p-yellow" };
/** @type {Record<string, string>} under another piece of a tower */
const BELOW = { w: "p-wu", b: "p-bu", W: "p-wku", B: "p-bku" };
/** From so many pieces on, a tower's height is written beside it. */
const COUNTED = 4;
const HOP_MS = 110;
const REST_MS = 40;
const SLIDE_MS = 120;
const EASE = "cubic-bezier(.2, .7, .3, 1)";

/** Whether anything may move on this screen now. */
export function still() {
  return document.hidden || document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long a way takes, beside the usual time. @type {Record<string, number>} */
const PACES = { fast: 0.5, slow: 2.5 };

/** The pace that was chosen. */
function pace() {
  return PACES[document.documentElement.dataset.motion ?? ""] ?? 1;
}

export class PieceLayer {
  /** @param {SVGGElement} group @param {Grid} grid */
  constructor(group, grid) {
    this.group = group;
    this.grid = grid;
    /** @type {Map<string, Man>} */
    this.men = new Map();
    /** @type {Pieces} */
    this.pieces = {};
    /** @type {Animation[]} */
    this.running = [];
    this.travelling = false;
  }

  /** Put every element where its piece stands, but for one that travels: it gets there by itself. */
  settle() {
    if (!this.travelling) this.reset();
  }

  /** Put every element where its piece stands, at once. */
  reset() {
    this.travelling = false;
    for (const animation of this.running.splice(0)) animation.cancel();
    for (const [id, man] of this.men) this.place(man, this.grid.at(id));
  }

  /** Let what moves arrive now. */
  finish() {
    for (const animation of this.running) animation.finish();
  }

  /** @param {Man} man @param {Place} place @param {number} [scale] */
  place({ node }, { x, y }, scale = 1) {
    node.setAttribute("transform", `translate(${x} ${y})${scale === 1 ? "" : ` scale(${scale})`}`);
  }

  /**
   * Show these pieces. Elements stay with the pieces that stay; a piece that only changed its square slides.
   * @param {Pieces} pieces
   * @param {{slide?: boolean}} [how]
   */
  show(pieces, { slide = false } = {}) {
    if (samePieces(pieces, this.pieces) && !this.travelling) return;
    const before = this.pieces;
    const from = new Map([...this.men.keys()].map((id) => [this.men.get(id), this.grid.at(id)]));
    this.pieces = pieces;
    const spare = this.takeAway(pieces);
    for (const [id, piece] of Object.entries(pieces)) {
      if (!this.men.has(id)) this.men.set(id, reuse(spare, before, piece) ?? this.make());
      this.dress(id, piece);
    }
    for (const { man } of spare) man.node.remove();
    this.reset();
    if (slide && !still()) this.slide(from);
  }

  /** Free the elements whose piece is no longer on its square. @param {Pieces} pieces */
  takeAway(pieces) {
    const spare = [];
    for (const [id, man] of this.men) {
      if (pieces[id] && sideOf(pieces[id]) === sideOf(man.kind)) continue;
      spare.push({ id, man });
      this.men.delete(id);
    }
    return spare;
  }

  /** @returns {Man} */
  make() {
    const node = svg("use", { class: "pc", x: -50, y: -50, width: 100, height: 100 });
    this.group.append(node);
    return { node, kind: "" };
  }

  /** @param {string} id @param {string} piece */
  dress(id, piece) {
    const man = this.men.get(id);
    if (!man) return;
    man.node.dataset.square = id;
    man.node.dataset.piece = piece;
    man.node.classList.remove("ghost", "lifted");
    if (man.kind !== piece) man.node.setAttribute("href", `#${symbolOf(piece)}`);
    man.kind = piece;
  }

  /** @param {Map<Man | undefined, Place>} from */
  slide(from) {
    for (const [id, man] of this.men) {
      const start = from.get(man);
      const end = this.grid.at(id);
      if (start && (start.x !== end.x || start.y !== end.y)) this.run(man, [start, end], SLIDE_MS * pace(), 0);
    }
  }

  /**
   * Let a piece travel along its path and what it jumps fade behind it; then show the position after the move.
   * @param {number[]} path @param {(number | null)[]} jumped one a hop @param {Pieces} after
   */
  async travel(path, jumped, after) {
    const man = this.men.get(String(path[0]));
    if (!man || still()) return this.show(after);
    this.reset();
    this.travelling = true;
    this.group.append(man.node);
    this.run(man, path.map((square) => this.grid.at(String(square))), HOP_MS * pace(), REST_MS * pace());
    jumped.forEach((square, hop) => square !== null && this.fade(String(square), (hop * (HOP_MS + REST_MS) + HOP_MS / 2) * pace()));
    const mine = this.running;
    await Promise.allSettled(mine.map((animation) => animation.finished));
    if (this.running === mine && this.travelling) this.arrive(path, jumped, after);
  }

  /** @param {number[]} path @param {(number | null)[]} jumped @param {Pieces} after */
  arrive(path, jumped, after) {
    const [from, to] = [String(path[0]), String(path[path.length - 1])];
    const man = this.men.get(from);
    for (const square of jumped) this.drop(String(square));
    if (man && from !== to) {
      this.drop(to); // a bishop or camel takes what stands where it comes
      this.men.delete(from);
      this.men.set(to, man);
    }
    this.pieces = { ...this.pieces, ...{ [to]: this.pieces[from] } };
    this.show(after);
    this.reset();
  }

  /** @param {string} id */
  drop(id) {
    this.men.get(id)?.node.remove();
    this.men.delete(id);
  }

  /** @param {Man} man @param {Place[]} places @param {number} hop @param {number} rest */
  run(man, places, hop, rest) {
    const total = (places.length - 1) * hop + (places.length - 2) * rest;
    /** @type {Keyframe[]} */
    const frames = [];
    places.forEach(({ x, y }, i) => {
      const transform = `translate(${x}px, ${y}px)`;
      const arrival = i * hop + (i - 1) * rest;
      if (i > 0) frames.push({ transform, offset: Math.min(1, arrival / total) });
      if (i < places.length - 1) frames.push({ transform, offset: i ? (arrival + rest) / total : 0, easing: EASE });
    });
    this.running = [...this.running, man.node.animate(frames, { duration: total })];
  }

  /** @param {string} id @param {number} delay */
  fade(id, delay) {
    const man = this.men.get(id);
    if (!man) return;
    this.running = [...this.running, man.node.animate([{ opacity: 1 }, { opacity: 0.38 }], { delay, duration: REST_MS * pace(), fill: "forwards" })];
  }

  /** Show some pieces as leaving. @param {string[]} ids */
  ghost(ids) {
    for (const [id, { node }] of this.men) node.classList.toggle("ghost", ids.includes(id));
  }

  /**
   * Hold a piece away from its square: on a landing it has reached, or under a finger, where it is seen larger.
   * @param {string} id @param {Place} place @param {number} [scale]
   */
  hold(id, place, scale = 1) {
    const man = this.men.get(id);
    if (!man) return;
    if (this.group.lastElementChild !== man.node) this.group.append(man.node);
    this.place(man, place, scale);
  }

  /** @param {string | null} id */
  lift(id) {
    for (const [square, { node }] of this.men) node.classList.toggle("lifted", square === id);
  }
}

/** The symbol of a piece; a tower's is made when it is first seen. @param {string} piece */
export function symbolOf(piece) {
  if (piece.length === 1) return SYMBOLS[piece];
  const id = `t-${piece}`;
  if (!document.getElementById(id)) document.querySelector("svg.sprite")?.append(tower(id, piece));
  return id;
}

/** @param {string} id @param {string} stack from the bottom up */
function tower(id, stack) {
  const step = Math.min(13, 36 / (stack.length - 1));
  const low = ((stack.length - 1) * step) / 2;
  const top = stack.length - 1;
  const discs = [...stack].map((piece, i) => svg("use", { href: `#${(i === top ? SYMBOLS : BELOW)[piece]}`, x: -50, y: -50 + low - i * step, width: 100, height: 100 }));
  const column = svg("g", stack.length > 2 ? { transform: "scale(.9)" } : {}, discs);
  return svg("symbol", { id, viewBox: "-50 -50 100 100", overflow: "visible" }, [column, ...(stack.length >= COUNTED ? badge(stack.length) : [])]);
}

/** How many they are. A symbol is drawn outside the board's own styles: its look is written on it. @param {number} n */
function badge(n) {
  const text = svg("text", { x: 33, y: 42, fill: "#12201b", "font-size": 29, "font-weight": 700, "text-anchor": "middle" });
  text.textContent = String(n);
  return [svg("circle", { cx: 33, cy: 32, r: 19, fill: "#fff", stroke: "#12201b", "stroke-width": 2.5 }), text];
}

/**
 * A free element that may serve for `piece`: best one of the same kind, then one of the same side.
 * @param {{id: string, man: Man}[]} spare @param {Pieces} before @param {string} piece
 */
function reuse(spare, before, piece) {
  let found = spare.findIndex(({ id }) => before[id] === piece);
  if (found < 0) found = spare.findIndex(({ id }) => sideOf(before[id]) === sideOf(piece));
  return found < 0 ? null : spare.splice(found, 1)[0].man;
}
