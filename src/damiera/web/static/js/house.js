// @ts-check
/** The switch that lets the house in: when it has shut by itself, the page shows it so, and no address any more. */

import { textOf } from "./answers.js";
import { byId } from "./game/dom.js";
import { gettext } from "./i18n.js";

const LATE_MS = 1000; // the server rounds up, and its timer and this one are not the same
const AGAIN_MS = 30_000;

/** The part of a page that tells of the house. @param {ParentNode} page */
const part = (page) => page.querySelector("#house, #invite");

function wait() {
  const shuts = byId("house-switch")?.dataset.shuts;
  if (shuts !== undefined) setTimeout(() => void renew(), 1000 * Number(shuts) + LATE_MS);
}

/** Show the door as it is now; it may have been opened for longer meanwhile. */
async function renew() {
  const html = await textOf(location.href, { cache: "no-store" });
  if (html === null) return void setTimeout(() => void renew(), AGAIN_MS);
  const [now, then] = [part(document), part(new DOMParser().parseFromString(html, "text/html"))];
  if (!now || !then || (now instanceof HTMLElement && now.hidden)) return;
  const had = now.contains(document.activeElement);
  for (const button of then.querySelectorAll("[data-copy]")) if (button instanceof HTMLElement) button.hidden = false;
  now.replaceWith(then);
  const turned = then.querySelector(".switch");
  if (had && turned instanceof HTMLElement) turned.focus({ preventScroll: true });
  const said = byId("said");
  if (said && turned?.getAttribute("aria-checked") === "false") said.textContent = gettext("The app is closed to the house again.");
  wait();
}

wait();
