/** What was done by hand, in a line, and what it may have been by the rules: written into the card beside the board. */

import { pieceWord } from "../board/words.js";
import { gettext, ngettext } from "../i18n.js";
import { figure } from "../board/carry.js";
import { h, icon } from "./dom.js";

/** @typedef {import("../board/types.js").HandAct} HandAct */
/** @typedef {import("../board/types.js").Pieces} Pieces */
/** @typedef {import("../board/types.js").Reading} Reading */
/** @typedef {{nameOf: (id: string | number) => string}} Names */

/** @typedef {{piece: string, text: string, said: string}} Deed  a piece, and what was done with it, to see and to hear */

/**
 * What was done, each piece's way as one.
 * @param {HandAct[]} acts @param {Pieces} start @param {Names} names @returns {Deed[]}
 */
export function deeds(acts, start, names) {
  const pieces = { ...start };
  /** @type {(Deed & {way: number[]})[]} */
  const told = [];
  let held = "";
  for (const act of acts) {
    const { square } = act;
    const last = told.at(-1);
    const piece = act.a === "restore" ? act.piece : act.a === "put" ? held : pieces[square];
    if (act.a === "lift") {
      held = piece;
      if (last?.way.at(-1) !== square) told.push({ piece, way: [square], text: "", said: "" });
      delete pieces[square];
      continue;
    }
    if (act.a === "put" && last) last.way.push(square);
    else told.push({ piece, way: [], ...deed(act, names.nameOf(square)) });
    if (act.a === "remove") delete pieces[square];
    else pieces[square] = act.a === "crown" ? piece.toUpperCase() : act.a === "uncrown" ? piece.toLowerCase() : piece;
  }
  return told.map((one) => (one.way.length ? { ...one, ...walked(one.way, names) } : one));
}

/** @param {HandAct} act @param {string} square */
function deed({ a }, square) {
  if (a === "remove") return { text: `${square} ✕`, said: gettext("taken off {square}", { square }) };
  if (a === "restore") return { text: `+ ${square}`, said: gettext("put back on {square}", { square }) };
  if (a === "crown") return { text: `${square} ♛`, said: gettext("crowned on {square}", { square }) };
  return { text: `${square} ○`, said: gettext("made a man again on {square}", { square }) };
}

/** @param {number[]} way @param {Names} names */
function walked(way, names) {
  const squares = way.map((square) => names.nameOf(square));
  if (way.length === 1) return { text: `${squares[0]} ↑`, said: gettext("in hand, from {square}", { square: squares[0] }) };
  if (way.every((square) => square === way[0])) return { text: `${squares[0]} ↺`, said: gettext("touched on {square}", { square: squares[0] }) };
  const to = gettext(" to ");
  return { text: squares.join(" → "), said: gettext("from {squares}", { squares: squares.join(to) }) };
}

/** The line of what was done. @param {Deed[]} told */
export function deedLine(told) {
  const items = told.map(({ piece, text, said }) =>
    h("li", { class: "num" }, [figure(piece), h("span", { "aria-hidden": "true" }, [text]), h("span", { class: "sr" }, [`${pieceWord(piece)}, ${said}`])]),
  );
  return h("ol", { class: "deedline", "aria-label": gettext("Done so far") }, items);
}

/**
 * One reading, with the button that records it.
 * @param {Reading} reading @param {(reading: Reading) => void} record @param {boolean} first
 */
function readingNode(reading, record, first) {
  const { article_text: text, decides, remedies = [], event, kind, link, name } = reading;
  const cited = link && h("a", { class: "art", href: link.href, "data-article": link.number }, [link.number]);
  return h("div", { class: first ? "book handreading" : "handreading", "data-kind": kind }, [
    h("h3", {}, [...(cited ? [cited, " "] : []), name]),
    ...(text ? [h("p", { class: "says" }, [text])] : []),
    ...(decides ? [h("p", { class: "small" }, [decides])] : []),
    ...(remedies.length ? [h("ul", { class: "small remedies" }, remedies.map((remedy) => h("li", {}, [remedy])))] : []),
    ...(event ? [recordButton(reading, record, first ? "btn main" : "btn")] : []),
  ]);
}

/**
 * All readings: the likeliest open, the others folded.
 * @param {Reading[]} readings @param {(reading: Reading) => void} record @returns {HTMLElement[]}
 */
export function readingNodes([first, ...others], record) {
  const nodes = [readingNode(first, record, true)];
  if (!others.length) return nodes;
  const summary = ngettext("Or else: {n} other reading", "Or else: {n} other readings", others.length);
  const list = h("div", { class: "stack" }, others.map((reading) => readingNode(reading, record, false)));
  return [...nodes, h("details", { id: "other-readings" }, [h("summary", { class: "strong" }, [summary]), list])];
}

/**
 * The likeliest reading in short, for a screen on which the whole is below the edge.
 * @param {Reading} reading @param {(reading: Reading) => void} record @returns {HTMLElement[]}
 */
export function readingBar(reading, record) {
  if (!reading.event) return [];
  const cited = reading.link ? [h("span", { class: "art" }, [reading.link.number]), " "] : [];
  return [h("b", {}, [...cited, reading.name]), recordButton(reading, record, "btn main")];
}

/** @param {Reading} reading @param {(reading: Reading) => void} record @param {string} look */
function recordButton(reading, record, look) {
  const words = reading.kind === "moved" ? gettext("Play it") : gettext("Record it");
  const button = h("button", { type: "button", class: look }, [words]);
  button.addEventListener("click", () => record(reading));
  return button;
}

/** What is said of readings. @param {Reading[]} readings */
export function readingSpeech([first, ...others]) {
  const { link, name } = first;
  const also = others.length ? ngettext("{n} other reading.", "{n} other readings.", others.length) : "";
  return [`${name}.`, link ? gettext("Art. {number}", { number: link.number }) + "." : "", also].filter(Boolean).join(" ");
}

/** Nothing fits. @param {() => void} rule */
export function nothingFits(rule) {
  const button = h("button", { type: "button", class: "btn" }, [icon("edit"), gettext("Rule on it")]);
  button.addEventListener("click", rule);
  return h("div", { class: "msg gold", id: "hands-nothing" }, [
    icon("info"),
    h("div", {}, [
      h("b", {}, [gettext("The book has no article for this.")]),
      h("p", {}, [gettext("See whether the board here lies as the real one does. If it does, the arbiter rules.")]),
      h("div", { class: "row" }, [button]),
    ]),
  ]);
}
