// @ts-check
/** The laboratory while a run goes on: the figures as they come, what is open stays open. */

import { pageNow, swap } from "./fresh.js";

const ASK_MS = 3000;
const ASK_IDLE_MS = 30_000;

/** @param {string} id */
const byId = (id) => document.getElementById(id);

/** What is said of the run that is shown, or of all of them. */
const state = () => [...document.querySelectorAll("#lab-live .labstate")].map((one) => one.textContent).join(" ");

/** @param {Document} page */
function show(page) {
  for (const open of document.querySelectorAll("#lab-live details[open]")) {
    page.getElementById(open.id)?.setAttribute("open", "");
  }
  const [before, focused] = [state(), document.activeElement?.id ?? ""];
  if (swap(page, "lab-live") && focused) byId(focused)?.focus({ preventScroll: true });
  const say = byId("lab-say");
  if (say && state() !== before) say.textContent = document.querySelector("#lab-live .labstate")?.textContent ?? "";
}

async function watch() {
  const page = document.hidden ? null : await pageNow();
  if (page?.getElementById("lab-live")) show(page);
  wait();
}

/** Ask again soon while something is at work, and now and then whether something has begun. */
function wait() {
  setTimeout(watch, byId("lab-live")?.dataset.running ? ASK_MS : ASK_IDLE_MS);
}

wait();
