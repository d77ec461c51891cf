// @ts-check
/** The club: what changes is put in place as it happens; whoever waited goes to the board when somebody sits down. */

import { addLines, panelOf } from "./chat.js";
import { isBusy, replace, whenFree } from "./fields.js";
import { watch } from "./hall-live.js";
import { gettext } from "./i18n.js";

const BOARD_MS = 3000;

const part = () => document.getElementById("club");
let wanted = false;
let busy = false;

/** @param {boolean} is */
function lost(is) {
  const said = document.getElementById("lost");
  if (said) said.hidden = !is;
}

/** The games for which the reader waits. @param {ParentNode | null} root */
const waits = (root) => new Set([...(root?.querySelectorAll("[data-waits]") ?? [])].map((one) => one.getAttribute("data-waits")));

/** How a challenge stood in what was shown before. @param {ParentNode | Node} root @param {Element} one */
const stateOf = (root, one) =>
  root instanceof Element
    ? root.querySelector(`[data-challenge="${one.getAttribute("data-challenge")}"]`)?.getAttribute("data-state")
    : undefined;

/** What a challenge says. @param {Element} one */
const wordsOf = (one) => one.querySelector("span")?.textContent?.replace(/\s+/g, " ").trim() ?? "";

/** Ask for what has changed, and put it in place; not under the finger of somebody who presses. */
async function look() {
  if (busy || !wanted || isBusy(part())) return;
  busy = true;
  wanted = false;
  try {
    const answer = await fetch(`/club/now${location.search}`, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    lost(false);
    show(await answer.text());
  } catch {
    lost(true);
    wanted = true;
    setTimeout(() => void look(), 2000);
  } finally {
    busy = false;
  }
  if (wanted) void look();
}

/** @param {string} html */
function show(html) {
  const then = new DOMParser().parseFromString(html, "text/html").getElementById("club");
  const now = part();
  if (!then || !now) return;
  const waited = waits(now);
  const begun = [...then.querySelectorAll("[data-mine]")].map((one) => one.getAttribute("data-mine")).find((id) => waited.has(id));
  if (begun) return location.assign(`/g/${begun}`);
  const accepted = [...then.querySelectorAll("[data-challenge][data-game]")].find((one) => stateOf(now, one) === "made");
  if (accepted) return location.assign(`/g/${accepted.getAttribute("data-game")}`);
  const seen = now.cloneNode(true);
  const before = now.querySelectorAll(".offers > li").length;
  replace(now, then);
  const after = then.querySelectorAll(".offers > li:not(.mine)").length;
  const said = document.getElementById("said");
  const answered = [...then.querySelectorAll("[data-challenge]")].find((one) => one.getAttribute("data-state") !== stateOf(seen, one));
  if (said && answered) said.textContent = wordsOf(answered);
  else if (said && after > before) said.textContent = gettext("Somebody else looks for a game.");
}

function news() {
  wanted = true;
  void look();
}

/** Ask for what was said, and add what is new. */
async function listen() {
  const panel = panelOf("club");
  const answer = panel && (await fetch("/club/chat", { cache: "no-store" }).catch(() => null));
  if (panel && answer?.ok) addLines(panel, await answer.json());
}

let seen = "";
let heard = Number(panelOf("club")?.dataset.version);

/** @param {import("./hall-live.js").Stamp} stamp */
function told({ v, w, t = 0 }) {
  if (t !== heard) void listen();
  heard = t;
  if (seen !== `${v} ${w}`) news();
  seen = `${v} ${w}`;
}

watch("club", told, lost, "/club");
whenFree(() => void look());
setInterval(() => {
  if (!document.hidden && part()?.querySelector(".tv")) news();
}, BOARD_MS);

document.getElementById("game")?.addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement) event.target.form?.requestSubmit();
});

/* one name for both forms: whoever sits down is called as whoever looks */
document.getElementById("my-name")?.addEventListener("input", (event) => {
  const other = document.getElementById("sit-name");
  if (event.target instanceof HTMLInputElement && other instanceof HTMLInputElement) other.value = event.target.value;
});
