// @ts-check
/** A PDN file: let it fall on the page, and watch how far its reading has come. */

import { jsonOf } from "./answers.js";
import { pageNow, swap } from "./fresh.js";
import { gettext, ngettext } from "./i18n.js";

const ASK_MS = 400;

/** @param {string} id */
const byId = (id) => document.getElementById(id);

/* ---------- the file ---------- */

const drop = byId("drop");
const file = byId("file");
if (drop instanceof HTMLFormElement && file instanceof HTMLInputElement) {
  byId("drop-hint")?.removeAttribute("hidden");
  for (const kind of ["dragenter", "dragover"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  for (const kind of ["dragleave", "drop"]) drop.addEventListener(kind, () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    file.files = files;
    drop.requestSubmit();
  });
  const most = Number(drop.dataset.most);
  /** @returns {boolean} whether the file is larger than what is read here; then that is said */
  const tooLarge = () => {
    const given = file.files?.[0];
    const size = Math.ceil((given?.size ?? 0) / (1024 * 1024));
    const place = byId("too-large");
    if (!place) return false;
    place.hidden = !given || size <= most;
    const words = place.querySelector("p");
    if (words && given && !place.hidden) {
      words.textContent = gettext("{name} has {size} MB; up to {most} MB are read here, and nothing was sent. Cut it into parts, or read it in a terminal: damiera pdn import {name}", { name: given.name, size, most });
    }
    return !place.hidden;
  };
  file.addEventListener("change", tooLarge);
  drop.addEventListener("submit", (event) => tooLarge() && event.preventDefault());
}

/* ---------- the reading ---------- */

/**
 * @typedef {object} Job
 * @property {string} status
 * @property {number} done
 * @property {number} total
 * @property {number} imported
 * @property {number | null} left_s
 */

const job = byId("job");
let spoken = 0;

/** @param {Job} now */
function show(now) {
  const bar = byId("job-bar");
  if (!(bar instanceof HTMLProgressElement)) return;
  bar.max = now.total || 1;
  bar.value = now.done;
  const count = byId("job-count");
  if (count) count.textContent = gettext("{done} of {total}", { done: now.done, total: now.total });
  const left = byId("job-left");
  if (left && now.left_s !== null) {
    const time = ngettext("About one second left.", "About {n} seconds left.", Math.max(1, Math.round(now.left_s)));
    left.textContent = `${time} ${gettext("You may close the page: I go on.")}`;
  }
  speak(now);
}

/** Say each tenth. @param {Job} now */
function speak(now) {
  const tenth = now.total ? Math.floor((10 * now.done) / now.total) : 0;
  const say = byId("job-say");
  if (tenth <= spoken || !say) return;
  spoken = tenth;
  say.textContent = gettext("{percent} per cent", { percent: tenth * 10 });
}

async function watch() {
  /** @type {Job | null} */
  const now = await jsonOf(`/api/imports/${job?.dataset.id}`);
  if (now) {
    if (now.status !== "running") return arrive();
    show(now);
  }
  setTimeout(watch, ASK_MS);
}

/** The reading is over: what has come of it takes the place of the bar, and is said. */
async function arrive() {
  const page = await pageNow();
  if (!page) return location.reload();
  if (swap(page, "job-card")) byId("job-title")?.focus();
  swap(page, "job-errors");
  const say = byId("job-say");
  if (say) say.textContent = byId("job-headline")?.textContent ?? "";
}

if (job?.dataset.status === "running") void watch();
