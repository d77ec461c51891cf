// @ts-check
/** Chats: lines are added where they stand, forms are sent without leaving the page, and nothing else moves. */

import { gettext } from "./i18n.js";

/** @typedef {{ id: string, name: string, text: string, mine: boolean, removed: boolean }} ChatLine */

const KEPT = 200;
const AT_END_PX = 24;

/** The panel of a room. @param {string} room @returns {HTMLElement | null} */
export function panelOf(room) {
  return document.querySelector(`.chatpanel[data-room="${room}"]`);
}

/** @param {string} name @param {string} text */
function element(name, text) {
  const node = document.createElement(name);
  node.setAttribute("dir", "auto");
  node.textContent = text;
  return node;
}

/** @param {ChatLine} line */
function lineNode(line) {
  const item = document.createElement("li");
  item.dataset.line = line.id;
  if (line.mine) item.className = "mine";
  const text = element("span", line.text);
  if (line.removed) text.className = "muted";
  const more = document.createElement("a");
  more.href = `/chat/${line.id}`;
  more.setAttribute("aria-label", gettext("About what {name} said", { name: line.name }));
  more.innerHTML = '<svg class="ic" aria-hidden="true"><use href="#i-more"/></svg>';
  item.append(element("b", line.mine ? gettext("You") : line.name), " ", text, " ", more);
  return item;
}

/** Say what somebody wrote, when whoever reads aloud has time for it. @param {string} text */
function announce(text) {
  const region = document.getElementById("board-live") ?? document.getElementById("said");
  if (region) region.textContent = text;
}

/**
 * Add lines to a panel, or put them in the place of what they were; the list stays where its reader left it.
 * @param {HTMLElement} panel @param {ChatLine[]} lines @param {number} [version] how far the room has come
 * @returns {number} how many lines of others are new
 */
export function addLines(panel, lines, version) {
  const list = panel.querySelector(".chatlines");
  if (!list) return 0;
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < AT_END_PX;
  /** @type {ChatLine[]} */
  const fresh = [];
  for (const line of lines) {
    const known = list.querySelector(`[data-line="${CSS.escape(line.id)}"]`);
    if (known) {
      if (line.removed && !known.querySelector(".muted")) known.replaceWith(lineNode(line));
    } else {
      list.append(lineNode(line));
      if (!line.mine) fresh.push(line);
    }
  }
  while (list.childElementCount > KEPT) list.firstElementChild?.remove();
  if (atEnd) list.scrollTop = list.scrollHeight;
  if (version !== undefined) panel.dataset.version = String(version);
  if (fresh.length) announce(fresh.map(({ name, text }) => `${name}: ${text}`).join(" "));
  return fresh.length;
}

/** @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function send(form, button) {
  const panel = /** @type {HTMLElement | null} */ (form.closest(".chatpanel"));
  const wrong = panel?.querySelector(".chatwrong");
  const input = form.querySelector("input[name=text]");
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, button)));
  if (wrong) wrong.textContent = "";
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const told = await answer.json();
    if (answer.ok) {
      if (panel) addLines(panel, [told]);
      if (input instanceof HTMLInputElement) input.value = "";
    } else if (wrong) wrong.textContent = told.text ?? gettext("The server cannot be asked now.");
  } catch {
    if (wrong) wrong.textContent = gettext("The server cannot be asked now.");
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches(".phrases, .chatwrite")) return;
  event.preventDefault();
  void send(form, event.submitter instanceof HTMLElement ? event.submitter : null);
});

/** Show the newest lines of every chat. */
export function toNewest() {
  for (const list of document.querySelectorAll(".chatlines")) list.scrollTop = list.scrollHeight;
}

toNewest();
