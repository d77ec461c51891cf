// @ts-check
/** Friends: who is here and what they play is asked for every few seconds while the page is seen. */

import { textOf } from "./answers.js";
import { isBusy, replace } from "./fields.js";

const ASK_MS = 5000;

async function look() {
  const now = document.getElementById("friends");
  if (!now || document.hidden || isBusy(now)) return;
  const html = await textOf("/friends/now", { cache: "no-store" });
  if (html === null) return;
  const then = new DOMParser().parseFromString(html, "text/html").getElementById("friends");
  if (then && !isBusy(now)) replace(now, then);
}

setInterval(() => void look(), ASK_MS);
document.addEventListener("visibilitychange", () => void look());
