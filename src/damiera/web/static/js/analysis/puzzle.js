/** A puzzle: the solver moves on the board, the server says whether that was it. */

import "../board/draughts-board.js";
import { gettext } from "../i18n.js";
import { setUpBoard, setUpKeys } from "../game/boardpage.js";
import { byId, h, icon, readData } from "../game/dom.js";
import { say } from "../game/speech.js";

/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {import("./bench.js").BenchState} BenchState */

/** @type {{id: string, game: string, fen: string, side: string}} */
const data = readData("puzzle-data");
const board = setUpBoard(/** @type {import("../board/types.js").GameView} */ (/** @type {unknown} */ ({ game_name: document.title })));
/** @type {string[]} */
let played = [];
/** @type {BenchState | null} */
let state = null;

setUpKeys(board, (name) => {
  if (name === "replay" && state) board.show(state.pieces);
});
board.addEventListener("board-say", (event) => say("board-live", /** @type {CustomEvent<{text: string}>} */ (event).detail.text));
board.addEventListener("board-move", (event) => {
  const { move } = /** @type {CustomEvent<{move: import("../board/types.js").MoveView}>} */ (event).detail;
  void attempt(move.text);
});
void load();

/** Ask for the position after the moves so far, and let the solver choose. */
async function load() {
  const query = new URLSearchParams({ game: data.game, fen: data.fen, moves: played.join(" ") });
  const answer = await fetch(`/api/analysis/at?${query}`).catch(() => null);
  if (!answer?.ok) return;
  state = await answer.json();
  if (!state) return;
  board.show(state.pieces);
  board.offer({ moves: state.moves, must: state.must, side: state.side });
}

/** @param {object} body @returns {Promise<any>} */
async function post(body) {
  const answer = await fetch(`/api/puzzles/${data.id}`, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }).catch(() => null);
  if (answer?.ok) return answer.json();
  tell("bad", "warn", gettext("No word from the server. Try again."));
  return null;
}

/** @param {string} text */
async function attempt(text) {
  board.withhold();
  const answer = await post({ moves: [...played, text] });
  if (!answer) return load();
  if (!answer.right) {
    tell("bad", "undo", answer.text);
    return load();
  }
  played.push(text);
  if (answer.done) return solved(answer);
  tell("good", "check", answer.text);
  /** @type {PlyView} */
  const reply = answer.reply;
  await board.play(reply);
  played.push(reply.text);
  void load();
}

/** @param {{text: string, said: string}} answer */
function solved({ text, said }) {
  board.withhold();
  tell("good", "check", text, said);
  for (const id of ["puzzle-hint", "puzzle-solution"]) byId(id)?.remove();
  byId("puzzle-moves")?.closest(".cmd")?.remove();
  byId("hint")?.remove();
  const next = byId("puzzle-next");
  next?.classList.add("main");
  next?.focus();
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
  const what = event.submitter.value;
  if (what === "hint") void hint();
  else if (what === "solution") void solution();
  else typed();
});

/** A move that was typed: the texts of the legal moves are known. */
function typed() {
  const input = byId("puzzle-moves");
  if (!(input instanceof HTMLInputElement) || !input.value.trim()) return;
  const wanted = plain(input.value);
  const move = state?.moves.find(({ text }) => plain(text) === wanted);
  if (!move) return tell("bad", "warn", gettext("{move} is no legal move here.", { move: input.value }));
  input.value = "";
  board.withhold();
  void board.play({ path: move.paths[0], captured: move.captured, promotes: move.promotes }).then(() => attempt(move.text));
}

/** @param {string} text */
function plain(text) {
  return text.trim().toLowerCase().replace(/[:×*]/g, "x").replace(/[–—−]/g, "-").replace(/\s+/g, "");
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
  /** @type {PlyView[]} */
  const line = answer.line;
  played = [];
  await load();
  board.withhold();
  tell("gold", "key", line.map(({ text }) => text.replaceAll("x", "×")).join(" "), answer.said);
  for (const ply of line) await board.play(ply);
  for (const id of ["puzzle-hint", "puzzle-solution"]) byId(id)?.remove();
  byId("puzzle-moves")?.closest(".cmd")?.remove();
  byId("puzzle-next")?.classList.add("main");
}
