// @ts-check
/** The page for phones in the hall: what changes is put in place as it happens, and a new round is announced. */

import { keepFilled, replace } from "./fields.js";
import { watch } from "./hall-live.js";
import { gettext } from "./i18n.js";

const SPREAD_MS = 300;
const SHOWN_MS = 20000;

const page = () => document.getElementById("public");
const version = () => Number(page()?.dataset.version ?? 0);
let wanted = 0;
let busy = false;

/** @param {boolean} is */
function lost(is) {
  const said = document.getElementById("lost");
  if (said) said.hidden = !is;
}

/** Ask for what has changed; hundreds of phones are told at once, and ask one after another. */
async function look() {
  if (busy || wanted <= version()) return;
  busy = true;
  await new Promise((done) => setTimeout(done, Math.random() * SPREAD_MS));
  try {
    const answer = await fetch(`${location.pathname}?part=1&seq=${version()}`, { cache: "no-store" });
    lost(false);
    if (answer.status === 200) show(await answer.text());
    else if (answer.status !== 204) throw new Error(String(answer.status));
    else wanted = version();
  } catch {
    lost(true);
    setTimeout(() => void look(), 2000);
    return;
  } finally {
    busy = false;
  }
  void look();
}

/** @param {Element | null} part */
const results = (part) =>
  new Map([...(part?.querySelectorAll("tr[data-board]") ?? [])].map((row) => [row.getAttribute("data-board"), row.querySelector(".res")?.textContent]));

/** @param {string} html */
function show(html) {
  const then = new DOMParser().parseFromString(html, "text/html").getElementById("public");
  const now = page();
  if (!then || !now) return;
  const round = then.dataset.round ?? "0";
  const anew = round !== now.dataset.round && round !== "0";
  const before = results(now);
  const left = new Map([...now.querySelectorAll(".tablewrap")].map((box, n) => [n, box.scrollLeft]));
  keepFilled(now, then);
  replace(now, then);
  filter();
  then.querySelectorAll(".tablewrap").forEach((box, n) => (box.scrollLeft = left.get(n) ?? 0));
  if (anew) announce(round);
  else for (const [board, result] of results(then)) if (before.get(board) !== result) then.querySelector(`tr[data-board="${board}"]`)?.classList.add("fresh");
}

/** Say that a round is paired: seen, and heard by whoever listens to the page. @param {string} round */
function announce(round) {
  const text = gettext("Round {n} is paired: look for your board.", { n: round });
  const said = document.getElementById("said");
  if (said) said.textContent = text;
  const news = document.getElementById("news");
  if (news) {
    news.textContent = text;
    news.hidden = false;
    setTimeout(() => (news.hidden = true), SHOWN_MS);
  }
  const where = gettext("Round {n}", { n: round });
  document.title = document.title.replace(/^(?:\S+ \d+ · )?/u, `${where} · `);
}

/* ---------- who looks for a name, or a board, finds the board ---------- */

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/** Show the boards of that number, and those whose name has every part of what is typed. */
function filter() {
  const field = document.getElementById("findhere");
  if (!(field instanceof HTMLInputElement)) return;
  const box = field.closest(".finder-field");
  if (box instanceof HTMLElement) box.hidden = false;
  const parts = plain(field.value).split(/\s+/).filter(Boolean);
  const board = parts.length === 1 && /^\d+(\.\d+)?$/.test(parts[0]) ? parts[0].split(".").map(Number).join(".") : "";
  for (const row of document.querySelectorAll(".finder li, tr[data-board]")) {
    const names = [...row.querySelectorAll("b")].map((name) => plain(name.textContent ?? ""));
    const meant = names.some((name) => parts.every((part) => name.includes(part)));
    const numbered = board !== "" && `${row.getAttribute("data-name")}.`.startsWith(`${board}.`);
    if (row instanceof HTMLElement) row.hidden = !meant && !numbered;
  }
}

/** Who searched on another page of the event comes here with what was typed. */
function asked() {
  const field = document.getElementById("findhere");
  const find = new URLSearchParams(location.search).get("find");
  if (field instanceof HTMLInputElement && find) field.value = find;
}

document.addEventListener("input", filter);
asked();
filter();

const id = document.getElementById("hall")?.dataset.event;
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
