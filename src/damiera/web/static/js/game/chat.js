// @ts-check
/** The chat of a game: told by the game's socket; a dot says that something is new while it is closed. */

import { textOf } from "../answers.js";
import { addLines, panelOf, toNewest } from "../chat.js";
import { byId } from "./dom.js";

/** @typedef {import("../board/types.js").GameView} GameView */

const box = byId("chat");
const act = byId("talk");

/** Ask to be told of every room that this page shows. */
function listen() {
  const panels = /** @type {HTMLElement[]} */ ([...(box?.querySelectorAll(".chatpanel") ?? [])]);
  const rooms = Object.fromEntries(panels.map(({ dataset }) => [dataset.room ?? "", Number(dataset.version)]));
  if (panels.length) document.dispatchEvent(new CustomEvent("damiera:listen", { detail: { rooms } }));
}

/** Whether what is said can be seen. */
const seen = () => box !== null && box.getClientRects().length > 0;

/** @param {boolean} is */
function mark(is) {
  const dot = act?.querySelector(".unread");
  if (dot instanceof HTMLElement) dot.hidden = !is;
}

/** The rooms that a reader may see are others now: somebody has sat down, or the game is over. */
async function renew() {
  const html = await textOf(`${location.pathname}/chat`, { cache: "no-store" });
  if (html === null || !box) return;
  const typed = /** @type {HTMLInputElement | null} */ (box.querySelector("input[name=text]"))?.value ?? "";
  box.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
  const input = /** @type {HTMLInputElement | null} */ (box.querySelector("input[name=text]"));
  if (input && typed) input.value = typed;
  if (act instanceof HTMLButtonElement) act.hidden = act.disabled = !box.querySelector(".chatpanel");
  toNewest();
  listen();
}

if (box) {
  document.addEventListener("damiera:socket", listen);
  document.addEventListener("damiera:chat", (event) => {
    const { room, version, lines } = /** @type {CustomEvent} */ (event).detail;
    const panel = panelOf(room);
    if (panel && addLines(panel, lines, version) && !seen()) mark(true);
  });
  document.addEventListener("damiera:view", (event) => {
    const { view, previous } = /** @type {CustomEvent<{view: GameView, previous: GameView}>} */ (event).detail;
    if (view.waiting !== previous.waiting || Boolean(view.outcome) !== Boolean(previous.outcome)) void renew();
  });
  box.addEventListener("toggle", () => {
    act?.setAttribute("aria-expanded", String(seen()));
    if (!seen()) return;
    mark(false);
    toNewest();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.matches(":popover-open")) return;
    event.stopPropagation();
    box.hidePopover();
    act?.focus();
  });
  listen();
}
