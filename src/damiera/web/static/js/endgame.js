// @ts-check
/** Endgame tables being built: how far the work has come, and what there is when it is done. */

import { gettext } from "./i18n.js";
import { pageNow, swap } from "./fresh.js";

const ASK_MS = 2000;
let spoken = 0;

/** @param {string} id */
const byId = (id) => document.getElementById(id);

/** @param {string} text */
function say(text) {
  const place = byId("work-say");
  if (place) place.textContent = text;
}

/** @param {Document} page */
function show(page) {
  const [said, now] = [byId("job-said"), page.getElementById("job-said")];
  const [bar, fresh] = [byId("job-bar"), page.getElementById("job-bar")];
  if (said && now && said.textContent !== now.textContent) said.replaceChildren(...now.childNodes);
  if (!(bar instanceof HTMLProgressElement) || !fresh) return;
  bar.value = Number(fresh.getAttribute("value"));
  const tenth = Math.floor((10 * bar.value) / (bar.max || 1));
  if (tenth <= spoken) return;
  spoken = tenth;
  say(gettext("{percent} per cent", { percent: tenth * 10 }));
}

async function watch() {
  const page = await pageNow();
  if (!page) return void setTimeout(watch, ASK_MS);
  swap(page, "there-rows");
  if (page.getElementById("work")?.dataset.running) {
    show(page);
    return void setTimeout(watch, ASK_MS);
  }
  swap(page, "told");
  const lost = swap(page, "work");
  if (lost) byId("work-title")?.focus();
  say(byId("job-said")?.textContent ?? "");
}

if (byId("work")?.dataset.running) setTimeout(watch, ASK_MS);
