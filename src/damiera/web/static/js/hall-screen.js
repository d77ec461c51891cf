// @ts-check
/**
 * A screen of the hall: its pages turn by themselves, what changes is put in place, and nobody needs to touch it
 * all day. It waits for a server that is away, keeps the display awake, and begins afresh every few hours. Time is
 * counted from the moment it was loaded, not read from this machine's clock, which somebody may set.
 */

import { watch } from "./hall-live.js";
import { gettext } from "./i18n.js";

const NEWS_MS = 10000;
const AFRESH_MS = 4 * 3600 * 1000;
const AGAIN_MS = 2000;
const ASTRAY_MS = 5000;

const body = document.body;
/** Milliseconds since this page began. */
const age = () => performance.now() - born;
const born = performance.now();
const began = Date.now();
/** What the server's clock shows, in milliseconds since 1970. */
const now = () => Number(body.dataset.now ?? began) + age();
/** The machine slept, or its clock was set: how long it was is known to the server alone. */
const astray = () => Math.abs(Date.now() - began - age()) > ASTRAY_MS;
let wanted = 0;
let busy = false;
let leaving = false;
let shown = 0;
let turned = age();
let reachable = true;

const slides = () => document.getElementById("slides");
const pages = () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".slide")]);
const version = () => Number(slides()?.dataset.version ?? 0);
const seconds = () => Math.max(4, Number(slides()?.dataset.seconds ?? 12));

/** @param {boolean} is */
function lost(is) {
  reachable = !is;
  const said = document.getElementById("lost");
  if (said) said.hidden = !is;
}

/** Show the page at a place; past the last one, the first. @param {number} at */
function turn(at) {
  const all = pages();
  if (!all.length) return;
  shown = at % all.length;
  turned = age();
  all.forEach((page, n) => (page.hidden = n !== shown));
  document.querySelectorAll(".bars i").forEach((bar, n) => bar.classList.toggle("on", n === shown));
  const said = document.getElementById("turn");
  if (said) said.textContent = gettext("page {n} of {all}", { n: shown + 1, all: all.length });
}

/** @param {number} ms */
function span(ms) {
  const whole = Math.max(0, Math.floor(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The clock of the round in words: until it begins, how long it has lasted, or how long is left. */
function clock() {
  const at = Number(slides()?.dataset.at ?? 0);
  if (!at) return "";
  const gone = now() - at;
  const length = Number(slides()?.dataset.minutes ?? 0) * 60000;
  if (gone < 0) return gettext("begins in {t}", { t: span(-gone + 999) });
  if (length && gone >= length) return gettext("time is up");
  if (length) return gettext("{t} left", { t: span(length - gone + 999) });
  return gettext("{t} gone by", { t: span(gone) });
}

function tick() {
  const text = clock();
  for (const place of document.querySelectorAll(".ticking")) if (place.textContent !== text) place.textContent = text;
  if (age() - turned >= seconds() * 1000) turn(shown + 1);
  if (reachable && !busy && !leaving && (age() > AFRESH_MS || astray())) {
    leaving = true; // once: asking again would break off a page that takes longer than a tick to come
    location.reload();
  }
}

/** @param {string} html */
function show(html) {
  const then = new DOMParser().parseFromString(html, "text/html").getElementById("slides");
  const held = slides();
  if (!then || !held) return;
  const anew = then.dataset.round !== held.dataset.round && then.dataset.round !== "0";
  held.replaceWith(then);
  turn(anew ? 0 : shown);
  if (anew) announce(then.dataset.round ?? "");
  tick();
}

/** A new round fills the screen for a while: seen from everywhere, also by whoever hears nothing. @param {string} round */
function announce(round) {
  const news = document.getElementById("news");
  if (!news) return;
  news.textContent = gettext("Round {n} is paired: look for your board.", { n: round });
  news.hidden = false;
  setTimeout(() => {
    news.hidden = true;
    turn(0);
  }, NEWS_MS);
}

async function look() {
  if (busy || wanted <= version()) return;
  busy = true;
  try {
    const query = new URLSearchParams({ part: "1", screen: body.dataset.screen ?? "" });
    const answer = await fetch(`${location.pathname}?${query}`, { cache: "no-store" });
    if (answer.status !== 200) throw new Error(String(answer.status));
    lost(false);
    show(await answer.text());
  } catch {
    lost(true);
    setTimeout(() => void look(), AGAIN_MS);
    return;
  } finally {
    busy = false;
  }
  if (wanted > version()) setTimeout(() => void look(), AGAIN_MS);
}

/** Keep the display from going dark, where the browser lets a page ask for it. */
async function awake() {
  if (document.hidden || !("wakeLock" in navigator)) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // not granted: the machine's own settings decide
  }
}

turn(0);
tick();
setInterval(tick, 500);
void awake();
document.addEventListener("visibilitychange", () => void awake());
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === "PageDown") turn(shown + 1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") turn(shown + pages().length - 1);
});

const id = body.dataset.event;
if (id) {
  watch(
    id,
    (stamp) => {
      wanted = stamp.v;
      void look();
    },
    lost,
  );
}
