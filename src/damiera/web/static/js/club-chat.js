// @ts-check
/** The chat of a club's members: what is new is asked for every few seconds while the page is seen. */

import { addLines, panelOf } from "./chat.js";

const ASK_MS = 4000;

async function ask() {
  const panel = panelOf("members");
  if (!panel || document.hidden) return;
  const answer = await fetch(panel.dataset.action ?? "", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) addLines(panel, await answer.json());
}

setInterval(() => void ask(), ASK_MS);
document.addEventListener("visibilitychange", () => void ask());
