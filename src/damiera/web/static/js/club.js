// @ts-check
/** The club: what changes is put in place as it happens; whoever waited goes to the board when somebody sits down. */

import { jsonOf } from "./answers.js";
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
  if (!then || !now || goesOn(now, then)) return;
  const seen = now.cloneNode(true);
  replace(now, then);
  say(seen, then);
}

/** Go to the board of whoever waited or has challenged, once it is there. @param {Element} now @param {ParentNode} then */
function goesOn(now, then) {
  const waited = waits(now);
  const begun = [...then.querySelectorAll("[data-mine]")].map((one) => one.getAttribute("data-mine")).find((id) => waited.has(id));
  const accepted = [...then.querySelectorAll("[data-challenge][data-game]")].find((one) => stateOf(now, one) === "made");
  const game = begun ?? accepted?.getAttribute("data-game");
  if (game) location.assign(`/g/${game}`);
  return Boolean(game);
}

/** Say what is new to whoever does not see it. @param {Node} seen @param {ParentNode} then */
function say(seen, then) {
  const said = document.getElementById("said");
  if (!said || !(seen instanceof Element)) return;
  const before = seen.querySelectorAll(".offers > li").length;
  const after = then.querySelectorAll(".offers > li:not(.mine)").length;
  const answered = [...then.querySelectorAll("[data-challenge]")].find((one) => one.getAttribute("data-state") !== stateOf(seen, one));
  if (answered) said.textContent = wordsOf(answered);
  else if (after > before) said.textContent = gettext("Somebody else looks for a game.");
}

/**
 * What the server sends: parts of the page as they are now, and who has come and gone.
 * @typedef {{ v: number, w: number, t: number, me?: string, parts?: Record<string, string>, came?: [string, string, string][],
 *   left?: string[], whole?: boolean, count?: number }} News
 */

/** @type {News[]} */
const waiting = [];

/** Put what was sent in place, in its order; not under the finger of somebody who presses. */
function place() {
  while (waiting.length && !isBusy(part())) {
    const news = waiting.shift();
    if (news && !put(news)) return;
  }
}

/** @param {News} news @returns {boolean} whether the reader stays on this page */
function put({ parts = {}, came = [], left = [], whole = false, count, me = "" }) {
  const now = part();
  if (!now) return false;
  const html = Object.values(parts).join("");
  const then = new DOMParser().parseFromString(html, "text/html").body;
  if (html && goesOn(now, then)) return false;
  const seen = document.getElementById("club-seeks")?.cloneNode(true);
  for (const id of Object.keys(parts)) {
    const old = document.getElementById(id);
    const fresh = then.querySelector(`#${CSS.escape(id)}`);
    if (old && fresh) replace(old, fresh);
  }
  people(came, left, whole, me);
  const chip = document.getElementById("club-count");
  if (chip && count !== undefined) chip.textContent = String(count);
  const seeks = document.getElementById("club-seeks");
  if (seen && seeks && parts["club-seeks"]) say(seen, seeks);
  return true;
}

/** @param {[string, string, string][]} came @param {string[]} left @param {boolean} whole @param {string} me */
function people(came, left, whole, me) {
  const list = document.getElementById("club-here");
  if (!list) return;
  /** @param {string} key */
  const named = (key) => list.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const stood = list.contains(document.activeElement) ? document.activeElement?.closest("[data-key]")?.getAttribute("data-key") : null;
  if (whole) list.replaceChildren();
  for (const key of left) named(key)?.remove();
  for (const [key, html, after] of came) {
    const item = new DOMParser().parseFromString(`<ul>${html}</ul>`, "text/html").querySelector("li");
    if (!item) continue;
    named(key)?.remove();
    list.insertBefore(item, after ? named(after) : null);
    if (key === me) mine(item);
  }
  if (stood) named(stood)?.querySelector("button")?.focus({ preventScroll: true });
  const at = document.getElementById("club-at");
  if (at) at.hidden = !list.querySelector("button");
}

/** One does not challenge oneself. @param {Element} item */
function mine(item) {
  item.querySelector("button")?.remove();
  const chip = document.createElement("span");
  chip.className = "chip";
  chip.textContent = gettext("you");
  item.querySelector("b")?.after(" ", chip);
}

function news() {
  wanted = true;
  void look();
}

/** Ask for what was said, and add what is new. */
async function listen() {
  const panel = panelOf("club");
  const said = panel && (await jsonOf("/club/chat", { cache: "no-store" }));
  if (panel && said) addLines(panel, said);
}

let seen = "";
let isSent = false;
let heard = Number(panelOf("club")?.dataset.version);

/** What the socket sends has all in it; where there is none, one asks. @param {import("./hall-live.js").Stamp & Partial<News>} sent */
function told(sent) {
  const { v, w, t = 0 } = sent;
  if (t !== heard) void listen();
  heard = t;
  isSent = sent.count !== undefined;
  if (isSent) {
    waiting.push({ ...sent, t });
    place();
  } else if (seen !== `${v} ${w}`) news();
  seen = `${v} ${w}`;
}

watch("club", told, lost, "/club", location.search);
whenFree(() => {
  place();
  void look();
});
setInterval(() => {
  if (!isSent && !document.hidden && part()?.querySelector(".tv")) news();
}, BOARD_MS);

document.getElementById("game")?.addEventListener("change", (event) => {
  if (event.target instanceof HTMLSelectElement) event.target.form?.requestSubmit();
});

/* one name for both forms: whoever sits down is called as whoever looks */
document.getElementById("my-name")?.addEventListener("input", (event) => {
  const other = document.getElementById("sit-name");
  if (event.target instanceof HTMLInputElement && other instanceof HTMLInputElement) other.value = event.target.value;
});
