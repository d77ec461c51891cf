// @ts-check
/** Finding a board of the desk: by number or name, by what it lacks, and on the map of the hall. */

import { boardName, changed, desk, focusRow, key, rows } from "./hall.js";
import { slipOf } from "./hall-slips.js";
import { gettext, ngettext } from "./i18n.js";

const MAP_FROM = 12;

/** @typedef {"all" | "open" | "waits" | "differ"} Filter */

/** @type {Filter} */
let filter = "all";

/** @param {Element} row @returns {"waits" | "differ" | "open" | "done"} */
function stateOf(row) {
  if (slipOf(key(row))) return "waits";
  if (row.classList.contains("differ") || row.classList.contains("agreed")) return "differ";
  return row.classList.contains("open") ? "open" : "done";
}

const STATES = {
  done: () => gettext("done"),
  open: () => gettext("to come"),
  waits: () => gettext("waits for the server"),
  differ: () => gettext("the players disagree"),
};

/* ---------- the search ---------- */

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().replace(/\s+/g, " ").trim();

/** The rows that a number or a part of a name means. @param {string} wanted */
function found(wanted) {
  if (/^\d+(\.\d+)?$/.test(wanted)) {
    const number = wanted.split(".").map(Number).join("."); // where teams meet "2" is a table, "2.3" a board of it
    return rows().filter((row) => `${boardName(row)}.`.startsWith(`${number}.`));
  }
  const parts = plain(wanted).split(" ");
  return rows().filter((row) => {
    const names = [".w b", ".k b"].map((side) => plain(row.querySelector(side)?.textContent ?? ""));
    return names.some((name) => parts.every((part) => name.includes(part)));
  });
}

const find = /** @type {() => HTMLInputElement | null} */ (() => document.querySelector("#desk #find"));

/** Go to a row: it stands in the middle, its result has the focus. @param {Element} row */
export function goTo(row) {
  if (row instanceof HTMLElement && row.hidden) show("all");
  row.scrollIntoView({ block: "center" });
  focusRow(row);
}

let last = "";
let turn = 0;

function search() {
  const field = find();
  const wanted = field?.value.trim() ?? "";
  if (!field || !wanted) return;
  const all = found(wanted);
  turn = wanted === last ? turn + 1 : 0;
  last = wanted;
  const row = all[turn % Math.max(all.length, 1)];
  const said = document.getElementById("found");
  if (said) {
    said.textContent = row
      ? ngettext("{n} board found", "{n} boards found", all.length)
      : gettext("Neither a board nor a player of this round: {what}", { what: wanted });
  }
  if (row) goTo(row);
  else field.select();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.id !== "finder" || !desk()?.contains(form)) return;
  event.preventDefault();
  search();
});

/* ---------- what is shown ---------- */

/** @param {Filter} wanted */
function show(wanted) {
  filter = wanted;
  for (const row of rows()) {
    if (row instanceof HTMLElement) row.hidden = filter !== "all" && stateOf(row) !== filter && row !== document.activeElement?.closest("tr");
  }
  for (const other of document.querySelectorAll("#desk tr.byeline, #desk tr.match-head")) {
    if (other instanceof HTMLElement) other.hidden = filter !== "all";
  }
  count();
}

function count() {
  const states = rows().map(stateOf);
  for (const chip of document.querySelectorAll("#shows button")) {
    if (!(chip instanceof HTMLButtonElement)) continue;
    const number = chip.value === "all" ? states.length : states.filter((state) => state === chip.value).length;
    chip.setAttribute("aria-pressed", String(chip.value === filter));
    chip.hidden = chip.value !== "all" && chip.value !== "open" && !number && chip.value !== filter;
    const figure = chip.querySelector(".num");
    if (figure) figure.textContent = String(number);
  }
}

document.addEventListener("click", (event) => {
  const chip = event.target instanceof Element ? event.target.closest("#shows button") : null;
  if (chip instanceof HTMLButtonElement) show(/** @type {Filter} */ (chip.value));
});

/* ---------- the map of the hall ---------- */

/** One cell for each board: where the hall stands at a look, and a tap away from each. */
function draw() {
  const map = document.getElementById("map");
  const all = rows();
  if (!map) return;
  map.hidden = all.length < MAP_FROM;
  if (map.hidden) return;
  const cells = map.querySelector(".cells");
  if (!cells) return;
  while (cells.childElementCount > all.length) cells.lastElementChild?.remove();
  while (cells.childElementCount < all.length) {
    const cell = document.createElement("button");
    cell.type = "button";
    cell.tabIndex = -1; // the rows themselves are there for the keys
    cells.append(cell);
  }
  const here = document.activeElement?.closest("#desk tr[data-board]");
  all.forEach((row, n) => {
    const cell = cells.children[n];
    const state = stateOf(row);
    if (!cell) return;
    const look = `${state}${row === here ? " now" : ""}`;
    if (cell.className === look && cell.getAttribute("value") === row.id) return;
    cell.className = look;
    cell.setAttribute("value", row.id);
    cell.setAttribute("title", `${boardName(row)} · ${STATES[state]()}`);
  });
}

document.addEventListener("click", (event) => {
  const cell = event.target instanceof Element ? event.target.closest("#map .cells button") : null;
  const row = cell instanceof HTMLButtonElement ? document.getElementById(cell.value) : null;
  if (row) goTo(row);
});

/* ---------- the next one that is missing ---------- */

/** The first board without a result below where one stands. */
function nextOpen() {
  const all = rows();
  const here = document.activeElement?.closest("tr[data-board]");
  const from = here ? all.indexOf(here) + 1 : 0;
  const open = (/** @type {Element} */ row) => stateOf(row) === "open";
  return all.slice(from).find(open) ?? all.find(open);
}

function name() {
  const button = document.getElementById("next-open");
  const row = nextOpen();
  if (!(button instanceof HTMLButtonElement)) return;
  button.hidden = !row;
  if (row) button.textContent = gettext("Next missing: {n}", { n: boardName(row) });
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("#next-open")) return;
  const row = nextOpen();
  if (row) goTo(row);
});

let due = false;

/** Count again, once for all that changes at a time. */
function soon() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    if (filter === "all") count();
    else show(filter);
    draw();
    name();
  });
}

function begin() {
  const shows = document.getElementById("shows");
  if (shows) shows.hidden = false;
  desk()?.addEventListener("hall:rows", soon);
  desk()?.addEventListener("focusin", soon);
  soon();
}

document.addEventListener("hall:desk", begin);
begin();
changed();
