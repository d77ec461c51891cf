// @ts-check
/**
 * Results on their way to the server. Each is kept in this browser until the server says that it has it, and is sent
 * again by itself; a band on every page of the event says how many wait. A result that is there already is no other:
 * what comes twice is stored once.
 */

import { gettext, ngettext } from "./i18n.js";

/**
 * A result of a board: `was` is what stood there, `mine` what was entered here before it and may stand there by now.
 * @typedef {{ key: string, event: string, round: string, board: string, leg: string, result: string, was: string, mine: string[] }} Slip
 */

/** @typedef {"typed" | "sending" | "waits"} SlipState */

/**
 * @typedef {object} Answer What the server says of a round: `damiera.web.tournament.views.boards`.
 * @property {number} v
 * @property {number} round
 * @property {number} boards
 * @property {number} missing
 * @property {string} [waits]
 * @property {string} [differ]
 * @property {{ board: number, leg: number, result: string, html: string }[]} [rows]
 * @property {boolean} [whole]
 * @property {string} [wrong]
 */

const DATABASE = "damiera-hall";
const STORE = "slips";
const PATIENCE_MS = 10_000;
const AGAIN_MS = 1000;
const LONGEST_MS = 8000;
const GLAD_MS = 2000;

export const event = location.pathname.split("/")[2] ?? "";

/** @type {Map<string, Slip>} */
const slips = new Map();

/** @type {Map<string, SlipState>} */
const states = new Map();

/** What was stored of each board last from here: its row may not show it yet. @type {Map<string, string>} */
const stored = new Map();

/** Why the server took nothing of all this: the way in is lost. */
let locked = "";

/** Since when the server has been away, by a clock that nobody sets; 0 while it is there. */
let lost = 0;
let tries = 0;
let sending = false;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/* ---------- kept in the browser ---------- */

/** The database; null where the browser keeps none, as in a private window. @type {Promise<IDBDatabase | null>} */
const kept = new Promise((done) => {
  try {
    const asked = indexedDB.open(DATABASE, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE, { keyPath: "key" });
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => done(null);
  } catch {
    done(null);
  }
});

/**
 * Ask the database for something. Acts happen there in the order they were asked for. Neither sending nor what is shown
 * waits for it: a disk may be full, or take a minute.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T | undefined>}
 */
async function inStore(mode, act) {
  const database = await kept;
  if (!database) return undefined;
  return new Promise((done) => {
    try {
      const transaction = database.transaction(STORE, mode);
      const asked = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(asked.result);
      transaction.onerror = transaction.onabort = () => done(undefined);
    } catch {
      done(undefined);
    }
  });
}

/* ---------- what is told of it ---------- */

/** @type {((key: string, state: SlipState | null, slip: Slip) => void)[]} */
const watchers = [];

/** @type {((answer: Answer, slip: Slip) => void)[]} */
const hearers = [];

/** Call back with the state of every slip that changes; null: it waits no more. @param {(key: string, state: SlipState | null, slip: Slip) => void} then */
export function onState(then) {
  watchers.push(then);
  for (const [key, slip] of slips) then(key, states.get(key) ?? "typed", slip);
}

/** Call back with each answer of the server. @param {(answer: Answer, slip: Slip) => void} then */
export const onAnswer = (then) => hearers.push(then);

/** The slip that waits for a row, if one does. @param {string} key */
export const slipOf = (key) => slips.get(key);

/** How many results are not stored yet. */
export const waiting = () => slips.size;

/** @param {Slip} slip @param {SlipState | null} state */
function tell(slip, state) {
  if (state) states.set(slip.key, state);
  else states.delete(slip.key);
  for (const then of watchers) then(slip.key, state, slip);
  showBand();
}

/* ---------- the band ---------- */

/** @type {HTMLElement | null} */
let band = null;

/** @param {string} name */
function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "ic");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.append(use);
  return svg;
}

function makeBand() {
  const made = document.createElement("div");
  made.id = "slips";
  made.className = "slips";
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  const since = document.createElement("span");
  since.className = "num since";
  since.setAttribute("aria-hidden", "true");
  const now = document.createElement("button");
  now.className = "btn sm";
  now.type = "button";
  now.textContent = gettext("Try now");
  now.addEventListener("click", () => void retry());
  made.append(icon("offline"), said, since, now);
  document.querySelector(".event")?.after(made);
  return made;
}

/** @param {string} text @param {string} look */
function write(text, look) {
  band ??= makeBand();
  band.className = `slips ${look}`;
  band.hidden = false;
  const said = band.querySelector("p");
  if (said && said.textContent !== text) said.textContent = text;
  band.querySelector("use")?.setAttribute("href", look === "glad" ? "#i-check" : "#i-offline");
}

/** How long the server has been away. */
function clock() {
  const seconds = Math.floor((performance.now() - lost) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function showBand() {
  if (locked && slips.size) return write(`${locked} ${safe()}`, "away");
  if (!lost) return;
  if (!slips.size) return;
  const away = gettext("The server does not answer.");
  write(`${away} ${safe()}`, "away");
}

const safe = () => ngettext("{n} result is safe on this computer and leaves by itself.", "{n} results are safe on this computer and leave by themselves.", slips.size);

function found() {
  if (!lost) return;
  lost = 0;
  tries = 0;
}

/** All that waited is stored: say so, and go. */
function glad() {
  if (!band || band.hidden || slips.size) return;
  write(gettext("The server is back: every result is stored."), "glad");
  setTimeout(() => {
    if (band && !slips.size) band.hidden = true;
  }, GLAD_MS);
}

setInterval(() => {
  const since = band?.querySelector(".since");
  if (since) since.textContent = lost ? clock() : "";
}, 1000);

/* ---------- sending ---------- */

/**
 * Take a result down: it is sent as soon as it can be.
 * @param {Omit<Slip, "key" | "event" | "mine">} told
 */
export function enter(told) {
  const key = `${event} ${told.round}.${told.board}.${told.leg}`;
  const before = slips.get(key);
  /** @type {Slip} */
  const slip = { ...told, key, event, mine: stored.has(key) ? [String(stored.get(key))] : [] };
  if (before) {
    slip.was = before.was;
    slip.mine = [...before.mine, before.result];
  }
  slips.set(key, slip);
  tell(slip, lost ? "waits" : "typed");
  void inStore("readwrite", (store) => store.put(slip));
  void pump();
}

/** @param {Slip} slip */
function forget(slip) {
  if (slips.get(slip.key) !== slip) return;
  slips.delete(slip.key);
  void inStore("readwrite", (store) => store.delete(slip.key));
  tell(slip, null);
}

async function pump() {
  if (sending || locked) return;
  sending = true;
  try {
    for (let slip = first(); slip; slip = first()) {
      if (!(await deliver(slip))) break;
    }
  } finally {
    sending = false;
  }
  if (!slips.size) glad();
}

/** @returns {Slip | undefined} */
const first = () => slips.values().next().value;

/** @param {Slip} slip */
async function ask(slip) {
  const { round, board, leg, result, was } = slip;
  const answer = await fetch(`/hall/${encodeURIComponent(event)}/result`, {
    method: "POST",
    body: new URLSearchParams({ round, board, leg, result, was }),
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (answer.status === 429 || answer.status >= 500) throw new Error(String(answer.status));
  return { status: answer.status, told: await answer.json() };
}

/** Send one result. Returns whether the server answers at all. @param {Slip} slip */
async function deliver(slip) {
  tell(slip, "sending");
  try {
    const { status, told } = await ask(slip);
    found();
    settle(slip, status, told);
    return !locked;
  } catch {
    lost ||= performance.now();
    for (const one of slips.values()) tell(one, "waits");
    later();
    return false;
  }
}

/** @param {Slip} slip @param {number} status @param {Answer & { text?: string }} told */
function settle(slip, status, told) {
  const newer = slips.get(slip.key);
  if (status === 403) {
    locked = told.text ?? "";
    return tell(slip, "waits");
  }
  const stands = told.rows?.find(({ board, leg }) => String(board) === slip.board && String(leg) === slip.leg)?.result;
  if (status === 409 && stands && stands !== slip.was && slip.mine.includes(stands)) {
    slip.was = stands; // an answer was lost on its way: what stands there was entered here
    return;
  }
  if (newer && newer !== slip) {
    newer.was = status < 400 ? slip.result : (stands ?? newer.was);
    return;
  }
  if (status < 400) stored.set(slip.key, slip.result);
  forget(slip);
  const answer = { ...told, wrong: status < 400 ? "" : (told.wrong ?? told.text ?? "") };
  for (const hear of hearers) hear(answer, slip);
}

function later() {
  clearTimeout(timer);
  tries += 1;
  timer = setTimeout(() => void pump(), Math.min(LONGEST_MS, AGAIN_MS * 2 ** (tries - 1)));
}

/** The server may be back: do not wait for the next try. */
export async function retry() {
  clearTimeout(timer);
  locked = "";
  await pump();
}

addEventListener("online", () => void retry());

// Whoever leaves the page at once loses nothing: what is not answered is sent once more, and stays kept here until a
// page of the event has heard that it is stored.
addEventListener("pagehide", () => {
  for (const { round, board, leg, result, was } of slips.values()) {
    navigator.sendBeacon(`/hall/${encodeURIComponent(event)}/result`, new URLSearchParams({ round, board, leg, result, was }));
  }
});

/** What an earlier page of this event left, in the order it was entered. */
async function recall() {
  const all = await inStore("readonly", (store) => /** @type {IDBRequest<Slip[]>} */ (store.getAll()));
  for (const slip of all ?? []) {
    if (slip.event !== event || slips.has(slip.key)) continue;
    slips.set(slip.key, slip);
    tell(slip, "waits");
  }
  if (slips.size) await pump();
}

void recall();
