/** A game being judged: how far the work has come. */

import { gettext } from "../i18n.js";
import { byId } from "../game/dom.js";

const ASK_MS = 600;
let spoken = 0;

/** Watch the work on the page's game, if there is any, and show the report when it is done. */
export function watchJob() {
  const report = byId("report");
  if (report?.dataset.status === "waiting" && report.dataset.id) void ask(report.dataset.id);
}

/** @param {string} id */
async function ask(id) {
  const answer = await fetch(`/api/analysis/jobs/${id}`).catch(() => null);
  if (answer?.ok) {
    const { status, done, total } = await answer.json();
    if (status !== "waiting") return location.reload();
    show(done, total);
  }
  setTimeout(() => void ask(id), ASK_MS);
}

/** @param {number} done @param {number} total */
function show(done, total) {
  const bar = byId("job-bar");
  if (bar instanceof HTMLProgressElement) {
    bar.max = total || 1;
    bar.value = done;
  }
  const count = byId("job-count");
  if (count) count.textContent = gettext("{done} of {total}", { done, total });
  const tenth = total ? Math.floor((10 * done) / total) : 0;
  const say = byId("job-say");
  if (tenth <= spoken || !say) return;
  spoken = tenth;
  say.textContent = gettext("{percent} per cent", { percent: tenth * 10 });
}
