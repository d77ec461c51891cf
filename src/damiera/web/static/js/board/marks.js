/**
 * The marks of a board: each is a shape first and a colour second, and none tells a fact that is not also said.
 * `under` lies below the pieces (last move, chosen square, targets, lines of routes), `over` above them.
 */

import { pointList, svg, towards } from "./svg.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./svg.js").Place} Place */

/**
 * @typedef {object} Marks  squares by id
 * @property {string[]} last path of the last move
 * @property {string | null} chosen
 * @property {string[]} targets
 * @property {string[]} can
 * @property {string[]} must
 * @property {string | null} refused
 * @property {string[]} crosses what is taken in this move
 * @property {string[]} walked path already made in this turn
 * @property {string[][]} routes
 * @property {string | null} flash a piece to look at
 * @property {string | null} aim where typed digits lead
 * @property {string | null} focus
 * @property {string[]} ahead what is laid ahead of the turn: the piece, and where it is to go
 * @property {string[]} comesBack squares on which men are to come back before it
 * @property {{id: string, n: number}[]} runs moves in a row of a king, where they are counted
 */

/** @type {Marks} */
export const NO_MARKS = {
  last: [], chosen: null, targets: [], can: [], must: [], refused: null, crosses: [], walked: [], routes: [],
  flash: null, aim: null, focus: null, ahead: [], comesBack: [], runs: [],
};

const RING = 43;
const CORNER = 47;

export class MarkLayers {
  /** @param {SVGGElement} under @param {SVGGElement} over @param {Grid} grid */
  constructor(under, over, grid) {
    this.grid = grid;
    /** @type {Map<string, {group: SVGGElement, key: string}>} */
    this.groups = new Map();
    for (const name of ["last", "ahead", "comesBack", "chosen", "walked", "lines", "targets"]) this.addGroup(under, name);
    for (const name of ["can", "must", "refused", "heads", "crosses", "aheadway", "runs", "flash", "aim", "focus"]) this.addGroup(over, name);
  }

  /** @param {SVGGElement} layer @param {string} name */
  addGroup(layer, name) {
    const group = svg("g");
    layer.append(group);
    this.groups.set(name, { group, key: "" });
  }

  /** @param {Marks} marks */
  show(marks) {
    this.draw("last", marks.last, () => this.last(marks.last));
    this.draw("ahead", marks.ahead, () => this.each([...new Set([marks.ahead[0], marks.ahead.at(-1)])].filter((id) => id !== undefined), ahead));
    this.draw("comesBack", marks.comesBack, () => this.each(marks.comesBack, comesBack));
    this.draw("aheadway", marks.ahead, () => this.aheadWay(marks.ahead));
    this.draw("chosen", marks.chosen, () => this.each(marks.chosen, chosen));
    this.draw("walked", marks.walked, () => this.walked(marks.walked));
    this.draw("lines", marks.routes, () => marks.routes.map((route, i) => this.line(route, i)));
    this.draw("targets", marks.targets, () => this.each(marks.targets, target));
    this.draw("can", marks.can, () => this.each(marks.can, can));
    this.keep("must", marks.must, must);
    this.draw("refused", marks.refused, () => this.each(marks.refused, refused));
    this.draw("heads", marks.routes, () => marks.routes.flatMap((route, i) => this.head(route, i, marks.routes)));
    this.draw("crosses", marks.crosses, () => this.each(marks.crosses, cross));
    this.draw("runs", marks.runs, () => marks.runs.map(({ id, n }) => run(this.grid.at(id), n)));
    this.draw("flash", marks.flash, () => this.each(marks.flash, flash));
    this.draw("aim", marks.aim, () => this.each(marks.aim, aim));
    this.draw("focus", marks.focus, () => this.each(marks.focus, focus));
  }

  /**
   * Draw a group again only when what it shows has changed: a ring that stays does not beat again.
   * @param {string} name @param {unknown} shown @param {() => SVGElement[]} build
   */
  draw(name, shown, build) {
    const entry = this.groups.get(name);
    const key = JSON.stringify([shown, this.grid.flipped]);
    if (!entry || entry.key === key) return;
    entry.key = key;
    entry.group.replaceChildren(...build());
  }

  /** Like `draw`, but rings that stay on their square are not touched. @param {string} name @param {string[]} ids @param {(place: Place) => SVGElement} shape */
  keep(name, ids, shape) {
    const entry = this.groups.get(name);
    if (!entry) return;
    const turned = String(this.grid.flipped);
    if (entry.key !== turned) entry.group.replaceChildren();
    entry.key = turned;
    for (const node of [...entry.group.children]) if (!ids.includes(node.getAttribute("data-at") ?? "")) node.remove();
    const there = new Set([...entry.group.children].map((node) => node.getAttribute("data-at")));
    for (const id of ids.filter((square) => !there.has(square))) {
      const node = shape(this.grid.at(id));
      node.setAttribute("data-at", id);
      entry.group.append(node);
    }
  }

  /** @param {string | string[] | null} ids @param {(place: Place) => SVGElement} shape */
  each(ids, shape) {
    const list = ids === null ? [] : Array.isArray(ids) ? ids : [ids];
    return list.map((id) => shape(this.grid.at(id)));
  }

  /** @param {string[]} path */
  places(path) {
    return path.map((id) => this.grid.at(id));
  }

  /** @param {string[]} path */
  last(path) {
    if (path.length < 2) return [];
    const { x, y } = this.grid.at(path[0]);
    const places = this.places(path);
    const end = places[places.length - 1];
    const points = pointList([...places.slice(0, -1), towards(end, places[places.length - 2], RING)]);
    return [
      svg("rect", { class: "from", x: x - 47, y: y - 47, width: 94, height: 94, rx: 6 }),
      svg("polyline", { class: "last edge", points }),
      svg("polyline", { class: "last", points }),
      svg("circle", { class: "lastring", cx: end.x, cy: end.y, r: RING }),
    ];
  }

  /** The way of a move that waits for its turn, and a clock where it ends. @param {string[]} path */
  aheadWay(path) {
    if (path.length < 2) return [];
    const places = this.places(path);
    const end = places[places.length - 1];
    const points = pointList([towards(places[0], places[1], 30), ...places.slice(1, -1), towards(end, places[places.length - 2], 24)]);
    const hands = `M${end.x} ${end.y - 13}V${end.y}L${end.x + 10} ${end.y + 6}`;
    return [svg("g", { class: "aheadway" }, [
      svg("polyline", { class: "edge", points }),
      svg("polyline", { points }),
      svg("circle", { cx: end.x, cy: end.y, r: 22 }),
      svg("path", { d: hands }),
    ])];
  }

  /** @param {string[]} path */
  walked(path) {
    if (path.length < 2) return [];
    const points = pointList(this.places(path));
    return [svg("g", { class: "route r1" }, [svg("polyline", { class: "edge", points }), svg("polyline", { points })])];
  }

  /** @param {string[]} route @param {number} index */
  line(route, index) {
    const places = this.places(route);
    const end = places.length - 1;
    const near = towards(places[0], places[1], 40);
    const far = towards(places[end], places[end - 1], 48);
    const points = pointList([near, ...places.slice(1, -1), far]);
    return svg("g", { class: `route r${index + 1}` }, [svg("polyline", { class: "edge", points }), svg("polyline", { points })]);
  }

  /** Arrowhead and numbers of a route. Numbers stand where routes differ. @param {string[]} route @param {number} index @param {string[][]} routes */
  head(route, index, routes) {
    const places = this.places(route);
    const end = places.length - 1;
    const tip = towards(places[end], places[end - 1], 16);
    const far = towards(places[end], places[end - 1], 48);
    const [ux, uy] = [((tip.x - far.x) / 32) * 21, ((tip.y - far.y) / 32) * 21];
    const d = `M${tip.x} ${tip.y}L${far.x - uy} ${far.y + ux}L${far.x + uy} ${far.y - ux}z`;
    const own = route.slice(1, -1).filter((id) => routes.every((other) => other === route || !other.includes(id)));
    const spots = own.length ? this.places(own) : [towards(places[0], places[1], 70 + 30 * index)];
    return [svg("g", { class: `route r${index + 1}` }, [svg("path", { d })]), ...spots.map((spot) => number(spot, index))];
  }
}

/** @param {Place} place */
function comesBack({ x, y }) {
  return svg("g", { class: "comesback" }, [ahead({ x, y }), svg("circle", { cx: x, cy: y, r: 34 })]);
}

/** @param {Place} place */
function ahead({ x, y }) {
  return svg("rect", { class: "ahead", x: x - 50, y: y - 50, width: 100, height: 100 });
}

/** @param {Place} place */
function chosen({ x, y }) {
  return svg("rect", { class: "sel", x: x - 50, y: y - 50, width: 100, height: 100 });
}

/** @param {Place} place */
function target({ x, y }) {
  return svg("circle", { class: "dest", cx: x, cy: y, r: 15 });
}

/** @param {Place} place */
function can({ x, y }) {
  return svg("circle", { class: "can", cx: x, cy: y, r: RING });
}

/** @param {Place} place */
function must({ x, y }) {
  const d = corners({ x, y });
  const ring = { cx: x, cy: y, r: RING };
  return svg("g", { class: "must" }, [
    svg("path", { class: "halo", d }),
    svg("circle", { class: "halo", ...ring }),
    svg("circle", ring),
    svg("path", { d }),
  ]);
}

/** @param {Place} place */
function corners({ x, y }) {
  const arm = CORNER - 20;
  const signs = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
  return signs.map(([sx, sy]) => `M${x + sx * CORNER} ${y + sy * arm}V${y + sy * CORNER}H${x + sx * arm}`).join("");
}

/** @param {Place} place */
function refused({ x, y }) {
  return svg("g", { class: "refused" }, [
    svg("circle", { class: "ring", cx: x, cy: y, r: RING }),
    svg("circle", { class: "dot", cx: x + 36, cy: y - 36, r: 17 }),
    svg("path", { class: "bar", d: `M${x + 27} ${y - 36}h18` }),
  ]);
}

/** In the corner, so that what is taken stays readable. @param {Place} place */
function cross({ x, y }) {
  const [cx, cy] = [x + 29, y - 29];
  const d = `M${cx - 7} ${cy - 7}L${cx + 7} ${cy + 7}M${cx + 7} ${cy - 7}L${cx - 7} ${cy + 7}`;
  return svg("g", { class: "cross" }, [svg("circle", { cx, cy, r: 17 }), svg("path", { d })]);
}

/** @param {Place} place @param {number} index */
function number({ x, y }, index) {
  const text = svg("text", { x, y: y + 12 });
  text.textContent = String(index + 1);
  return svg("g", { class: `rb r${index + 1}` }, [svg("circle", { cx: x, cy: y, r: 25 }), text]);
}

/** @param {Place} place @param {number} n */
function run({ x, y }, n) {
  const text = svg("text", { x: x + 31, y: y + 42 });
  text.textContent = String(n);
  return svg("g", { class: "run" }, [svg("circle", { cx: x + 31, cy: y + 31, r: 20 }), text]);
}

/** @param {Place} place */
function flash({ x, y }) {
  return svg("g", { class: "flash" }, [
    svg("circle", { class: "halo", cx: x, cy: y, r: 46 }),
    svg("circle", { cx: x, cy: y, r: 46 }),
  ]);
}

/** @param {Place} place */
function aim({ x, y }) {
  return svg("rect", { class: "aim", x: x - 46, y: y - 46, width: 92, height: 92, rx: 8 });
}

/** @param {Place} place */
function focus({ x, y }) {
  const box = { x: x - 46, y: y - 46, width: 92, height: 92, rx: 8 };
  return svg("g", {}, [svg("rect", { class: "kfocus", ...box }), svg("rect", { class: "kfocus2", ...box })]);
}
