/** The page of a study: a board to walk and to write on, the tree beside it, others writing at the same time. */

import "../board/draughts-board.js";
import { Arrows } from "../analysis/arrows.js";
import { AnalysisBoard } from "../analysis/analysis-board.js";
import { Explorer } from "../analysis/explorer.js";
import { Live } from "../analysis/live.js";
import { showDepth, showLines, showOdds, showSaid, showTrouble } from "../analysis/panel.js";
import { Drawings } from "../board/drawings.js";
import { moveSpeech } from "../board/words.js";
import { pageOf, swap } from "../fresh.js";
import { setUpBoard, setUpKeys } from "../game/boardpage.js";
import { byId, h, icon, readData, toggle } from "../game/dom.js";
import { positions } from "../game/line.js";
import { say, verbosity } from "../game/speech.js";
import { fitting } from "../game/typed.js";
import { sideWord } from "../game/table.js";
import { watch } from "../hall-live.js";
import { gettext, ngettext } from "../i18n.js";
import { carryOut, GLYPHS, plainWords, written } from "./draft.js";
import { Earlier } from "./earlier.js";
import { isKept, keepStudies } from "./kept.js";
import { Outbox } from "./outbox.js";
import { setUpTabs } from "./tabs.js";
import { Tree } from "./tree.js";

/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {import("../board/types.js").MoveView} MoveView */

/**
 * @typedef {object} StudyData
 * @property {string} id
 * @property {string} chapter
 * @property {number} version
 * @property {boolean} may_edit
 * @property {string} reader for whom the page was made
 * @property {string} game
 * @property {string} game_name
 * @property {string} start_fen
 * @property {import("../board/types.js").Pieces} start_pieces
 * @property {import("./tree.js").Node[]} nodes
 * @property {number} at
 * @property {boolean} quiz
 * @property {"white" | "black"} side
 * @property {string[]} drawings
 * @property {string} text
 * @property {{pieces: import("../board/types.js").Pieces, plies: PlyView[]}[]} earlier
 * @property {number} earlier_at
 * @property {number} count
 */

const FEW = 8; // pieces of which there may be tables
const WAIT_MS = 160;
const AHEAD_MS = 1500;
const SLOW_MS = 400;

/** @type {StudyData} */
let data = readData("study-data");
/** the study as the server had it last */
let served = JSON.stringify(data);
let tree = new Tree(data.nodes);
let at = data.at;
const base = `/study/${data.id}/${data.chapter}`;
const asReader = new URLSearchParams(location.search).get("as") === "reader";
const board = setUpBoard(/** @type {import("../board/types.js").GameView} */ (/** @type {unknown} */ ({ game_name: data.game_name })));
const line = tree.through(at).map((i) => tree.nodes[i].ply);
const analysis = new AnalysisBoard(
  board,
  {
    ...{ game: data.game, game_name: data.game_name, plain: true, start_fen: data.start_fen, start_pieces: data.start_pieces },
    ...{ history: line, at: tree.way(at).length, start_white: null, report: [], back: "", base, id: "" },
  },
  arrived,
);
analysis.follow = (/** @type {PlyView[]} */ moves) => enter(moves);
const arrows = new Arrows(board);
const drawings = new Drawings(board, (shapes) => {
  const node = tree.nodes[at];
  if (node) node.drawings = shapes;
  else data.drawings = shapes;
  if (data.may_edit) edit({ e: "drawings", path: tree.path(at), drawings: shapes }); // a reader's stay on their screen
});
const live = new Live();
const explorer = data.quiz ? null : new Explorer(analysis);
if (explorer) explorer.shown = "";
const tabs = setUpTabs((name) => name === "played" && explorer?.follow());
/** what the server has not taken, to be copied @type {string[]} */
const lost = [];
const outbox = new Outbox(data.id, data.reader, {
  stored: () => {
    stale = true;
    void refresh();
  },
  refused: (text, change) => {
    lost.push(...lostWith(change));
    notice(text, true, lost);
    void refresh();
  },
  waiting,
});
/** @type {string | null} the path of the node that the page tells of */
let shownAt = null;
let later = 0;
let ahead = 0;
/** the nodes round which the legal moves are known, and the version of the study whose nodes all are */
const foreseen = new Set();
let foreseenOf = -1;
let lawAsked = 0;
let asking = false;
/** settled when the move tried last has been answered and shown */
let trying = Promise.resolve();
/** which answer to a wrong move is being shown: another stops when this goes on */
let answering = 0;

/* ---------- walking ---------- */

/** The positions from before the board changed without a move, and the moves that led to them. */
const before = new Earlier(board, data.earlier);

/** Show a position from before the board changed: nothing is tried or written there. @param {number} to */
function goBefore(to) {
  shownAt = null;
  analysis.closed = true;
  before.show(to);
  arrows.show([]);
  drawings.show([]);
  for (const name of ["here-move", "sign-move"]) {
    const place = byId(name);
    if (place) place.textContent = before.text || gettext("The first position.");
  }
  const card = byId("law");
  if (card) card.hidden = true;
  lawAsked += 1;
  mark();
  const said = before.ply && `${sideWord(before.ply.side)}: ${moveSpeech(before.ply, before.from, verbosity(), board.grid)}.`;
  say("move", said || gettext("The first position."));
}

/** Come back to the moves behind the change. */
function leaveBefore() {
  if (before.at < 0) return;
  before.leave();
  analysis.closed = false;
}

/** Show a node. @param {number} to */
function go(to) {
  leaveBefore();
  const forward = to >= 0 && tree.nodes[to].parent === at;
  at = to;
  analysis.take(tree.through(to).map((i) => tree.nodes[i].ply));
  analysis.to(tree.way(to).length, !forward);
}

/** The board shows the move of a node already. @param {number} to */
function stand(to) {
  at = to;
  analysis.take(tree.through(to).map((i) => tree.nodes[i].ply));
  analysis.at = tree.way(to).length;
  analysis.state = null;
  analysis.arrive();
}

/** Put moves behind the node shown and go to the last; what an author puts there is written down. @param {PlyView[]} moves @param {boolean} [shown] */
function enter(moves, shown = false) {
  let to = at;
  const known = tree.nodes.length;
  for (const move of moves) to = tree.add(to, { ...move, ply: tree.way(to).length });
  if (tree.nodes.length > known && data.may_edit) edit({ e: "moves", path: tree.path(to) }, tree.way(to).map((i) => tree.nodes[i].ply));
  if (shown) stand(to);
  else go(to);
}

board.addEventListener("board-move", (event) => {
  const { made, move } = /** @type {CustomEvent<{made: any, move: MoveView}>} */ (event).detail;
  const side = analysis.state?.side ?? "white";
  if (data.quiz) return void attempt(move.text);
  enter([{ ...made, text: move.text, ply: analysis.at, side, comment: "", mark: "" }], true);
});
board.addEventListener("board-say", (event) => say("board-live", /** @type {CustomEvent<{text: string}>} */ (event).detail.text));
for (const name of ["analysis-refused", "analysis-heard"]) {
  board.addEventListener(name, (event) => showTrouble(/** @type {CustomEvent<{text: string}>} */ (event).detail.text));
}
board.addEventListener("board-command", (event) => {
  if (/** @type {CustomEvent<{name: string}>} */ (event).detail.name !== "flip") return;
  setTimeout(() => {
    arrows.again();
    drawings.again();
  });
});

/** Another position, or more is known of it: bring the page up to it. */
function arrived() {
  if (before.at >= 0) return;
  const node = tree.nodes[at];
  const here = tree.path(at).join(" ");
  const fen = analysis.state?.fen;
  if (fen) {
    const shown = byId("fen");
    if (shown) shown.textContent = fen;
    const find = byId("find-here");
    if (find instanceof HTMLInputElement) find.value = `=${fen}`;
    tables(fen);
  }
  const over = byId("here-over");
  if (over) over.textContent = analysis.state?.over ?? "";
  if (shownAt === here) return;
  shownAt = here;
  arrows.show([]);
  drawings.show(node ? node.drawings : data.drawings);
  showLines(null);
  showDepth(null);
  showOdds(null);
  showTrouble("");
  mark();
  fields();
  tell();
  law();
  clearTimeout(later);
  later = window.setTimeout(keepPlace, 3 * WAIT_MS);
  if (tabs.shown === "played") explorer?.follow();
  if (live.wanted || live.source) look();
  clearTimeout(ahead);
  if (data.may_edit) ahead = window.setTimeout(() => void lookAhead(), AHEAD_MS);
}

/** Learn what may be moved round the node shown, of all of the tree whenever it is new: there may be no connection later. */
async function lookAhead() {
  if (before.at >= 0) return;
  const line = tree.through(-1);
  const ends = [at, line.length ? line[line.length - 1] : -1]; // and where an author goes on
  for (const path of ends.map((node) => tree.path(node))) await foresee(path); // the tree may be another meanwhile
}

/** @param {string[]} path */
async function foresee(path) {
  const version = data.version;
  if (foreseen.has(path.join(" "))) return;
  const query = new URLSearchParams({ at: path.join(" "), ...(foreseenOf === version ? {} : { whole: "1" }) });
  const answer = await fetch(`/api/study/${data.id}/${data.chapter}/ahead?${query}`).catch(() => null);
  const told = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!told) return;
  foreseen.add(path.join(" "));
  foreseenOf = version;
  for (const { moves, state } of told.positions) analysis.foresee(moves, state);
}

/** Have a reload come back to the node shown. */
function keepPlace() {
  clearTimeout(later);
  if (before.at >= 0) return;
  history.replaceState(null, "", address());
}

/** The address of the node shown. */
function address() {
  return addressOf(at);
}

/** The address of a node. @param {number} node */
function addressOf(node) {
  const query = new URLSearchParams();
  const path = tree.path(node);
  if (path.length) query.set("at", path.join(" "));
  if (asReader) query.set("as", "reader");
  const text = query.toString();
  return text ? `${base}?${text}` : base;
}

/** Mark the node shown in the tree. */
function mark() {
  for (const old of document.querySelectorAll("#study-tree a.now")) {
    old.classList.remove("now");
    old.removeAttribute("aria-current");
  }
  const now = document.querySelector(before.at < 0 ? `#study-tree a[data-node="${at}"]` : `#study-tree a[data-earlier="${before.at}"]`);
  if (!(now instanceof HTMLElement)) return;
  now.classList.add("now");
  now.setAttribute("aria-current", "true");
  for (let fold = now.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  const box = byId("moves");
  if (box && box.scrollHeight > box.clientHeight) {
    box.scrollTop += now.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
  }
}

/** Bring what is written of the node shown into the fields. */
function fields() {
  const node = tree.nodes[at];
  for (const field of document.querySelectorAll("input[data-at]")) {
    if (field instanceof HTMLInputElement) field.value = tree.path(at).join(" ");
  }
  const number = tree.way(at).length;
  const count = data.count + number - 1;
  const move = node ? `${Math.floor(count / 2) + 1}${count % 2 ? "…" : "."} ${node.name.split("~")[0].replaceAll("x", "×")}` : gettext("The first position.");
  for (const id of ["here-move", "sign-move"]) {
    const place = byId(id);
    if (place) place.textContent = move;
  }
  const clock = byId("here-clock");
  if (clock) clock.textContent = node?.clock ?? "";
  const words = byId("words");
  if (words instanceof HTMLTextAreaElement) {
    words.value = node ? node.text : data.text;
    const was = words.form?.elements.namedItem("was");
    if (was instanceof HTMLInputElement) was.value = words.value;
    const label = document.querySelector("label[for=words] span");
    if (label) label.textContent = gettext("Comment on {move}", { move });
  }
  for (const button of document.querySelectorAll("#sign-choices button")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    const sign = button.value.replace("sign:", "");
    button.disabled = !node;
    if (sign !== "none") button.setAttribute("aria-pressed", String(node ? hasSign(node, sign) : false));
  }
  const tools = { promote: tree.inVariation(at), main: tree.inVariation(at), delete: at >= 0 };
  const beside = tree.hasVariations(at);
  const undo = outbox.queue.length > 0 || document.querySelector("#line-tools [data-stored]") !== null;
  const shown = { ...tools, undo, fold: beside && !node?.folded, unfold: beside && Boolean(node?.folded) };
  for (const [what, on] of Object.entries(shown)) {
    const button = document.querySelector(`#line-tools button[value="${what}"]`);
    if (button instanceof HTMLElement) button.hidden = !on;
  }
}

/** @param {import("./tree.js").Node} node @param {string} sign */
function hasSign(node, sign) {
  return node.strength === sign || (GLYPHS[sign] ?? []).some((nag) => node.nags.includes(nag));
}

function tell() {
  const ply = analysis.line[analysis.at - 1];
  const text = ply && `${sideWord(ply.side)}: ${moveSpeech(ply, analysis.pieces[analysis.at - 1], verbosity(), board.grid)}.`;
  const said = tree.nodes[at] ? tree.nodes[at].text : data.text;
  say("move", [text ?? gettext("The first position."), said].filter(Boolean).join(" "));
}

/** What the book says of the position. */
function law() {
  const ticket = (lawAsked += 1);
  setTimeout(async () => {
    const card = byId("law");
    if (!card || ticket !== lawAsked) return;
    const answer = await fetch(`/study/law?${analysis.query}`).catch(() => null);
    if (!answer?.ok || ticket !== lawAsked) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    card.replaceChildren(...page.body.childNodes);
    card.hidden = !card.querySelector(".says");
  }, WAIT_MS);
}

/** What the endgame tables know of the position, where it has few pieces. @param {string} fen */
async function tables(fen) {
  const place = byId("study-tables");
  if (!place || data.quiz) return;
  place.hidden = true;
  if (Object.keys(analysis.state?.pieces ?? {}).length > FEW) return;
  const answer = await fetch(`/endgame/ask?${new URLSearchParams({ game: data.game, fen })}`).catch(() => null);
  const told = answer?.ok ? await answer.json().catch(() => null) : null;
  if (!told?.known || analysis.state?.fen !== fen) return;
  place.hidden = false;
  place.replaceChildren(h("a", { href: told.page }, [gettext("Endgame tables")]), `: ${told.said} ${told.moves_said ?? ""}`);
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const node = event.target.closest("#study-tree [data-node]")?.getAttribute("data-node");
  const earlier = event.target.closest("#study-tree [data-earlier]")?.getAttribute("data-earlier");
  const way = event.target.closest("[data-go]")?.getAttribute("data-go");
  if (!node && !way && !earlier) return;
  event.preventDefault();
  if (earlier) goBefore(Number(earlier));
  else if (node) go(Number(node));
  else if (way) walk(way);
});

/** @param {string} name */
function walk(name) {
  if (walkBefore(name)) return;
  const next = tree.next(at);
  const whole = tree.through(at);
  if (name === "first") go(-1);
  else if (name === "prev" && at >= 0) go(tree.nodes[at].parent);
  else if (name === "next" && next !== undefined) go(next);
  else if (name === "end" && whole.length) go(whole[whole.length - 1]);
  else if (name === "flip") board.dispatchEvent(new CustomEvent("board-command", { detail: { name: "flip" } }));
  else if (name === "beside") sibling(1);
  else if (name === "above") sibling(-1);
}

/** Walk among what was played before the board changed, or come there from the first position. @param {string} name @returns {boolean} whether that was done */
function walkBefore(name) {
  const last = before.states.length - 1;
  if (last < 0 || !["first", "prev", "next"].includes(name) || (before.at < 0 && at >= 0 && name !== "first")) return false;
  if (name === "first") goBefore(0);
  else if (name === "prev") goBefore(before.at < 0 ? last : Math.max(0, before.at - 1));
  else if (before.at < 0) return false;
  else if (before.at < last) goBefore(before.at + 1);
  else go(-1);
  return true;
}

/** Go to the next variation from the same position, or the one before. @param {number} step */
function sibling(step) {
  if (at < 0) return;
  const beside = tree.children.get(tree.nodes[at].parent) ?? [];
  const to = beside[beside.indexOf(at) + step];
  if (to !== undefined) go(to);
}

/** @param {string} name */
function command(name) {
  if (name === "previous") walk("prev");
  else if (name === "next") walk("next");
  else if (name === "replay") analysis.again();
  else if (name === "last") tell();
  else if (name === "analyse") byId("engine-go")?.click();
}

/** The arrows walk through the tree, as long as they do not walk over the board for somebody who has no pointer. @type {Record<string, string>} */
const ARROWS = { ArrowLeft: "prev", ArrowRight: "next", ArrowDown: "beside", ArrowUp: "above", Home: "first", End: "end" };
let pointer = false;
document.addEventListener("pointerdown", () => (pointer = true), true);
document.addEventListener(
  "keydown",
  (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    const way = ARROWS[event.key];
    if (event.key === "Tab" || (!way && target === board)) pointer = false;
    if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const onPage = target === document.body && event.key !== "ArrowDown" && event.key !== "ArrowUp";
    if (!onPage && !target.closest(".studykeys, #moves") && !(pointer && board.contains(target))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    walk(way);
  },
  true,
);

/* ---------- writing ---------- */

/** Write a change down: in the tree that is shown, and for the server. @param {{e: string, [field: string]: unknown}} change @param {PlyView[]} [plies] how moves look */
function edit(change, plies) {
  carryOut(tree, change, (path) => nodeOf(tree, path));
  keepPlace();
  outbox.add({ ...change, chapter: data.chapter }, plies);
  draw();
}

/** @param {Tree} of @param {string[]} path */
function nodeOf(of, path) {
  const found = of.exact(path);
  return found === undefined ? undefined : of.nodes[found];
}

/** Show the tree as it is in this browser. */
function draw() {
  const line = byId("study-line");
  line?.replaceChildren(...written(tree, { count: data.count, text: data.text, at: before.at < 0 ? at : NaN, address: addressOf }));
  mark();
  fields();
}

/** The node of a path as this browser knows it. @param {Tree} old @param {string[]} path */
function knownOf(old, path) {
  const ply = outbox.plyOf(path);
  return nodeOf(old, path) ?? (ply && { ply });
}

/** Make the changes that wait for the server in the tree as it has it. @param {Tree} old the tree with them */
function carryWaiting(old) {
  const waiting = outbox.queue.filter((one) => one.edit.chapter === data.chapter);
  for (const { edit } of waiting) {
    carryOut(tree, edit, (path) => knownOf(old, path));
    if (/** @type {string[] | undefined} */ (edit.path)?.length !== 0) continue; // at the start, where there is no node
    if (edit.e === "comment") data.text = plainWords(String(edit.words));
    if (edit.e === "drawings") data.drawings = /** @type {string[]} */ (edit.drawings);
  }
  return waiting.length > 0;
}

/** How many changes wait for the server. @param {number} n */
function waiting(n) {
  const place = byId("study-net");
  if (!place) return;
  place.hidden = n === 0 && !outdated;
  if (outbox.isAnother && n) {
    place.textContent = ngettext("You are no longer signed in here as who wrote this. {n} change is safe in this browser and leaves once you are.", "You are no longer signed in here as who wrote this. {n} changes are safe in this browser and leave once you are.", n, { n });
    notice(gettext("You are no longer signed in here as who wrote this."), true, outbox.queue.flatMap(({ edit }) => lostWith(edit))); // a guest does not come back
    return;
  }
  place.textContent = !n && outdated ? gettext("No word from the server. This is the study as this browser saw it last.") : n ? ngettext("No word from the server. {n} change is safe in this browser and leaves by itself.", "No word from the server. {n} changes are safe in this browser and leave by themselves.", n, { n }) : "";
}

/** What would be lost with a change that the server does not take. @param {import("./outbox.js").Edit} change */
function lostWith({ e, words, path }) {
  if (e === "comment" && words) return [gettext("Your words: {words}", { words: String(words) })];
  return e === "moves" ? [gettext("Your moves: {moves}", { moves: /** @type {string[]} */ (path).join(" ") })] : [];
}

/** @param {string} text @param {boolean} bad @param {string[]} [more] what is not to be lost with it */
function notice(text, bad, more = []) {
  const kind = bad ? "bad" : "good";
  const said = [text, ...more].map((one) => h("p", {}, [one]));
  byId("study-notice")?.replaceChildren(h("div", { class: `msg ${kind}`, role: "status" }, [icon(bad ? "warn" : "info"), h("div", {}, said)]));
}

let refreshing = false;
let again = false;
/** whether something of ours was stored since the page was asked for that is on its way: it lacks that */
let stale = false;
/** whether the page came out of what this browser keeps, and the server has not answered since */
let outdated = isKept;

/** The study has changed: bring the page up to it; whoever writes a comment goes on writing. */
async function refresh() {
  if (refreshing) {
    again = true;
    return;
  }
  refreshing = true;
  let page;
  do {
    stale = again = false;
    page = await pageOf(await fetch(address()).catch(() => null));
  } while (stale);
  refreshing = false;
  const text = page?.getElementById("study-data")?.textContent;
  if (!page || !text) return;
  if (outdated && !outbox.queue.length && scriptOf(page) !== scriptOf(document)) return location.reload();
  outdated = false;
  waiting(outbox.queue.length);
  const path = tree.path(at);
  const words = byId("words");
  const writes = words instanceof HTMLTextAreaElement && words.value !== (tree.nodes[at] ? tree.nodes[at].text : data.text) ? words.value : null;
  const fresh = /** @type {StudyData} */ (JSON.parse(text));
  if (outbox.reader && fresh.reader !== outbox.reader) {
    if (fresh.reader) return location.reload(); // somebody else is signed in here
    if (data.may_edit) return; // nobody is: what is being written stays, and its writer is told with the next change
  }
  served = text;
  data = fresh;
  const old = tree;
  tree = new Tree(data.nodes);
  const waits = carryWaiting(old);
  swap(page, "study-tree");
  swap(page, "study-chapters");
  swap(page, "line-tools");
  const to = tree.find(path);
  const moved = tree.path(to).join(" ") !== path.join(" ");
  if (moved) {
    go(to);
  } else {
    at = to;
    analysis.take(tree.through(to).map((i) => tree.nodes[i].ply));
    analysis.pieces = positions(data.start_pieces, analysis.line);
    mark();
    if (before.at < 0) fields();
    if (before.at < 0 && !drawings.stroke) drawings.show(tree.nodes[at] ? tree.nodes[at].drawings : data.drawings);
  }
  if (waits) draw();
  if (writes !== null && !moved && words instanceof HTMLTextAreaElement) words.value = writes;
  if (again) {
    again = false;
    void refresh();
  }
}

/** The address of the script of a page: another deploy has another. @param {Document} page */
function scriptOf(page) {
  return page.querySelector('script[src$="/study/start.js"]')?.getAttribute("src");
}

/** Bring the page, as the server or this browser had it, up to what waits and to where its reader stood. */
function restore() {
  if (data.quiz || (!isKept && !outbox.queue.length)) return;
  if (carryWaiting(new Tree(data.nodes))) draw();
  go(tree.find((new URLSearchParams(location.search).get("at") ?? "").split(" ").filter(Boolean)));
  if (!isKept) return;
  waiting(outbox.queue.length);
  if (data.may_edit) trying = lookAhead(); // a move that is typed waits for it
}

/** @param {string} id @param {(what: string, form: HTMLFormElement) => void} act */
function onSubmit(id, act) {
  const form = byId(id);
  form?.addEventListener("submit", (event) => {
    if (!(event instanceof SubmitEvent) || !(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    act(event.submitter instanceof HTMLButtonElement ? event.submitter.value : "", form);
  });
}

onSubmit("comment-form", (_, form) => {
  const words = String(new FormData(form).get("words") ?? "");
  const was = String(new FormData(form).get("was") ?? "");
  if (at < 0) data.text = plainWords(words);
  edit({ e: "comment", path: tree.path(at), words, was });
  say("answer", gettext("Kept."));
});
onSubmit("sign-form", (what) => {
  const node = tree.nodes[at];
  const sign = what.replace("sign:", "");
  if (!node) return;
  let { strength, nags, signs } = node;
  if (sign === "none") [strength, nags, signs] = ["", [], []];
  else if (GLYPHS[sign]) {
    const [nag] = GLYPHS[sign].length === 2 && node.ply.side === "black" ? GLYPHS[sign].slice(1) : GLYPHS[sign];
    nags = nags.includes(nag) ? nags.filter((one) => one !== nag) : [...nags, nag];
  } else strength = strength === sign ? "" : sign;
  edit({ e: "glyphs", path: tree.path(at), strength, nags, signs });
});
onSubmit("line-form", (what, form) => {
  const path = tree.path(at);
  if (what === "promote" || what === "main") edit({ e: "promote", path, whole: what === "main" });
  else if (what === "fold" || what === "unfold") edit({ e: "fold", path, folded: what === "fold" });
  else if (what === "delete" && at >= 0) {
    go(tree.nodes[at].parent);
    edit({ e: "delete", path });
  } else if (what !== "undo" || !takeBack()) void post(form, what);
});
onSubmit("move-form", (_, form) => void typed(form));
onSubmit("quiz-form", (_, form) => void typed(form));
byId("pen-clear")?.addEventListener("click", () => drawings.wipe());

/** Take back the change made last, if the server has it not. @returns {boolean} whether there was one */
function takeBack() {
  if (outbox.sending || !outbox.queue.length) return false;
  outbox.takeBack();
  const old = tree;
  const path = tree.path(at);
  data = JSON.parse(served);
  tree = new Tree(data.nodes);
  carryWaiting(old);
  draw();
  go(tree.find(path));
  return true;
}

/** Undo and redo go as their form does. @param {HTMLFormElement} form @param {string} what */
async function post(form, what) {
  const body = new FormData(form);
  body.set("what", what);
  const page = await pageOf(await fetch(form.action, { method: "POST", body }).catch(() => null));
  if (!page) return notice(gettext("No word from the server. Try again."), true);
  swap(page, "study-notice");
  await refresh();
}

/** A move that was typed: when the one before is answered, the texts of the legal moves are known. @param {HTMLFormElement} form */
async function typed(form) {
  const input = form.elements.namedItem("move");
  if (!(input instanceof HTMLInputElement) || !input.value.trim()) return;
  await trying;
  await analysis.ready;
  const state = analysis.state;
  if (!state) return notice(unknown(), true); // the server alone knows what is legal
  const [move, other] = fitting(state.moves, input.value);
  if (other) return notice(gettext("{move} may be more than one move: write it whole.", { move: input.value }), true);
  if (!move) return notice(gettext("{move} is no legal move here.", { move: input.value }), true);
  byId("study-notice")?.replaceChildren();
  input.value = "";
  if (data.quiz) {
    answering += 1;
    board.withhold();
    offerAgain();
    void board.play({ path: move.paths[0], captured: move.captured, promotes: move.promotes });
    return attempt(move.text);
  }
  const made = { path: move.paths[0], captured: move.captured, promotes: move.promotes, leaves: move.leaves, becomes: move.becomes, drops: move.drops, after: move.after };
  enter([{ ...made, text: move.text, ply: analysis.at, side: state.side, comment: "", mark: "" }]);
}

/** Why nothing can be moved where the legal moves have not come. */
function unknown() {
  if (data.quiz || !outbox.queue.length) return gettext("No word from the server. Try again.");
  return gettext("What may be moved here comes with the connection. What you have made so far is safe.");
}

/* ---------- a chapter that asks ---------- */

/** Try a move on a chapter that asks. @param {string} move */
function attempt(move) {
  if (asking) return;
  asking = true;
  answering += 1;
  board.withhold();
  trying = answered(move);
}

/** @param {string} move */
async function answered(move) {
  const body = JSON.stringify({ path: tree.path(at), move });
  const slow = setTimeout(() => asked("gold", gettext("I am looking.")), SLOW_MS);
  const sent = fetch(`/api/study/${data.id}/${data.chapter}`, { method: "POST", body, headers: { "Content-Type": "application/json" } });
  const answer = await sent.then((one) => (one.ok ? one.json() : null)).catch(() => null);
  clearTimeout(slow);
  asking = false;
  if (!answer) return retry("bad", gettext("No word from the server. Try again."));
  if (!answer.right && answer.refuted.length) return refute(answer);
  if (!answer.right) return retry("bad", answer.text, answer.remark);
  asked("good", answer.text, answer.remark);
  if (answer.done) return void location.assign(`${base}?${new URLSearchParams({ at: answer.at, ...(asReader ? { as: "reader" } : {}) })}`);
  const page = await pageOf(await fetch(`${base}?${new URLSearchParams({ at: answer.at, ...(asReader ? { as: "reader" } : {}) })}`).catch(() => null));
  const text = page?.getElementById("study-data")?.textContent;
  if (!page || !text) return retry("bad", gettext("No word from the server. Try again."));
  const depth = tree.way(at).length;
  data = JSON.parse(text);
  tree = new Tree(data.nodes);
  swap(page, "study-tree");
  const way = tree.way(data.at);
  at = way[depth] ?? data.at;
  analysis.take(tree.through(data.at).map((i) => tree.nodes[i].ply));
  analysis.at = depth + 1;
  board.show(analysis.pieces[analysis.at], { last: analysis.line[analysis.at - 1].path });
  go(data.at);
}

/** Show how a wrong move is answered; then the reader may try again. @param {{text: string, remark: string, refuted: PlyView[]}} answer */
function refute({ text, remark, refuted }) {
  const again = h("button", { class: "btn sm main", type: "button", id: "quiz-again" }, [icon("undo"), gettext("Again")]);
  asked("bad", text, remark);
  byId("quiz-said")?.querySelector(".msg > div")?.append(again);
  const mine = answering;
  again.addEventListener("click", () => {
    answering += 1;
    byId("quiz-said")?.replaceChildren();
    offerAgain();
    board.goTo(board.current);
  });
  void (async () => {
    await board.moving;
    for (const ply of refuted) {
      if (mine !== answering) return;
      await board.play(ply);
    }
  })();
}

/** Show the position whose move is to be found, and let it be tried. */
function offerAgain() {
  board.show(analysis.pieces[analysis.at], { last: analysis.line[analysis.at - 1]?.path ?? [] });
  if (analysis.state) analysis.offer(analysis.state);
}

/** @param {string} kind @param {string} text @param {string} [more] */
function retry(kind, text, more = "") {
  asked(kind, text, more);
  offerAgain();
}

/** @param {string} kind @param {string} text @param {string} [more] */
function asked(kind, text, more = "") {
  const parts = [h("b", {}, [text]), ...(more ? [h("p", {}, [more])] : [])];
  byId("quiz-said")?.replaceChildren(h("div", { class: `msg ${kind}` }, [icon({ good: "check", gold: "engine" }[kind] ?? "undo"), h("div", {}, parts)]));
}

/* ---------- the engine ---------- */

/** @type {import("../analysis/live.js").Told | null} */
let told = null;

function look() {
  const query = analysis.query;
  query.set("lines", "2");
  live.ask(query.toString());
  if (!told) showSaid([gettext("I am looking.")], true);
  button(true);
}

/** @param {boolean} on @param {string} [text] */
function button(on, text) {
  const press = byId("engine-go");
  press?.setAttribute("aria-pressed", String(on));
  press?.querySelector("use")?.setAttribute("href", on ? "#i-pause" : "#i-play");
  const words = press?.querySelector("span");
  if (words) words.textContent = text ?? (on ? gettext("Stop") : gettext("Analyse"));
}

byId("engine-go")?.addEventListener("click", () => {
  if (!live.wanted && !live.source) return look();
  live.stop();
  arrows.show([]);
  button(false);
});
live.addEventListener("lines", (event) => {
  told = /** @type {CustomEvent<import("../analysis/live.js").Told>} */ (event).detail;
  showDepth(told);
  showOdds(told.odds);
  showLines(told);
  showSaid(told.said);
  arrows.show(told.lines.slice(0, 2).map(({ moves }, i) => ({ path: moves[0]?.path ?? [], style: i ? "second" : "first" })).reverse());
});
live.addEventListener("word", (event) => {
  const { word, text } = /** @type {CustomEvent<{word: import("../analysis/live.js").Word, text: string}>} */ (event).detail;
  showTrouble(word === "solved" ? "" : word === "lost" ? gettext("No word from the server. Press Analyse to try again.") : text);
  if (word === "waiting" || word === "trouble") return;
  button(false, word === "resting" ? gettext("Keep looking") : undefined);
  if (word === "solved") showSaid([text]);
});
byId("lines")?.addEventListener("click", (event) => {
  const step = event.target instanceof Element ? event.target.closest("[data-step]")?.getAttribute("data-step") : null;
  if (!step || !told) return;
  const [number, last] = step.split(".").map(Number);
  enter(told.lines[number].moves.slice(0, last + 1));
});

/* ---------- at last: all that is above is there ---------- */

board.show(analysis.pieces[analysis.at], { last: analysis.line[analysis.at - 1]?.path ?? [] });
setUpKeys(board, command);
analysis.arrive();
restore();
if (data.earlier_at >= 0) goBefore(data.earlier_at);
toggle(byId("engine-go"), true);
toggle(byId("pens"), data.may_edit);
drawings.sparesPieces = !data.may_edit;
drawings.listen();
for (const field of document.querySelectorAll("input[data-whole]")) {
  if (field instanceof HTMLInputElement) field.value = new URL(field.value, location.href).href;
}
/** Show who else looks at the study. */
async function company() {
  const page = await pageOf(await fetch(`/study/${data.id}/company`).catch(() => null));
  if (page) byId("study-company")?.replaceChildren(...page.body.childNodes);
}

/** how often somebody had come or gone when the page was told last */
let came = 0;
watch(
  data.id,
  ({ v, w }) => {
    if (v !== data.version || outdated) void refresh();
    if (w !== came) void company();
    came = w;
  },
  undefined,
  `/study/${encodeURIComponent(data.id)}`,
);
keepStudies(() => {
  void refresh();
  foreseen.clear();
  foreseenOf = -1;
  if (data.may_edit) void lookAhead();
  void fetch(`/api/analysis/at?${analysis.query}`).catch(() => null);
  law();
});
byId("quiz-next")?.scrollIntoView({ block: "nearest" }); // on a phone it stands below
