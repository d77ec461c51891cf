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

  /** Put a node at the end. @param {number} parent @param {PlyView} ply */
  add(parent, ply) {
    const known = this.child(parent, ply.text);
    if (known !== undefined) return known;
    const node = { parent, name: ply.text, ply, text: "", drawings: [], strength: "", nags: [], signs: [], folded: false, clock: "" };
    this.nodes.push(node);
    const number = this.nodes.length - 1;
    this.children.set(parent, [...(this.children.get(parent) ?? []), number]);
    return number;
  }
}
