// @ts-check
/** The arbiter's desk: a result by one tap or key, focus goes down, and every row says how far its result has come. */

import { renew, replace, whenReleased, wouldLose } from "./fields.js";
import { enter as send, event as eventId, onAnswer, onState, slipOf, waiting } from "./hall-slips.js";
import { gettext, ngettext } from "./i18n.js";

/** @typedef {import("./hall-slips.js").Answer} Answer */
/** @typedef {import("./hall-slips.js").SlipState} SlipState */

const ROW = "tr[data-board]";
const KEYS = { 2: "win", 1: "draw", 0: "loss" };

/** The row whose result was refused: that is told until another is entered there. */
let refused = "";

export const desk = () => document.getElementById("desk");

/** Round, board and game of a row, as its slip is kept. @param {Element} row */
export const key = (row) => `${eventId} ${row.getAttribute("data-about") ?? ""}`;

/** What a board is called: its number, with its table where teams meet. @param {Element} row */
export const boardName = (row) => row.getAttribute("data-name") ?? row.getAttribute("data-board") ?? "";

export const rows = () => [...document.querySelectorAll(`#desk ${ROW}`)];

/** @param {Element | undefined} row @param {string} [result] */
export function focusRow(row, result) {
  const wanted = result ? row?.querySelector(`button[value="${result}"]`) : null;
  const target = wanted ?? row?.querySelector("button[aria-pressed=true]") ?? row?.querySelector("button, a.x");
  if (target instanceof HTMLElement) target.focus();
}

/** @param {Element} row */
const isShown = (row) => row instanceof HTMLElement && !row.hidden;

/** The row after this one, the next without a result before any other. @param {Element} row */
function next(row) {
  const all = rows().filter((r) => r === row || isShown(r));
  const below = all.slice(all.indexOf(row) + 1);
  return below.find((r) => r.classList.contains("open")) ?? all.find((r) => r !== row && r.classList.contains("open")) ?? below[0];
}

/** @param {string} text */
export function say(text) {
  const said = document.getElementById("said");
  if (said) said.textContent = text;
}

/** Show the result of a row before it is stored. @param {Element} row @param {string} result */
function press(row, result) {
  for (const button of row.querySelectorAll("button[name=result]")) {
    button.setAttribute("aria-pressed", String(button instanceof HTMLButtonElement && button.value === result));
  }
  row.classList.remove("open");
}

/* ---------- how far a result has come ---------- */

const WORDS = { typed: () => gettext("typed"), sending: () => gettext("sending"), waits: () => gettext("waits here") };

/** @param {Element} row @param {SlipState} state */
function mark(row, state) {
  const cell = row.querySelector(".state");
  if (!cell) return;
  row.setAttribute("data-state", state);
  cell.className = `state ${state}`;
  cell.textContent = WORDS[state]();
}

/** Show what waits for its row, in whatever row stands there now. @param {Element} row */
function overlay(row) {
  const slip = slipOf(key(row));
  if (!slip) return;
  press(row, slip.result);
  mark(row, lastState.get(slip.key) ?? "typed");
}

/** @type {Map<string, SlipState>} */
const lastState = new Map();

onState((slipKey, state, slip) => {
  if (state) lastState.set(slipKey, state);
  else lastState.delete(slipKey);
  const row = rows().find((r) => key(r) === slipKey);
  if (row && state) {
    press(row, slip.result);
    mark(row, state);
  }
  changed();
});

/** Tell those who count boards that a row is another than before. */
export const changed = () => desk()?.dispatchEvent(new CustomEvent("hall:rows"));

/* ---------- what the server says ---------- */

/** Put one row in place of what stood there. @param {{ board: number, leg: number, html: string }} told @param {number} round */
function putRow({ board, leg, html }, round) {
  const now = rows().find((row) => row.getAttribute("data-about") === `${round}.${board}.${leg}`);
  const table = document.createElement("table");
  table.innerHTML = html;
  const then = table.querySelector("tr");
  if (!now || !then) return;
  if (now.classList.contains("here")) then.classList.add("here");
  replace(now, then);
  overlay(then);
}

/** @param {Answer} answer */
function count({ boards, missing, waits, differ = "" }) {
  const heading = document.getElementById("missing");
  const bar = desk()?.querySelector("aside progress");
  const done = desk()?.querySelector("#missing + .num");
  const why = document.getElementById("waits");
  if (heading && missing) heading.textContent = ngettext("{n} board to come", "{n} boards to come", missing);
  if (bar instanceof HTMLProgressElement) bar.value = boards ? (100 * (boards - missing)) / boards : 0;
  if (done) done.textContent = gettext("{n} of {all}", { n: boards - missing, all: boards });
  if (why && waits) why.textContent = waits;
  const disagree = document.getElementById("differ");
  const words = disagree?.querySelector("span");
  if (!disagree || !words || words.textContent === differ) return;
  disagree.hidden = !differ;
  words.textContent = differ;
}

/**
 * Put the rows of an answer in place. Returns whether the page has to be asked for, since more has changed than rows.
 * @param {Answer} answer
 * @param {boolean} [since] whether the rows are all that is new since the version shown
 */
export function putRows(answer, since = false) {
  const now = desk();
  if (!now || Number(now.dataset.round) !== answer.round) return true;
  const before = Number(now.dataset.version);
  if (answer.v < before) return false; // an answer overtaken by a later one
  const turned = (now.dataset.missing === "0") !== !answer.missing; // the round is complete now, or no more
  now.dataset.missing = String(answer.missing);
  for (const told of answer.rows ?? []) putRow(told, answer.round);
  count(answer);
  if (since || answer.v <= before + 1) now.dataset.version = String(answer.v);
  changed();
  return Boolean(answer.whole) || turned;
}

/** Ask for the whole desk, and put it in place. */
export async function refresh() {
  const answer = await fetch(`/hall/${eventId}${location.search}`, { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  const html = await answer.text();
  whenReleased(() => putInPlace(html));
}

onAnswer((answer, slip) => {
  if (answer.wrong) refuse(slip.key, answer.wrong);
  whenReleased(() => {
    if (answer.v === undefined || putRows(answer)) refresh().catch(() => undefined);
  });
});

/** @param {string} slipKey @param {string} text */
function refuse(slipKey, text) {
  refused = slipKey;
  document.getElementById("wrong")?.remove();
  const told = document.createElement("div");
  told.id = "wrong";
  told.className = "msg bad";
  told.setAttribute("role", "alert");
  told.tabIndex = -1;
  const line = document.createElement("p");
  line.className = "strong";
  line.textContent = text;
  told.append(line);
  document.getElementById("boards")?.prepend(told);
  say(text);
}

/**
 * Put the desk as it is now in place of the desk as it was. Where somebody would lose what they have written beside the
 * boards, the boards alone are put in place.
 * @param {string} html
 */
export function putInPlace(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const [now, then] = [desk(), fresh.getElementById("desk")];
  if (!now || !then) return location.assign(location.pathname.split("/", 3).join("/"));
  if (Number(then.dataset.version) < Number(now.dataset.version)) return; // an answer overtaken by a later one
  const [told, tells] = [document.getElementById("wrong"), fresh.getElementById("wrong")];
  const round = now.dataset.round;
  const stood = document.activeElement;
  tells?.removeAttribute("autofocus"); // the keyboard is where one goes on
  if (!wouldLose(now, then)) {
    renew(now, then);
    document.querySelector(".rounds")?.replaceWith(fresh.querySelector(".rounds") ?? "");
    document.title = fresh.title;
  } else if (then.dataset.round === round) {
    const [boards, anew] = [now, then].map((whole) => whole.querySelector("#boards"));
    if (boards && anew) replace(boards, anew);
    now.dataset.version = then.dataset.version ?? "";
  }
  for (const row of rows()) overlay(row);
  if (told && !tells) {
    told.removeAttribute("role");
    document.getElementById("boards")?.prepend(told);
    if (stood === told) told.focus({ preventScroll: true });
  } else if (desk()?.dataset.round !== round) say(document.getElementById("round-title")?.textContent ?? "");
  else if (!waiting() && !document.querySelector(`#desk ${ROW}.open`)) say(document.getElementById("missing")?.textContent ?? "");
  document.dispatchEvent(new CustomEvent("hall:desk"));
}

/* ---------- a result by tap or key ---------- */

/** @param {Element} row @param {string} result */
function enter(row, result) {
  const form = row.querySelector("form");
  if (!form?.querySelector("button[name=result]")) return;
  const fields = new FormData(form);
  const told = (/** @type {string} */ name) => String(fields.get(name) ?? "");
  const after = next(row);
  if (refused === key(row)) {
    refused = "";
    document.getElementById("wrong")?.remove();
  }
  press(row, result);
  const figure = row.querySelector(`button[value="${result}"]`)?.textContent ?? "";
  say(gettext("Board {n}: {result}.", { n: boardName(row), result: figure.trim() }));
  send({ round: told("round"), board: told("board"), leg: told("leg"), result, was: told("was") });
  if (after) focusRow(after);
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest(`${ROW} button[name=result]`) : null;
  const row = button?.closest(ROW);
  if (!(button instanceof HTMLButtonElement) || !row) return;
  event.preventDefault();
  enter(row, button.value);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const target = event.target;
  if (target instanceof Element && target.closest("input, select, textarea")) return;
  const row = target instanceof Element ? target.closest(`#desk ${ROW}`) : null;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const all = rows().filter((r) => r === row || isShown(r));
    if (!all.length || (!row && target !== document.body)) return;
    event.preventDefault();
    const step = event.key === "ArrowDown" ? 1 : -1;
    focusRow(row ? all[all.indexOf(row) + step] : all.find((r) => r.classList.contains("open")) ?? all[0]);
    return;
  }
  const result = Object.entries(KEYS).find(([k]) => k === event.key)?.[1];
  if (!row || !result) return;
  event.preventDefault();
  enter(row, result);
});

const named = /^#b\d/.test(location.hash) ? document.getElementById(location.hash.slice(1)) : null;
if (named) {
  const go = () => {
    named.scrollIntoView({ block: "center" });
    focusRow(named);
  };
  if (document.readyState === "complete") go();
  else addEventListener("load", () => setTimeout(go)); // the browser itself goes there first, and takes the focus away
} else if (desk() && document.querySelector(`#desk ${ROW}.open`) && !location.hash && !document.getElementById("wrong")) {
  focusRow(document.querySelector(`#desk ${ROW}.open`) ?? undefined);
}
