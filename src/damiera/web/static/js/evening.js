// @ts-check
/** An evening played here, or an arena: the page changes as it goes on, counts down, and leads to a board that has come. */

import { isBusy, renew, whenFree } from "./fields.js";
import { watch } from "./hall-live.js";
import { gettext } from "./i18n.js";

const part = () => document.getElementById("evening");
const version = () => Number(part()?.dataset.version ?? 0);
let wanted = 0;
let busy = false;
let stale = false; // a moment has come at which the page is another one, though nothing has happened
let turned = ""; // that moment
let ahead = 0; // by how much the server's clock is ahead of ours, in ms

/** @param {boolean} is */
function lost(is) {
  const said = document.getElementById("lost");
  if (said) said.hidden = !is;
}

/** Where the page is asked for; a game that is played in an evening has a bar that leads there. */
const bar = document.getElementById("eveningbar");
const hall = bar ?? document.getElementById("hall");
const id = hall?.dataset.event ?? "";
const base = hall?.dataset.base ?? `/hall/${encodeURIComponent(id)}`;
const address = `${hall?.dataset.page ?? `${base}/evening`}?part=1`;

async function look() {
  const now = part();
  if (busy || (wanted <= version() && !stale) || !now || isBusy(now)) return;
  busy = true;
  await new Promise((done) => setTimeout(done, Math.random() * 300));
  try {
    const answer = await fetch(address, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    lost(false);
    stale = false;
    show(now, await answer.text());
  } catch {
    lost(true);
    setTimeout(() => void look(), 2000);
    return;
  } finally {
    busy = false;
  }
  void look();
}

/** @param {HTMLElement} now @param {string} html */
function show(now, html) {
  const then = new DOMParser().parseFromString(html, "text/html").getElementById("evening");
  if (!then) return;
  const comes = then.dataset.board && then.dataset.board !== now.dataset.board;
  renew(now, then);
  const players = document.getElementById("head-players"); // outside of what changes
  const many = document.getElementById("players-now")?.textContent;
  if (players && many) players.textContent = many;
  begin();
  if (!comes) return;
  const said = document.getElementById("said");
  if (said) said.textContent = gettext("Your board is ready.");
  const form = document.getElementById("to-board");
  if (form instanceof HTMLFormElement && !document.hidden) go(form);
  else document.title = `${gettext("Your board is ready.")} · ${document.title}`;
}

/** Go where a form leads: one without anything to send is a link. @param {HTMLFormElement} form */
function go(form) {
  if (form.method === "get") location.assign(form.action);
  else form.requestSubmit();
}

/** Take the server's time from what it has sent, and count from it. */
function begin() {
  ahead = Number(part()?.dataset.now ?? Date.now()) - Date.now();
  count();
}

function count() {
  for (const place of document.querySelectorAll("time[data-until]")) {
    const left = Math.max(0, Math.ceil((Number(place.getAttribute("data-until")) - Date.now() - ahead) / 1000));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    const text = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
    if (place.textContent !== text) place.textContent = text;
    const at = place.getAttribute("data-until") ?? "";
    if (left || !place.hasAttribute("data-turns") || at === turned) continue;
    turned = at;
    stale = true;
    void look();
  }
}

/** At the board of a round before: go to the board that has come; back from one to which somebody did not come in time. */
async function lookFromBoard() {
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok) return;
  const then = new DOMParser().parseFromString(await answer.text(), "text/html");
  const { board: place, decided } = then.getElementById("evening")?.dataset ?? {};
  if (decided && decided === bar?.dataset.board) return location.assign(bar.dataset.page ?? base);
  const form = then.getElementById("to-board");
  if (!place || place === bar?.dataset.board || !(form instanceof HTMLFormElement)) return;
  document.body.append(document.adoptNode(form));
  form.hidden = true;
  go(form);
}

if (bar) watch(id, () => void lookFromBoard().catch(() => undefined), undefined, base);
else if (id) {
  begin();
  setInterval(count, 500);
  whenFree(() => void look());
  watch(
    id,
    (stamp) => {
      wanted = stamp.v;
      void look();
    },
    lost,
    base,
  );
}
