/** A game being judged: how far the work has come, and the report put into the page when it is done. */

import { jsonOf } from "../answers.js";
import { gettext, ngettext } from "../i18n.js";
import { byId } from "../game/dom.js";
import { pageNow, pageOf, swap } from "../fresh.js";
import { say } from "../game/speech.js";

const ASK_MS = 600;
let spoken = 0;

export class Job {
  /** @param {(fresh: Document) => void} judged told when the report has come, with the page that it came in */
  constructor(judged) {
    this.judged = judged;
    this.plain = false;
    this.asking = 0;
    byId("report")?.addEventListener("submit", (event) => this.asked(event));
    this.watch();
  }

  get box() {
    return byId("report");
  }

  /** Watch the work on the page's game, if there is any. */
  watch() {
    const { status, id } = this.box?.dataset ?? {};
    this.asking += 1;
    if (status === "waiting" && id) void this.ask(id, this.asking);
  }

  /** @param {string} id @param {number} ticket */
  async ask(id, ticket) {
    const job = await jsonOf(`/api/analysis/jobs/${id}`);
    if (ticket !== this.asking) return;
    if (job) {
      const { status, done, total } = job;
      if (status !== "waiting") return this.arrive(await pageNow(), () => location.reload());
      show(done, total);
    }
    setTimeout(() => void this.ask(id, ticket), ASK_MS);
  }

  /** Ask for a report, or leave off, without leaving the page. @param {SubmitEvent} event */
  async asked(event) {
    const { target: form, submitter } = event;
    if (this.plain || !(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    this.asking += 1;
    const body = new URLSearchParams({ [submitter.name]: submitter.value });
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
    return this.arrive(await pageOf(answer), () => {
      this.plain = true;
      form.requestSubmit(submitter);
    });
  }

  /** Put what has come in place of the old card; who stood in it stands at its head. @param {Document | null} fresh @param {() => void} otherwise */
  arrive(fresh, otherwise) {
    const box = this.box;
    if (!box || !fresh?.getElementById("report")) return otherwise();
    const lost = swap(fresh, "report");
    const status = box.dataset.status ?? "";
    spoken = 0;
    if (status === "done") this.judged(fresh);
    if (lost) byId("report-title")?.focus({ preventScroll: status === "waiting" });
    say("answer", told(status, box));
    this.watch();
  }
}

/** What has become of it, in a sentence. @param {string} status @param {HTMLElement} box */
function told(status, box) {
  if (status === "waiting") return gettext("I am looking at every position.");
  if (status === "done") {
    const n = box.querySelectorAll("tr.bad").length;
    return ngettext("The game is judged: {n} mistake.", "The game is judged: {n} mistakes.", n, { n });
  }
  return box.querySelector(".msg b")?.textContent ?? gettext("Stopped.");
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
  const place = byId("job-say");
  if (tenth <= spoken || !place) return;
  spoken = tenth;
  place.textContent = gettext("{percent} per cent", { percent: tenth * 10 });
}
