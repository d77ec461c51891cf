/** A puzzle: the solver moves on the board, the server says whether that was it. */

import "../board/draughts-board.js";
import { pageNow } from "../fresh.js";
import { gettext } from "../i18n.js";
import { setUpBoard, setUpKeys } from "../game/boardpage.js";
import { byId, h, icon, readData } from "../game/dom.js";
import { say } from "../game/speech.js";
import { fitting } from "../game/typed.js";

/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {import("./analysis-board.js").AnalysisState} AnalysisState */

/** @type {{id: string, start: import("../board/types.js").Pieces, played: string[], state: AnalysisState & {last: PlyView | null}}} */
const data = readData("puzzle-data");
const board = setUpBoard(/** @type {import("../board/types.js").GameView} */ (/** @type {unknown} */ ({ game_name: document.title })));
let played = data.played;
let state = data.state;
let asking = false;
let showing = 0;

const SLOW_MS = 400;

setUpKeys(board, (name) => {
  if (name !== "replay") return;
  showing += 1;
  offer();
});
board.addEventListener("board-say", (event) => say("board-live", /** @type {CustomEvent<{text: string}>} */ (event).detail.text));
board.addEventListener("board-move", (event) => {
  const { move } = /** @type {CustomEvent<{move: import("../board/types.js").MoveView}>} */ (event).detail;
  void attempt(move.text);
});
offer();

/** Show the position, and let the solver choose. */
function offer() {
  board.show(state.pieces);
  board.offer({ moves: state.moves, must: state.must, side: state.side });
}

/** Ask the server, one thing at a time. @param {object} body @returns {Promise<any>} */
async function post(body) {
  asking = true;
  const slow = setTimeout(() => tell("gold", "engine", gettext("I am looking.")), SLOW_MS);
  const answer = await fetch(`/api/puzzles/${data.id}`, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }).catch(() => null);
  const said = answer?.ok ? await answer.json().catch(() => null) : null;
  clearTimeout(slow);
  asking = false;
  if (said?.form) showForm(said.form);
  if (!said) tell("bad", "warn", gettext("No word from the server. Try again."));
  return said;
}

const MOST_TICKS = 19;

/** The rating and the run, as they are now. @param {{rating: string, run: string, best: string, solved: number}} form */
function showForm({ rating, run, best, solved }) {
  const ticks = Array.from({ length: Math.min(solved, MOST_TICKS) }, () => h("li", {}, [icon("check")]));
  byId("puzzle-runs")?.replaceChildren(...ticks, h("li", { class: "now num" }, [String(solved + 1)]));
  const row = byId("puzzle-run");
  if (!byId("puzzle-best")) row?.after(h("span", { class: "muted num", id: "puzzle-best" }));
  for (const [id, text] of [["puzzle-rating", rating], ["puzzle-run", run], ["puzzle-best", best]]) {
    const node = byId(id);
    if (node) node.textContent = text;
  }
}

/** @param {string} text */
async function attempt(text) {
  board.withhold();
  const answer = await post({ moves: [...played, text] });
  if (!answer) return offer();
  if (!answer.right) {
    if (!answer.refuted) {
      tell("bad", "undo", answer.text);
      return offer();
    }
    return refute(answer);
  }
  if (answer.done) return solved(answer);
  tell("good", "check", answer.text);
  state = /** @type {typeof state} */ (answer.state);
  const { last } = state;
  if (last) await board.play(last);
  played = [...played, text, last?.text ?? ""];
  offer();
}

/** Show how a wrong move is answered; then the solver may try again. @param {{text: string, refuted: PlyView[]}} answer */
async function refute({ text, refuted }) {
  const again = h("button", { class: "btn sm main", type: "button", id: "puzzle-again" }, [icon("undo"), gettext("Again")]);
  tell("bad", "undo", text);
  byId("puzzle-said")?.querySelector(".msg > div")?.append(again);
  const mine = (showing += 1);
  again.addEventListener("click", () => {
    showing += 1;
    byId("puzzle-said")?.replaceChildren();
    offer();
    board.goTo(board.current);
  });
  await board.moving;
  for (const ply of refuted) {
    if (mine !== showing) return;
    await board.play(ply);
  }
}

/** @param {{text: string, said: string}} answer */
function solved({ text, said }) {
  board.withhold();
  tell("good", "check", text, said);
  close(false);
  void count();
}

/** How many are solved, of all and of each theme: it is one more now. */
async function count() {
  const page = await pageNow();
  if (page) for (const id of ["puzzle-themes", "puzzle-count"]) recount(page, id);
}

/** Take the figures, not the links: whoever stands at one keeps standing there. @param {Document} page @param {string} id */
function recount(page, id) {
  const of = (/** @type {ParentNode} */ root) => [...root.querySelectorAll(`#${id} .num:not(output), #${id} progress`)];
  const next = of(page);
  for (const [i, one] of of(document).entries()) {
    one.replaceChildren(...(next[i]?.childNodes ?? []));
    if (one instanceof HTMLProgressElement) one.value = Number(next[i]?.getAttribute("value"));
  }
}

/** Nothing is left to be found: who stood at what goes stands at what comes next. @param {boolean} still the board is to stay in sight */
function close(still) {
  for (const id of ["puzzle-hint", "puzzle-solution", "hint", "puzzle-played"]) byId(id)?.remove();
  byId("puzzle-moves")?.closest(".cmd")?.remove();
  const next = byId("puzzle-next") ?? byId("puzzle-all");
  next?.classList.add("main");
  next?.focus({ preventScroll: still });
}

/** @param {string} style @param {string} symbol @param {string} text @param {string} [more] */
function tell(style, symbol, text, more = "") {
  byId("puzzle-said")?.replaceChildren(
    h("div", { class: `msg ${style}` }, [icon(symbol), h("div", {}, [h("b", {}, [text]), ...(more ? [h("p", {}, [more])] : [])])]),
  );
}

byId("puzzle-form")?.addEventListener("submit", (event) => {
  if (!(event instanceof SubmitEvent) || !(event.submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  if (asking) return;
  const what = event.submitter.value;
  if (what === "hint") void hint();
  else if (what === "solution") void solution();
  else typed();
});

/** A move that was typed: the texts of the legal moves are known. */
function typed() {
  const input = byId("puzzle-moves");
  if (!(input instanceof HTMLInputElement) || !input.value.trim()) return;
  const [move, other] = fitting(state.moves, input.value);
  if (other) return tell("bad", "warn", gettext("{move} may be more than one move: write it whole.", { move: input.value }));
  if (!move) return tell("bad", "warn", gettext("{move} is no legal move here.", { move: input.value }));
  input.value = "";
  showing += 1;
  board.withhold();
  board.show(state.pieces);
  void board.play({ path: move.paths[0], captured: move.captured, promotes: move.promotes }).then(() => attempt(move.text));
}

async function hint() {
  const answer = await post({ help: "hint" });
  if (!answer) return;
  tell("gold", "info", answer.hint);
  if (!played.length) board.flash(String(answer.square));
}

async function solution() {
  const answer = await post({ help: "solution" });
  if (!answer) return;
  showing += 1;
  board.withhold();
  board.show(data.start);
  /** @type {PlyView[]} */
  const line = answer.line;
  tell("gold", "key", line.map(({ text }) => text.replaceAll("x", "×")).join(" "), answer.said);
  close(true);
  for (const ply of line) await board.play(ply);
}
