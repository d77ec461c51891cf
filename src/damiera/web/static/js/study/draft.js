/** The tree of a chapter as it is in this browser: what was written here is seen at once, before the server has it. */

import { h } from "../game/dom.js";
import { ngettext } from "../i18n.js";

/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("./tree.js").Node} TreeNode */
/** @typedef {import("./outbox.js").Edit} Edit */
/** @typedef {{ply: import("../board/types.js").PlyView}} Known */

/** What the glyphs are that signs stand for. @type {Record<string, number[]>} */
export const GLYPHS = { "*": [7], "=": [10], "+": [18, 19] };
const BAD = ["?", "??", "!?"];

/**
 * Make a change in the tree of the page as the server will; what it cannot be made on is left as it is.
 * @param {Tree} tree
 * @param {Edit} change
 * @param {(path: string[]) => Known | undefined} known the node of a path, as this browser knew it
 */
export function carryOut(tree, change, known) {
  const path = /** @type {string[]} */ (change.path ?? []);
  if (["moves", "comment", "glyphs", "drawings"].includes(change.e)) grow(tree, path, known);
  const at = tree.exact(path);
  const node = at === undefined ? undefined : tree.nodes[at];
  if (at === undefined || !node) return;
  if (change.e === "comment") node.text = plainWords(String(change.words));
  else if (change.e === "glyphs") setMarks(node, change);
  else if (change.e === "drawings") node.drawings = /** @type {string[]} */ (change.drawings);
  else if (change.e === "fold") node.folded = Boolean(change.folded);
  else if (change.e === "promote") tree.promote(at, Boolean(change.whole));
  else if (change.e === "delete") tree.remove(at);
}

/** @param {TreeNode} node @param {Edit} change */
function setMarks(node, change) {
  const nags = /** @type {number[]} */ (change.nags);
  const signs = /** @type {string[]} */ (change.signs);
  const symbols = nags.map((nag) => Object.keys(GLYPHS).find((sign) => GLYPHS[sign].includes(nag)) ?? `$${nag}`);
  Object.assign(node, { strength: change.strength, nags, signs, printed: [...symbols, ...signs].join(" ") });
}

/** Words as the server keeps them. @param {string} text */
export function plainWords(text) {
  return text.split(/\s+/).filter(Boolean).join(" ");
}

/** Have every node of a path in the tree. @param {Tree} tree @param {string[]} path @param {(path: string[]) => Known | undefined} known */
function grow(tree, path, known) {
  let at = -1;
  for (const [n, name] of path.entries()) {
    const ply = known(path.slice(0, n + 1))?.ply;
    const next = tree.child(at, name) ?? (ply && tree.add(at, ply));
    if (next === undefined) return;
    at = next;
  }
}

/**
 * The tree as lines of moves, comments and variations, written as the server writes them.
 * @param {Tree} tree
 * @param {{count: number, text: string, at: number, address: (node: number) => string}} shown how many plies went
 *   before the tree, what is said at its start, which node is shown, and where each is found
 */
export function written(tree, shown) {
  return line(tree, shown, tree.next(-1), "", shown.text);
}

/**
 * @param {Tree} tree @param {Parameters<typeof written>[1]} shown @param {number | undefined} first @param {string} letter @param {string} before
 * @returns {HTMLElement[]}
 */
function line(tree, shown, first, letter, before) {
  /** @type {HTMLElement[]} */
  const parts = [];
  let mark = letter;
  /** @type {HTMLElement | null} */
  let row = null;
  /** @param {HTMLElement} part */
  const put = (part) => {
    if (mark) part.prepend(h("span", { class: "letter" }, [mark]), " ");
    mark = "";
    parts.push(part);
    return part;
  };
  if (before) put(said(before));
  for (let at = first; at !== undefined; at = tree.next(at)) {
    const node = tree.nodes[at];
    const fresh = !row;
    row ??= put(h("p", { class: "row-of-moves" }));
    row.append(...move(tree, shown, at, fresh));
    const others = tree.others(at);
    if (node.text) put(said(node.text));
    if (others.length) parts.push(variations(tree, shown, others, node.folded));
    for (const other of others) if (tree.nodes[other].after) put(said(tree.nodes[other].after));
    if (node.text || others.length) row = null;
  }
  return parts;
}

/** @param {string} text */
function said(text) {
  return h("p", { class: "said" }, [text]);
}

/** @param {Tree} tree @param {Parameters<typeof written>[1]} shown @param {number[]} first @param {boolean} folded */
function variations(tree, shown, first, folded) {
  const lines = first.map((at, n) => h("div", { class: "variation" }, line(tree, shown, at, String.fromCharCode(65 + (n % 26)), tree.nodes[at].before)));
  if (!folded) return h("div", { class: "variations" }, lines);
  const summary = h("summary", {}, [ngettext("{n} line beside it", "{n} lines beside it", first.length)]);
  return h("div", { class: "variations" }, [h("details", {}, [summary, ...lines])]);
}

/** @param {Tree} tree @param {Parameters<typeof written>[1]} shown @param {number} at @param {boolean} fresh @returns {(HTMLElement | string)[]} */
function move(tree, shown, at, fresh) {
  const { name, strength, printed, clock } = tree.nodes[at];
  const count = shown.count + tree.way(at).length - 1;
  const number = count % 2 ? (fresh ? `${Math.floor(count / 2) + 1}…` : "") : `${count / 2 + 1}.`;
  const signs = [strength, printed].filter(Boolean).join(" ");
  const here = at === shown.at;
  const attributes = { href: shown.address(at), "data-node": at, class: here && "now", "aria-current": here && "true", title: clock || false };
  const sign = signs ? [h("b", { class: BAD.includes(strength) ? "sign bad" : "sign" }, [signs])] : [];
  const link = h("a", attributes, [name.split("~")[0].replaceAll("x", "×"), ...sign]);
  return [number ? h("span", { class: "numbered" }, [h("span", { class: "count" }, [number]), " ", link]) : link, " "];
}
