// @ts-check
/** The page of who is here: others' marks appear by themselves, a name is found by typing, a lost right is told at once. */

import { isBusy, renew, whenFree } from "./fields.js";
import { shut } from "./hall-closed.js";
import { watch } from "./hall-live.js";

const AGAIN_MS = 3000;

const id = location.pathname.split("/")[2];
const list = () => document.getElementById("checkin");
const shown = () => Number(list()?.dataset.version ?? 0);
let wanted = 0;
let asking = false;

async function follow() {
  const now = list();
  if (!now || asking || wanted <= shown() || isBusy(now)) return;
  asking = true;
  try {
    const answer = await fetch(location.pathname, { cache: "no-store", headers: { Accept: "text/html" } });
    if (answer.status === 403) return shut(await answer.text());
    if (!answer.ok) throw new Error(String(answer.status));
    const then = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("checkin");
    if (then && !isBusy(now)) {
      renew(now, then);
      choose();
    }
  } catch {
    setTimeout(() => void follow(), AGAIN_MS);
  } finally {
    asking = false;
  }
}

const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().trim();

/** Show the players whose number or name is written in the field, or all. */
function choose() {
  const field = document.getElementById("find");
  const parts = field instanceof HTMLInputElement ? plain(field.value).split(/\s+/) : [];
  for (const row of document.querySelectorAll("#people-here li")) {
    const told = plain(row.getAttribute("data-find") ?? "");
    if (row instanceof HTMLElement) row.hidden = !parts.every((part) => told.includes(part));
  }
}

document.addEventListener("input", (event) => {
  if (event.target instanceof Element && event.target.id === "find") choose();
});

if (list() && id) {
  watch(id, (stamp) => {
    wanted = stamp.v;
    void follow();
  });
  whenFree(() => void follow());
}
