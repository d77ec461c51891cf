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

/** Of a hundred games such as this: won by White, drawn, won by Black. @param {[number, number, number] | null} odds */
export function showOdds(odds) {
  const place = byId("engine-odds");
  if (!place) return;
  place.hidden = odds === null;
  if (!odds) return;
  const [white, draws, black] = odds;
  const kinds = ["won", "drawn", "lost"];
  const parts = odds.flatMap((n, i) => (n ? [h("i", { class: `part-${kinds[i]} s${Math.round(n / 5)}` }, [])] : []));
  place.replaceChildren(
    h("span", { class: "wdl white", "aria-hidden": "true" }, parts),
    h("span", { class: "small muted num" }, [gettext("of 100 games White wins {white}, {draws} are drawn, Black wins {black}", { white, draws, black })]),
  );
}

/** The lines somebody tried: the one on the board, and the others to go back to. @param {import("./analysis-board.js").AnalysisBoard} analysis */
export function showTried(analysis) {
  const own = analysis.line !== analysis.data.history;
  const box = byId("tried");
  if (!box) return;
  box.hidden = !analysis.kept.length;
  const back = byId("tried-back");
  if (back) back.hidden = !own;
  const [now, others] = [byId("tried-moves"), byId("tried-others")];
  if (now) now.hidden = !own;
  const focused = document.activeElement instanceof HTMLElement && box.contains(document.activeElement) ? document.activeElement.dataset.tried : undefined;
  if (own) now?.replaceChildren(...walk(analysis, analysis.kept.indexOf(analysis.line)));
  others?.replaceChildren(...analysis.kept.flatMap((line, i) => (line === analysis.line ? [] : [other(analysis, i)])));
  if (focused) /** @type {HTMLElement | null} */ (box.querySelector(`[data-tried="${focused}"]`))?.focus({ preventScroll: true });
}

/** @param {import("./analysis-board.js").AnalysisBoard} analysis @param {number} number */
function walk(analysis, number) {
  const line = analysis.kept[number];
  return line.slice(analysis.shared(line)).flatMap(({ ply, text }) => {
    const here = line === analysis.line && ply === analysis.at - 1;
    const step = h("button", { type: "button", "data-tried": `${number}.${ply + 1}`, "aria-current": here && "true" }, [text.replaceAll("x", "×")]);
    return [step, " "];
  });
}

/** @param {import("./analysis-board.js").AnalysisBoard} analysis @param {number} number */
function other(analysis, number) {
  const line = analysis.kept[number];
  const first = line[analysis.shared(line)]?.text ?? "";
  return h("li", {}, [
    h("span", { class: "walk" }, walk(analysis, number)),
    h("button", { type: "button", class: "btn quiet sm", "data-drop": number, "aria-label": gettext("Forget the line {move}", { move: first }) }, ["×"]),
  ]);
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
  const box = byId("engine-said");
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
  const place = byId("engine-depth");
  if (place) place.textContent = told ? gettext("depth {depth} · {speed}", { depth: told.depth, speed: told.speed }) : "";
}

/** @param {string} text */
export function showTrouble(text) {
  const place = byId("engine-trouble");
  if (!place) return;
  place.hidden = !text;
  if (text) place.textContent = text;
}
