// @ts-check
/** A simultaneous display: its page and the strip of boards change as it goes on; N is the next board that waits. */

import { isBusy, replace, whenFree } from "./fields.js";
import { watch } from "./hall-live.js";
import { gettext } from "./i18n.js";

const GO_ON_MS = 900;

const bar = () => document.getElementById("displaybar");
const part = () => document.getElementById("display");
const id = bar()?.dataset.display ?? part()?.dataset.id ?? "";
let wanted = false;
let busy = false;

/** @param {boolean} is */
function lost(is) {
  const said = document.getElementById("lost");
  if (said) said.hidden = !is;
}

/** What changes on this page, and where it is asked for. @returns {[HTMLElement | null, string]} */
function place() {
  const strip = bar();
  return strip ? [strip, `/simul/${id}/strip/${strip.dataset.board}`] : [part(), `/simul/${id}/now`];
}

async function look() {
  const [now, address] = place();
  if (busy || !wanted || !now || isBusy(now)) return;
  busy = true;
  wanted = false;
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    lost(false);
    show(now, await answer.text());
  } catch {
    lost(true);
    wanted = true;
    setTimeout(() => void look(), 2000);
  } finally {
    busy = false;
  }
  if (wanted) void look();
}

/** @param {HTMLElement} now @param {string} html */
function show(now, html) {
  const then = new DOMParser().parseFromString(html, "text/html").getElementById(now.id);
  if (!then) return;
  const gathered = now.dataset.stage === "gathers";
  if (gathered && then.dataset.stage === "played" && then.dataset.mine) return location.assign(`/g/${then.dataset.mine}`);
  const waited = now.dataset.next;
  replace(now, then);
  const said = document.getElementById("said");
  if (said && then.dataset.next && !waited) said.textContent = gettext("A board waits for you.");
  if (gathered && then.dataset.stage !== "gathers") location.reload();
}

function news() {
  wanted = true;
  void look();
}

/** The host is here: at this board their clock runs, if they walk, and at no other. */
function arrive() {
  const strip = bar();
  if (strip?.dataset.host && strip.dataset.walks) void fetch(`/simul/${id}/at/${strip.dataset.board}`, { method: "POST", redirect: "manual" });
}

/** After a move of the host the board that has waited longest opens by itself. */
function goOn() {
  if (bar()?.dataset.next) document.getElementById("next")?.click();
}

if (id) {
  watch(id, news, lost, `/simul/${id}`);
  whenFree(() => void look());
  arrive();
}

/** @param {{ you?: string, side?: string, outcome?: unknown } | null} view */
const ours = (view) => !!view && !view.outcome && view.you === view.side;

document.addEventListener("damiera:view", (event) => {
  const { view, previous } = /** @type {CustomEvent} */ (event).detail;
  if (bar()?.dataset.host && ours(previous) && !ours(view) && view.ply > previous.ply) setTimeout(goOn, GO_ON_MS);
});

const print = document.getElementById("print");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}

document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== "n") return;
  const next = document.getElementById("next");
  if (!(next instanceof HTMLButtonElement) || next.disabled) return;
  event.preventDefault();
  next.click();
});
