// @ts-check
/** The chat of a club's members: what is new is asked for every few seconds while the page is seen. */

import { jsonOf } from "./answers.js";
import { addLines, panelOf } from "./chat.js";

const ASK_MS = 4000;

async function ask() {
  const panel = panelOf("members");
  if (!panel || document.hidden) return;
  const said = await jsonOf(panel.dataset.action ?? "", { cache: "no-store" });
  if (said) addLines(panel, said);
}

setInterval(() => void ask(), ASK_MS);
document.addEventListener("visibilitychange", () => void ask());
