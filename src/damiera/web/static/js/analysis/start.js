/** The page of analysis: a board to walk and to try moves on, the engine beside it. */

import "../board/draughts-board.js";
import { gettext } from "../i18n.js";
import { drawForOneself } from "../board/drawings.js";
import { moveSpeech } from "../board/words.js";
import { setUpBoard, setUpKeys } from "../game/boardpage.js";
import { byId, readData, toggle } from "../game/dom.js";
import { fenOf } from "../game/line.js";
import { say, verbosity } from "../game/speech.js";
import { markMove, sideWord } from "../game/table.js";
import { Arrows } from "./arrows.js";
import { AnalysisBoard } from "./analysis-board.js";
import { setUpEditor } from "./edit.js";
import { Explorer } from "./explorer.js";
import { Job } from "./job.js";
import { Live } from "./live.js";
import { Learning } from "./learn.js";
import { showBar, showCourse, showDepth, showLines, showOdds, showSaid, showTried, showTrouble } from "./panel.js";

/** @typedef {import("./live.js").Told} Told */

/** @type {import("./analysis-board.js").AnalysisData} */
const data = readData("analysis");
const board = setUpBoard(/** @type {import("../board/types.js").GameView} */ (/** @type {unknown} */ ({ game_name: data.game_name })));
const arrows = new Arrows(board);
const drawings = drawForOneself(board);
const live = new Live();
const analysis = new AnalysisBoard(board, data, changed);
const explorer = new Explorer(analysis);
const learning = new Learning(analysis, () => {
  stop();
  arrows.show([]);
});
/** @type {Told | null} */
let told = null;
let threat = false;
let lookedOn = false; // before the threat was asked for
let shownAt = "";
let leaving = 0;

board.show(analysis.pieces[analysis.at], { last: analysis.line[analysis.at - 1]?.path ?? [] });
setUpKeys(board, command);
analysis.arrive();
new Job(judged);
for (const id of ["engine-go", "engine-tools"]) toggle(byId(id), true);
if (data.plain) {
  setUpEditor(
    board,
    data.game,
    () => {
      stop();
      arrows.show([]);
    },
    () => {
      board.show(analysis.pieces[analysis.at]);
      analysis.arrive();
    },
  );
}

board.addEventListener("board-move", (event) => {
  const { made, move } = /** @type {CustomEvent<{made: any, move: import("../board/types.js").MoveView}>} */ (event).detail;
  const side = analysis.state?.side ?? "white";
  if (learning.on) return void learning.tried({ ...made, text: move.text, ply: analysis.at, side, comment: "", mark: "" });
  analysis.follow([{ ...made, text: move.text, ply: analysis.at, side, comment: "", mark: "" }], true);
});
board.addEventListener("board-say", (event) => say("board-live", /** @type {CustomEvent<{text: string}>} */ (event).detail.text));
board.addEventListener("analysis-refused", (event) => {
  stop();
  showTrouble(/** @type {CustomEvent<{text: string}>} */ (event).detail.text);
});
board.addEventListener("analysis-heard", (event) => showTrouble(/** @type {CustomEvent<{text: string}>} */ (event).detail.text));
board.addEventListener("board-command", (event) => {
  if (/** @type {CustomEvent<{name: string}>} */ (event).detail.name === "flip") setTimeout(() => arrows.again());
});

/** Another position, or more is known of it: bring the page up to it. */
function changed() {
  const { at, line, state } = analysis;
  const here = `${at} ${analysis.texts.join(" ")}`;
  const moved = here !== shownAt;
  shownAt = here;
  if (moved) {
    told = null;
    setThreat(false);
    arrows.show([]);
    drawings.wipe();
    showLines(null);
    showDepth(null);
    showOdds(null);
    showTrouble("");
    tell();
    address();
  }
  markMove(analysis.onGame ? at : -1);
  showTried(analysis);
  showCourse(analysis.onGame ? at : Math.min(at, analysis.shared(line)), data.history.length);
  const side = state?.side ?? (line[at] ? line[at].side : line[at - 1]?.side === "white" ? "black" : "white");
  const fen = byId("fen");
  if (fen) fen.textContent = state?.fen ?? fenOf(analysis.pieces[at], side, board.grid, data.start_fen);
  const turn = byId("turn");
  if (turn) turn.textContent = state?.over || gettext("{side} to move", { side: sideWord(side) });
  if (!moved) return;
  explorer.follow();
  fromReport();
  if (live.wanted || live.source) watch();
}

/** Name the position in the address of the page, for whoever comes back to it or passes it on; the line, for whoever copies it. */
function address() {
  const copy = byId("copy-pdn");
  if (copy) copy.dataset.copyUrl = data.back && analysis.line === data.history ? `${data.back}.pdn` : `/analysis/line.pdn?${analysis.whole}`;
  clearTimeout(leaving);
  leaving = window.setTimeout(() => {
    if (learning.on) return;
    const query = data.id ? new URLSearchParams() : analysis.whole;
    query.set("ply", String(data.id ? Math.min(analysis.at, analysis.shared(analysis.line)) : analysis.at));
    history.replaceState(null, "", `${data.base}?${query}`);
  }, 400);
}

/** What the report says of the position, until the engine says more. */
function fromReport() {
  if (!analysis.onGame || data.start_white === null) return;
  const judged = data.report[analysis.at - 1];
  showBar(judged ? judged.white : data.start_white);
  const better = data.report[analysis.at]?.better[0];
  if (better && !learning.on && analysis.line === data.history) arrows.show([{ path: better.path, style: "first" }]);
  if (judged) showSaid([`${analysis.line[analysis.at - 1].text}: ${judged.score}`, ...(judged.said ? [judged.said] : [])]);
}

/** The game is judged: signs, notes, course and lessons come into the page, which stays where it is. @param {Document} fresh */
function judged(fresh) {
  /** @type {import("./analysis-board.js").AnalysisData} */
  const { report, start_white, history } = JSON.parse(fresh.getElementById("analysis")?.textContent ?? "{}");
  Object.assign(data, { report, start_white });
  data.history.forEach((ply, i) => (ply.mark = history[i].mark));
  const [list, signed] = [document.querySelector("#moves ol.moves"), fresh.querySelector("#moves ol.moves")];
  if (list && signed) {
    const held = list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-ply") : null;
    list.replaceChildren(...signed.childNodes);
    if (held) /** @type {HTMLElement | null} */ (list.querySelector(`a[data-ply="${held}"]`))?.focus({ preventScroll: true });
  }
  const [course, learn] = [fresh.querySelector(".coursebox"), fresh.getElementById("learn")];
  if (course) document.querySelector(".keysbox")?.before(course);
  if (learn) byId("engine")?.before(learn);
  learning.setUp();
  changed();
  if (!told && !live.wanted && !live.source) fromReport();
}

function tell() {
  const ply = analysis.line[analysis.at - 1];
  const text = ply && `${sideWord(ply.side)}: ${moveSpeech(ply, analysis.pieces[analysis.at - 1], verbosity(), board.grid)}.`;
  say("move", text ?? gettext("The first position."));
}

/* ---------- the engine ---------- */

function watch() {
  const lines = byId("engine-lines");
  const query = analysis.query;
  query.set("lines", lines instanceof HTMLSelectElement ? lines.value : "3");
  if (threat) query.set("threat", "1");
  live.ask(query.toString());
  if (!told) showSaid([gettext("I am looking.")], true);
  button(true);
}

function stop() {
  live.stop();
  button(false);
}

/** @param {boolean} on @param {string} [text] */
function button(on, text) {
  const go = byId("engine-go");
  go?.setAttribute("aria-pressed", String(on));
  go?.querySelector("use")?.setAttribute("href", on ? "#i-pause" : "#i-play");
  const words = go?.querySelector("span");
  if (words) words.textContent = text ?? (on ? gettext("Stop") : gettext("Analyse"));
}

byId("engine-go")?.addEventListener("click", () => (live.wanted || live.source ? stop() : watch()));
byId("engine-lines")?.addEventListener("change", () => (live.wanted || live.source) && watch());
byId("engine-threat")?.addEventListener("click", () => {
  lookedOn = live.wanted || live.source !== null;
  setThreat(!threat);
  showLines(null);
  watch();
});

/** @param {boolean} on */
function setThreat(on) {
  threat = on;
  byId("engine-threat")?.setAttribute("aria-pressed", String(on));
}

/** Nobody can pass here: go on with what one looked at before. */
function withoutThreat() {
  setThreat(false);
  showLines(told);
  if (lookedOn) watch();
}

live.addEventListener("lines", (event) => {
  told = /** @type {CustomEvent<Told>} */ (event).detail;
  showBar(told.white);
  showDepth(told);
  showOdds(told.odds);
  showLines(told);
  const passed = threat ? [gettext("If {side} passed:", { side: sideWord(told.side === "white" ? "black" : "white") })] : [];
  showSaid([...passed, ...told.said]);
  draw();
});
live.addEventListener("word", (event) => {
  const { word, text } = /** @type {CustomEvent<{word: import("./live.js").Word, text: string}>} */ (event).detail;
  const lost = gettext("No word from the server. Press Analyse to try again.");
  if (word === "solved") showTrouble("");
  else showTrouble(word === "lost" ? lost : text);
  if (word === "waiting" || word === "trouble") return;
  button(false, word === "resting" ? gettext("Keep looking") : undefined);
  if (!told) showSaid(word === "solved" ? [text] : []);
  if (word === "refused" && threat) withoutThreat();
});

/** @param {number} [only] the line to draw alone */
function draw(only) {
  if (!told) return;
  const style = threat ? "threat" : "first";
  const all = told.lines.map(({ moves }, i) => ({ path: moves[0]?.path ?? [], style: i === 0 || i === only ? style : "second" }));
  arrows.show(only === undefined ? all.slice(0, threat ? 1 : 3).reverse() : all.slice(only, only + 1));
}

const list = byId("lines");
/** @param {Event} event */
function lineOf(event) {
  const step = event.target instanceof Element ? event.target.closest("[data-step]")?.getAttribute("data-step") : null;
  return step ? step.split(".").map(Number) : null;
}
list?.addEventListener("click", (event) => {
  const step = lineOf(event);
  if (!step || !told || threat) return;
  analysis.follow(told.lines[step[0]].moves.slice(0, step[1] + 1));
});
for (const kind of ["pointerover", "focusin"]) {
  list?.addEventListener(kind, (event) => {
    const step = lineOf(event);
    if (step) draw(step[0]);
  });
}
list?.addEventListener("pointerleave", () => draw());

/* ---------- walking ---------- */

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const go = event.target.closest("[data-go]")?.getAttribute("data-go");
  const ply = event.target.closest("[data-ply]")?.getAttribute("data-ply");
  const better = event.target.closest("[data-better]")?.getAttribute("data-better");
  if (!go && !ply && !better) return;
  event.preventDefault();
  if (better) {
    const [at, last] = better.split(".").map(Number);
    if (analysis.line !== data.history) analysis.back();
    analysis.to(at);
    analysis.follow(data.report[at].better.slice(0, last + 1));
  } else if (ply) {
    if (analysis.line !== data.history) analysis.back();
    analysis.to(Number(ply) + 1);
  } else if (go) walk(go);
});
byId("tried")?.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const step = event.target.closest("[data-tried]")?.getAttribute("data-tried");
  const drop = event.target.closest("[data-drop]")?.getAttribute("data-drop");
  if (event.target.closest("#tried-back")) analysis.back();
  else if (drop) analysis.drop(Number(drop));
  else if (step) {
    const [number, ply] = step.split(".").map(Number);
    analysis.choose(number, ply);
  }
});

/** @param {string} name */
function walk(name) {
  if (name === "first") analysis.to(0);
  else if (name === "prev") analysis.to(analysis.at - 1);
  else if (name === "next") analysis.to(analysis.at + 1);
  else if (name === "end") analysis.to(analysis.line.length);
  else if (name === "flip") board.dispatchEvent(new CustomEvent("board-command", { detail: { name: "flip" } }));
}

/** @param {string} name */
function command(name) {
  if (name === "previous") walk("prev");
  else if (name === "next") walk("next");
  else if (name === "replay") analysis.again();
  else if (name === "last") tell();
  else if (name === "clocks") byId("engine-threat")?.click();
  else if (name === "analyse") byId("engine-go")?.click();
}

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "a") byId("engine-go")?.click();
});

/* The arrows walk through the moves, as long as they do not walk over the board for somebody who has no pointer. */

/** @type {Record<string, string>} */
const ARROWS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "end" };
let pointer = false;
document.addEventListener("pointerdown", () => (pointer = true), true);
document.addEventListener(
  "keydown",
  (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const go = ARROWS[event.key];
    if (event.key === "Tab" || (!go && target === board)) pointer = false;
    if (!go || learning.on || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (target !== document.body && !target.closest(".keysbox, #moves") && !(pointer && board.contains(target))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    walk(go);
  },
  true,
);
