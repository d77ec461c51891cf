// @ts-check
/** A page about one event that follows it: a player's board, his entry, the arbiter's list of who asks. */

import { anyFilled } from "./fields.js";
import { watch } from "./hall-live.js";

const part = () => document.getElementById("live");
let due = false;

/** Whether somebody is writing here: what he writes is not taken away. */
const writing = () => {
  const here = part();
  const active = document.activeElement;
  const field = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement || active instanceof HTMLSelectElement;
  return Boolean(here && ((field && here.contains(active)) || anyFilled(here)));
};

async function refresh() {
  if (!due || writing()) return;
  due = false;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const then = fresh.getElementById("live");
    const now = part();
    if (!then || !now || writing()) return;
    const before = now.querySelector("[role=status]")?.textContent?.trim();
    const index = [...now.querySelectorAll("button, a")].indexOf(/** @type {HTMLElement} */ (document.activeElement));
    now.replaceWith(then);
    document.title = fresh.title;
    for (const button of then.querySelectorAll("[data-copy]")) if (button instanceof HTMLElement) button.hidden = true;
    const target = [...then.querySelectorAll("button, a")][index];
    if (index >= 0 && target instanceof HTMLElement) target.focus();
    const after = then.querySelector("[role=status]")?.textContent?.trim();
    const said = document.getElementById("said");
    if (said && after && after !== before) said.textContent = after;
  } catch {
    due = true;
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
  document.addEventListener("focusout", () => setTimeout(() => void refresh(), 300));
}
