// @ts-check
/** The arbiter's desk: a result by one tap or key, focus goes down, and what came of it is put in place. */

import { gettext } from "./i18n.js";

const ROW = "tr[data-board]";
const KEYS = { 2: "win", 1: "draw", 0: "loss" };

/** What is still to be sent, one after another. */
let line = Promise.resolve();

const desk = () => document.getElementById("desk");

/** @param {Element} row */
const key = (row) => `${row.getAttribute("data-board")}.${row.getAttribute("data-leg")}`;

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

/** @param {string} html @param {string} url */
export function putInPlace(html, url) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const active = document.activeElement;
  const row = active?.closest(ROW);
  const where = row ? key(row) : "";
  const value = active instanceof HTMLButtonElement ? active.value : "";
  const id = active?.id ?? "";
  for (const part of ["desk"]) {
    const now = document.getElementById(part);
    const then = fresh.getElementById(part);
    if (!now || !then) return location.assign(url);
    now.replaceWith(then);
  }
  const rounds = fresh.querySelector(".rounds");
  document.querySelector(".rounds")?.replaceWith(rounds ?? "");
  document.title = fresh.title;
  const back = rows().find((r) => key(r) === where);
  if (back) focusRow(back, value);
  else if (id) document.getElementById(id)?.focus();
  const wrong = document.getElementById("wrong");
  if (wrong) say(wrong.textContent?.trim() ?? "");
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

/** @param {string} board @param {string} result */
async function send(board, result) {
  const row = rows().find((r) => key(r) === board);
  const form = row?.querySelector("form");
  if (!row || !(form instanceof HTMLFormElement)) return;
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  body.set("result", result);
  try {
    const answer = await post(form.action, body);
    putInPlace(await answer.text(), answer.url);
  } catch {
    for (const button of row.querySelectorAll("button")) button.setAttribute("aria-pressed", "false");
    row.classList.add("open");
    say(gettext("Board {n}: the result was not stored, the server does not answer. Enter it again.", { n: board.split(".")[0] ?? "" }));
    focusRow(row, result);
  }
}

/** @param {Element} row @param {string} result */
function enter(row, result) {
  const buttons = [...row.querySelectorAll("button[name=result]")];
  if (!buttons.length) return;
  const after = next(row);
  for (const button of buttons) {
    button.setAttribute("aria-pressed", String(button instanceof HTMLButtonElement && button.value === result));
  }
  row.classList.remove("open");
  const board = key(row);
  line = line.then(() => send(board, result));
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
