/**
 * What the page says to a speech reader, through regions that are in the page from the start and are never replaced.
 * A region is emptied and filled again in the next frame; the same words twice differ by an unseen space.
 */

/** @typedef {"move" | "answer" | "board-live"} Region */

/** @type {Map<Region, {queue: string[], odd: boolean, busy: boolean}>} */
const regions = new Map();

/** How much is said. @returns {"short" | "full"} */
export function verbosity() {
  return document.documentElement.dataset.verbosity === "full" ? "full" : "short";
}

/** @param {Region} region @param {string} text */
export function say(region, text) {
  if (!text || !document.getElementById(region)) return;
  const state = regions.get(region) ?? { queue: [], odd: false, busy: false };
  regions.set(region, state);
  state.queue.push(text);
  if (!state.busy) flush(region);
}

/** All that was asked for in this turn of the page is one utterance. @param {Region} region */
function flush(region) {
  const state = regions.get(region);
  const node = document.getElementById(region);
  if (!state || !node) return;
  state.busy = true;
  node.textContent = "";
  nextFrame(() => {
    state.odd = !state.odd;
    node.textContent = state.queue.splice(0).join(" ") + (state.odd ? "" : "\u00a0");
    state.busy = false;
  });
}

/** The next frame, or soon when the page is hidden and draws none. @param {() => void} act */
function nextFrame(act) {
  if (document.hidden) setTimeout(act, 50);
  else requestAnimationFrame(act);
}
