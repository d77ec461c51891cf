/** Whoever leaves this browser leaves no study in it: what waits for the server is sent first, what was kept is forgotten. */

import { forgetStudies } from "./study/kept.js";
import { Outbox } from "./study/outbox.js";

const PATIENCE_MS = 4000;

for (const form of document.querySelectorAll("form[data-leaves]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void leave().finally(() => form instanceof HTMLFormElement && form.submit());
  });
}

async function leave() {
  const studies = Object.keys(localStorage).filter((key) => key.startsWith("study:"));
  await Promise.all(studies.map((key) => sent(key.slice("study:".length))));
  await forgetStudies();
}

/** Send what waits of a study; what cannot be sent now stays. @param {string} study @returns {Promise<void>} */
function sent(study) {
  return new Promise((done) => {
    setTimeout(done, PATIENCE_MS);
    const waiting = (/** @type {number} */ n) => void (n || done());
    const { queue } = new Outbox(study, { stored: () => undefined, refused: () => undefined, waiting });
    if (!queue.length) done();
  });
}
