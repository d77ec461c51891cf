/** What the engine says, on the page: sentences, lines to walk, bar, course of the game. */

import { gettext } from "../i18n.js";
import { byId, h, setText } from "../game/dom.js";

/** @typedef {import("./live.js").Told} Told */
/** @typedef {import("../board/types.js").PlyView} PlyView */

const BAR = 600;

/** @param {number} white points White may expect of one */
export function showBar(white) {
  const rect = byId("evalbar-white");
  const height = Math.round(BAR * Math.min(1, Math.max(0, white)));
  rect?.setAttribute("y", String(BAR - height));
  rect?.setAttribute("height", String(height));
  setText(document, "#evalbar-text", gettext("White may expect {n} points of a hundred", { n: Math.round(100 * white) }));
}

/** @param {number} at @param {number} last */
export function showCourse(at, last) {
  const course = byId("course");
  const here = byId("course-here");
  if (!course || !here) return;
  const [, , width, height] = (course.getAttribute("viewBox") ?? "0 0 600 96").split(" ").map(Number);
  const x = 12 + (at * (width - 24)) / Math.max(1, last);
  here.setAttribute("d", `M${Math.round(10 * x) / 10} 0V${height}`);
}

/** Say something where the engine speaks; what is there already is not said again. @param {string[]} sentences @param {boolean} [quiet] */
export function showSaid(sentences, quiet = false) {
  const box = byId("mind-said");
  if (!box) return;
  const text = sentences.join("\n");
  if (box.dataset.said === text) return;
  box.dataset.said = text;
  box.replaceChildren(...sentences.map((sentence) => h("p", quiet ? { class: "muted" } : {}, [sentence])));
}

/** @param {Told | null} told */
export function showLines(told) {
  const list = byId("lines");
  if (!list) return;
  const focus = document.activeElement instanceof HTMLElement && list.contains(document.activeElement) ? document.activeElement.dataset.step : undefined;
  list.replaceChildren(...(told?.lines ?? []).map(({ score, moves }, i) => line(score, moves, i)));
  if (focus) /** @type {HTMLElement | null} */ (list.querySelector(`[data-step="${focus}"]`))?.focus();
}

/** @param {string} score @param {PlyView[]} moves @param {number} index */
function line(score, moves, index) {
  const steps = moves.map(({ text }, i) => h("button", { type: "button", "data-step": `${index}.${i}` }, [text.replaceAll("x", "×")]));
  return h("li", {}, [h("b", {}, [score]), h("span", { class: "walk" }, steps)]);
}

/** @param {Told | null} told */
export function showDepth(told) {
  const place = byId("mind-depth");
  if (place) place.textContent = told ? gettext("depth {depth} · {speed}", { depth: told.depth, speed: told.speed }) : "";
}

/** @param {string} text */
export function showTrouble(text) {
  const place = byId("mind-trouble");
  if (!place) return;
  place.hidden = !text;
  if (text) place.textContent = text;
}
