/** The tree of a chapter: nodes by number and by name, and the lines through them. */

/** @typedef {import("../board/types.js").PlyView} PlyView */

/**
 * @typedef {object} Node
 * @property {number} parent -1 for the start
 * @property {string} name
 * @property {PlyView} ply
 * @property {string} text
 * @property {string[]} drawings
 * @property {string} strength
 * @property {number[]} nags
 * @property {string[]} signs
 * @property {boolean} folded
 * @property {string} clock
 * @property {string} printed its marks as they are printed, after its strength
 * @property {number} under the move that it is a variation to; -1 where it opens none
 * @property {string} before said before the variation that it opens
 * @property {string} after said behind that variation
 */

export class Tree {
  /** @param {Node[]} nodes */
  constructor(nodes) {
    this.nodes = nodes;
    /** @type {Map<number, number[]>} */
    this.children = new Map();
    nodes.forEach(({ parent }, i) => this.children.set(parent, [...(this.children.get(parent) ?? []), i]));
  }

  /** The numbers of the nodes that lead to one. @param {number} at */
  way(at) {
    const way = [];
    for (let i = at; i >= 0; i = this.nodes[i].parent) way.unshift(i);
    return way;
  }

  /** @param {number} at @returns {string[]} */
  path(at) {
    return this.way(at).map((i) => this.nodes[i].name);
  }

  /** The node of a path; undefined where it is not there. @param {string[]} path @returns {number | undefined} */
  exact(path) {
    const at = this.find(path);
    return this.way(at).length === path.length ? at : undefined;
  }

  /** The node of a path, or the last of it that is there. @param {string[]} path */
  find(path) {
    let at = -1;
    for (const name of path) {
      const next = this.child(at, name);
      if (next === undefined) break;
      at = next;
    }
    return at;
  }

  /** @param {number} at @param {string} name */
  child(at, name) {
    return this.children.get(at)?.find((i) => this.nodes[i].name === name);
  }

  /** The node that the line goes on to. @param {number} at */
  next(at) {
    return this.children.get(at)?.[0];
  }

  /** The line through a node, to its end. @param {number} at */
  through(at) {
    const way = this.way(at);
    for (let next = this.next(at); next !== undefined; next = this.next(next)) way.push(next);
    return way;
  }

  /** Whether a node stands in a variation. @param {number} at */
  inVariation(at) {
    return this.way(at).some((i) => this.next(this.nodes[i].parent) !== i);
  }

  /** Whether other moves stand beside that of a node, behind it. @param {number} at */
  hasVariations(at) {
    return at >= 0 && (this.children.get(this.nodes[at].parent) ?? []).length > 1 && this.next(this.nodes[at].parent) === at;
  }

  /** The nodes that open a variation to one. @param {number} at */
  others(at) {
    return (this.children.get(this.nodes[at].parent) ?? []).filter((i) => this.nodes[i].under === at);
  }

  /** Put the variation of a node before the line it varies from, or make it the main line. @param {number} at @param {boolean} whole */
  promote(at, whole) {
    do {
      const aside = this.way(at).findLast((i) => this.nodes[i].under >= 0);
      if (aside === undefined) return;
      const old = this.nodes[aside].under;
      const [others, own] = [this.others(old).filter((i) => i !== aside), this.others(aside)];
      const [up, down] = [this.nodes[aside], this.nodes[old]];
      this.replace(old, aside, [old, ...others, ...own]);
      [up.after, down.after] = [down.after, up.after];
      [up.text, up.before, down.before] = [both(up.before, up.text), down.before, ""];
    } while (whole);
  }

  /** Let a variation to a move take its place. @param {number} old @param {number} by @param {number[]} beside the variations to it then, in order */
  replace(old, by, beside) {
    const { parent, under } = this.nodes[old];
    for (const i of beside) this.nodes[i].under = by;
    this.nodes[by].under = under;
    const there = (this.children.get(parent) ?? []).filter((i) => i === old || (i !== by && !beside.includes(i)));
    there.splice(there.indexOf(old), 1, by);
    this.children.set(parent, [...there, ...beside]);
  }

  /** Take a node away, and what follows it; the first variation to it takes its place. @param {number} at */
  remove(at) {
    const [first, ...others] = this.others(at);
    const { parent } = this.nodes[at];
    if (first === undefined) {
      const beside = this.children.get(parent) ?? [];
      this.children.set(
        parent,
        beside.filter((i) => i !== at),
      );
      return;
    }
    const up = this.nodes[first];
    this.replace(at, first, [...this.others(first), ...others]);
    const { before, after } = this.nodes[at];
    Object.assign(up, { text: both(both(up.before, up.text), up.after), before, after });
  }

  /** Put a node at the end. @param {number} parent @param {PlyView} ply */
  add(parent, ply) {
    const known = this.child(parent, ply.text);
    if (known !== undefined) return known;
    const marks = { text: "", drawings: [], strength: "", nags: [], signs: [], folded: false, clock: "", printed: "", before: "", after: "" };
    const node = { parent, name: ply.text, ply, under: this.next(parent) ?? -1, ...marks };
    this.nodes.push(node);
    const number = this.nodes.length - 1;
    this.children.set(parent, [...(this.children.get(parent) ?? []), number]);
    return number;
  }
}

/** @param {string} first @param {string} second */
function both(first, second) {
  return [first, second].filter(Boolean).join(" ");
}
