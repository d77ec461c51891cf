/** Small helpers to write HTML without writing markup. */

import { svg } from "../board/svg.js";

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number | boolean>} [attributes] `true` is an empty attribute, `false` none
 * @param {(Node | string)[]} [children]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes = {}, children = []) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children);
  return node;
}

/** An icon of the page's sprite. @param {string} name */
export function icon(name) {
  return svg("svg", { class: "ic", "aria-hidden": "true" }, [svg("use", { href: `#i-${name}` })]);
}

/** The numbers of some articles, as links in the book's voice. @param {import("../board/types.js").ArticleLink[]} links */
export function articleLinks(links) {
  return links.flatMap(({ number, href }) => [" ", h("a", { class: "art", href, "data-article": number }, [number])]);
}

/**
 * The element of the page with this id.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @returns {E | null}
 */
export function byId(id) {
  return /** @type {E | null} */ (document.getElementById(id));
}

/** @param {ParentNode | null} root @param {string} selector @param {string} text */
export function setText(root, selector, text) {
  const node = root?.querySelector(selector);
  if (node && node.textContent !== text) node.textContent = text;
}

/** @param {Element | null | undefined} node @param {boolean} shown */
export function toggle(node, shown) {
  if (node instanceof HTMLElement) node.hidden = !shown;
}

/** Whether the keyboard can stand on an element. @param {Element | null} node @returns {node is HTMLElement} */
export function stands(node) {
  return node !== null && node !== document.body && node.isConnected && node.getClientRects().length > 0 && !node.matches(":disabled");
}

/**
 * Do something to the page. Whoever stood on what it takes away is led on: nobody is left nowhere.
 * @param {() => void} act @param {() => void} next where to go on
 */
export function leading(act, next) {
  const stood = stands(document.activeElement);
  act();
  if (stood && !stands(document.activeElement)) next();
}

/** Whether the page is as narrow as a phone, where cards come as a sheet. */
export function onPhone() {
  return matchMedia("(max-width: 720px)").matches;
}

/** Data that the page carries. @param {string} id @returns {any} */
export function readData(id) {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`the page carries no ${id}`);
  return JSON.parse(text);
}
