// @ts-check
/** The arbiter's desk: a result by one tap or key, focus goes down, and what came of it is put in place. */

import { renew, replace, whenReleased, wouldLose } from "./fields.js";
import { gettext } from "./i18n.js";

const ROW = "tr[data-board]";
const KEYS = { 2: "win", 1: "draw", 0: "loss" };

/** What is still to be sent, one after another. */
let line = Promise.resolve();

/** What of it is not answered yet. @type {Set<{ url: string, body: URLSearchParams }>} */
const waiting = new Set();

/** What was entered here of each row and is not answered yet. @type {Map<string, string>} */
const entered = new Map();

/** The row whose result was refused: that is told until another is entered there. */
let refused = "";

const desk = () => document.getElementById("desk");

/** Round, board and game of a row. @param {Element} row */
const key = (row) => row.getAttribute("data-about") ?? "";

const rows = () => [...document.querySelectorAll(`#desk ${ROW}`)];

/** @param {Element | undefined} row @param {string} [result] */
function focusRow(row, result) {
  const wanted = result ? row?.querySelector(`button[value="${result}"]`) : null;
  const target = wanted ?? row?.querySelector("button[aria-pressed=true]") ?? row?.querySelector("button, a.x");
  if (target instanceof HTMLElement) target.focus();
}

/** The row after this one, the next without a result before any other. @param {Element} row */
function next(row) {
  const all = rows();
  const below = all.slice(all.indexOf(row) + 1);
  return below.find((r) => r.classList.contains("open")) ?? all.find((r) => r !== row && r.classList.contains("open")) ?? below[0];
}

/** @param {string} text */
function say(text) {
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

/**
 * Put the desk as it is now in place of the desk as it was. Where somebody would lose what they have written beside the
 * boards, the boards alone are put in place.
 * @param {string} html
 * @param {string} [answered] the row whose result this is the answer to
 */
export function putInPlace(html, answered) {
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
  }
  for (const row of rows()) {
    const result = entered.get(key(row));
    if (result) press(row, result);
  }
  if (tells) {
    refused = answered ?? "";
    say(tells.textContent?.trim() ?? "");
  } else if (told && (refused || !answered)) {
    told.removeAttribute("role");
    document.getElementById("boards")?.prepend(told);
    if (stood === told) told.focus({ preventScroll: true });
  } else if (desk()?.dataset.round !== round) say(document.getElementById("round-title")?.textContent ?? "");
  else if (answered && !entered.size && !document.querySelector(`#desk ${ROW}.open`)) say(document.getElementById("missing")?.textContent ?? "");
}

/** Send a form; a server that is asked too quickly is asked again a little later.
 * @param {string} url @param {URLSearchParams} body */
async function post(url, body) {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(url, { method: "POST", body });
    if ((answer.status !== 429 && answer.status !== 503) || tries > 20) return answer;
    await new Promise((done) => setTimeout(done, 700));
  }
}

/**
 * Send a result as it was entered: of the round and against the result that stood there then, whatever is shown now.
 * @param {Element} row @param {HTMLFormElement} form @param {URLSearchParams} body
 */
async function send(row, form, body) {
  try {
    const answer = await post(form.action, body);
    const html = await answer.text();
    if (entered.get(key(row)) === body.get("result")) entered.delete(key(row));
    whenReleased(() => putInPlace(html, key(row)));
  } catch {
    entered.delete(key(row));
    const now = rows().find((r) => key(r) === key(row));
    for (const button of now?.querySelectorAll("button") ?? []) button.setAttribute("aria-pressed", "false");
    now?.classList.add("open");
    say(gettext("Board {n}: the result was not stored, the server does not answer. Enter it again.", { n: row.getAttribute("data-board") ?? "" }));
    focusRow(now, body.get("result") ?? "");
  }
}

/** @param {Element} row @param {string} result */
function enter(row, result) {
  const form = row.querySelector("form");
  if (!form?.querySelector("button[name=result]")) return;
  const body = new URLSearchParams({ result });
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  const before = entered.get(key(row));
  if (before) body.set("was", before);
  const after = next(row);
  if (refused === key(row)) {
    refused = "";
    document.getElementById("wrong")?.remove();
  }
  press(row, result);
  const figure = row.querySelector(`button[value="${result}"]`)?.textContent ?? "";
  say(gettext("Board {n}: {result}.", { n: row.getAttribute("data-board") ?? "", result: figure.trim() }));
  entered.set(key(row), result);
  const one = { url: form.action, body };
  waiting.add(one);
  line = line.then(async () => {
    if (!waiting.has(one)) return;
    await send(row, form, body);
    waiting.delete(one);
  });
  if (after) focusRow(after);
}

// Whoever leaves the page at once loses nothing of what it shows as entered. What was on its way may come twice: a
// result that stands there already is no other.
window.addEventListener("pagehide", () => {
  for (const { url, body } of waiting) navigator.sendBeacon(url, body);
  waiting.clear();
});

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
    const all = rows();
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

if (desk() && document.querySelector(`#desk ${ROW}.open`) && !location.hash && !document.getElementById("wrong")) {
  focusRow(document.querySelector(`#desk ${ROW}.open`) ?? undefined);
}
