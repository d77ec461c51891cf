// @ts-check
/** A page about one event that follows it: a player's board, their entry, the arbiter's list of who asks. */

import { isBusy, renew, whenFree, wouldLose } from "./fields.js";
import { watch } from "./hall-live.js";

const AGAIN_MS = 3000;

const part = () => document.getElementById("live");
let due = false;

async function refresh() {
  if (!due || isBusy(part())) return;
  due = false;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const then = fresh.getElementById("live");
    const now = part();
    if (!then || !now) return;
    if (isBusy(now) || wouldLose(now, then)) {
      due = true; // it comes when they have written
      return;
    }
    const before = now.querySelector("[role=status]")?.textContent?.trim();
    const wrong = document.getElementById("wrong");
    const stood = document.activeElement;
    renew(now, then);
    document.title = fresh.title;
    if (wrong) { // what was refused is told until they do something else
      wrong.removeAttribute("role");
      then.prepend(wrong);
      if (stood === wrong) wrong.focus({ preventScroll: true });
    }
    for (const button of then.querySelectorAll("[data-copy]")) if (button instanceof HTMLElement) button.hidden = false;
    const after = then.querySelector("[role=status]")?.textContent?.trim();
    const said = document.getElementById("said");
    if (said && after && after !== before) said.textContent = after;
  } catch {
    due = true;
    setTimeout(() => void refresh(), AGAIN_MS);
  }
}

const id = part()?.dataset.event;
/** @type {string | null} */
let seen = null;
if (id) {
  watch(id, (stamp) => {
    const now = `${stamp.v}.${stamp.w}`;
    const first = seen === null && String(stamp.v) === (part()?.dataset.version ?? "") && String(stamp.w) === (part()?.dataset.waiting ?? String(stamp.w));
    if (seen === now) return;
    seen = now;
    if (first) return;
    due = true;
    setTimeout(() => void refresh(), Math.random() * 200);
  });
  whenFree(() => void refresh());
}
