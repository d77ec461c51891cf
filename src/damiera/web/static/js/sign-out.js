/** Whoever leaves this browser leaves no study in it: what waits for the server is sent first, what was kept is forgotten. */

import { forgetStudies } from "./study/kept.js";
import { Outbox, waitingStudies } from "./study/outbox.js";

const PATIENCE_MS = 4000;

for (const form of document.querySelectorAll("form[data-leaves]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void leave().finally(() => form instanceof HTMLFormElement && form.submit());
  });
}

async function leave() {
  await Promise.all(waitingStudies().map(sent));
  await forgetStudies();
}

/** Send what waits of a study; what cannot be sent now stays, and so does what another has written. @param {{study: string, reader: string}} waits @returns {Promise<void>} */
function sent({ study, reader }) {
  return new Promise((done) => {
    setTimeout(done, PATIENCE_MS);
    const waiting = (/** @type {number} */ n) => void ((!n || outbox.isAnother) && done());
    const outbox = new Outbox(study, reader, { stored: () => undefined, refused: () => undefined, waiting });
    if (!outbox.queue.length) done();
  });
}
