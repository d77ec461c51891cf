// @ts-check
/** What every page can do with a script: appearance without leaving, voice and keys, captions, copying. */

import { gettext } from "./i18n.js";

const root = document.documentElement;

/** @param {string} id */
const byId = (id) => document.getElementById(id);

/* ---------- preferences ---------- */

/** Choices not kept yet, and their way to the server. @type {Record<string, string>} */
let choicesLeft = {};
/** @type {Promise<void> | undefined} */
let keeping;

/**
 * Keep choices on the server; the cookie is not for scripts. One request at a time: each answer brings the whole cookie,
 * and would undo what another that is under way has changed.
 * @param {Record<string, string>} choices @returns {Promise<void>} when all are kept
 */
function keep(choices) {
  Object.assign(choicesLeft, choices);
  keeping ??= sendChoices().finally(() => { keeping = undefined; });
  return keeping;
}

async function sendChoices() {
  while (Object.keys(choicesLeft).length) {
    const body = new URLSearchParams(choicesLeft);
    choicesLeft = {};
    await fetch("/prefs", { method: "POST", body, headers: { Accept: "application/json" }, keepalive: true });
  }
}

/** @param {string} name @param {string} value */
function show(name, value) {
  if (name === "theme") showTheme(value);
  else if (name === "board" && value === "auto") delete root.dataset.board;
  else root.dataset[name] = value;
  if (name === "pieces") dressPieces(value);
  for (const button of document.querySelectorAll(`[data-turn="${name}"]`)) button.setAttribute("aria-pressed", String(value === "on"));
  document.dispatchEvent(new CustomEvent("damiera:prefs", { detail: { name, value } }));
}

/** Put the pieces of another set in place of those in sight; the form that chooses it carries them. @param {string} set */
function dressPieces(set) {
  for (const kind of ["w", "wk", "wu", "wku", "wb", "wc", "b", "bk", "bu", "bku", "bb", "bc"]) {
    const other = byId(`${set}-${kind}`);
    if (other) byId(`p-${kind}`)?.replaceChildren(...[...other.childNodes].map((node) => node.cloneNode(true)));
  }
}

/** Turn something of the board on or off. @param {string} name */
function turn(name) {
  if (name === "fullscreen") return void (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.())?.catch(() => undefined);
  const value = root.dataset[name] === "on" ? "off" : "on";
  show(name, value);
  void keep({ [name]: value });
}

document.addEventListener("fullscreenchange", () => {
  for (const button of document.querySelectorAll('[data-turn="fullscreen"]')) button.setAttribute("aria-pressed", String(document.fullscreenElement !== null));
});
document.addEventListener("damiera:turn", (event) => turn(/** @type {CustomEvent<{name: string}>} */ (event).detail.name));
document.addEventListener("click", ({ target }) => {
  const name = target instanceof Element ? target.closest("[data-turn]")?.getAttribute("data-turn") : null;
  if (name) turn(name);
});
/** How high the bar at the foot is, for what stands above it: with large letters it is higher. */
const bar = document.querySelector(".tabbar");
if (bar instanceof HTMLElement) {
  new ResizeObserver(() => {
    if (bar.offsetHeight) root.style.setProperty("--tabbar", `${bar.offsetHeight}px`);
    else root.style.removeProperty("--tabbar");
  }).observe(bar);
}

const ownBoard = byId("own-board");
if (ownBoard) ownBoard.hidden = false;

/** `N` begins a new game from anywhere, but where something has the focus that knows the key, or takes what is typed. */
document.addEventListener("keydown", (event) => {
  const free = document.activeElement === document.body || document.activeElement === null;
  if (event.key !== "N" || !free || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  event.preventDefault();
  if (document.dispatchEvent(new CustomEvent("damiera:new", { cancelable: true }))) location.assign("/new"); // else it is a sheet here
});

// Enter presses the button that a page is for, from wherever Enter has nothing else to do.
document.addEventListener("keydown", (event) => {
  const button = document.querySelector("dialog[open] button[data-enter]") ?? document.querySelector("button[data-enter]");
  if (event.key !== "Enter" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!(button instanceof HTMLButtonElement) || button.disabled || !(event.target instanceof Element)) return;
  const free = event.target === document.body || (button.form?.contains(event.target) && event.target.matches("select, input[type=radio], input[type=checkbox]"));
  if (!free) return;
  event.preventDefault();
  button.form?.requestSubmit(button);
});

/** @param {string} theme */
function showTheme(theme) {
  const media = { dark: "(prefers-color-scheme: dark)", contrast: "(prefers-contrast: more)" };
  for (const [name, query] of Object.entries(media)) {
    byId(`css-${name}`)?.setAttribute("media", theme === "system" ? query : theme === name ? "all" : "not all");
  }
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** @param {Event} event */
async function chosen(event) {
  const input = event.target;
  if (!(input instanceof HTMLInputElement) || input.type !== "radio") return;
  await keep({ [input.name]: input.value });
  if (input.name === "lang") location.reload();
  else show(input.name, input.value);
}

const link = byId("look-link");

async function openPanel() {
  if (byId("look-panel")) return closePanel();
  const answer = await fetch("/prefs");
  const form = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("look-form");
  if (!form || !link) return;
  const panel = document.createElement("div");
  panel.id = "look-panel";
  panel.className = "panel";
  panel.setAttribute("role", "dialog");
  panel.setAttribute("aria-label", gettext("Appearance"));
  const title = document.createElement("h2");
  title.className = "h2";
  title.textContent = gettext("Appearance");
  const shut = document.createElement("button");
  Object.assign(shut, { type: "button", className: "btn quiet icon", innerHTML: '<svg class="ic" aria-hidden="true"><use href="#i-close"/></svg>' });
  shut.setAttribute("aria-label", gettext("Close"));
  const done = form.querySelector("#look-save");
  if (done) Object.assign(done, { type: "button", textContent: gettext("Done") }); // each choice is kept at once
  for (const way of [shut, done]) {
    way?.addEventListener("click", () => {
      closePanel();
      link.focus();
    });
  }
  const head = document.createElement("div");
  head.className = "row spread";
  head.append(title, shut);
  panel.append(head, form);
  panel.addEventListener("change", chosen);
  document.querySelector(".top")?.append(panel);
  link.setAttribute("aria-expanded", "true");
  const first = panel.querySelector("input:checked");
  if (first instanceof HTMLElement) first.focus();
}

function closePanel() {
  byId("look-panel")?.remove();
  link?.setAttribute("aria-expanded", "false");
}

if (link && !location.pathname.startsWith("/prefs")) {
  link.setAttribute("role", "button");
  link.setAttribute("aria-expanded", "false");
  link.setAttribute("aria-haspopup", "dialog");
  link.addEventListener("click", (event) => {
    event.preventDefault();
    void openPanel();
  });
  link.addEventListener("keydown", (event) => {
    if (event.key !== " ") return;
    event.preventDefault();
    link.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !byId("look-panel")) return;
    event.stopPropagation();
    closePanel();
    link.focus();
  }, { capture: true });
  document.addEventListener("pointerdown", (event) => {
    const panel = byId("look-panel");
    if (!panel || !(event.target instanceof Node) || panel.contains(event.target) || link.contains(event.target)) return;
    closePanel();
  });
}

byId("look-form")?.addEventListener("change", chosen);
const lookSave = byId("look-save");
if (lookSave) lookSave.textContent = gettext("Done"); // each choice is kept at once

/* ---------- voice and keys ---------- */

const voice = document.querySelector("#prefs-form button[name=voice]");

/** What reads aloud; fetched once somebody wants it. @type {Promise<typeof import("./voice.js")> | null} */
let reader = null;

/** Read aloud, or no longer. */
async function followVoice() {
  const on = root.dataset.voice === "on";
  if (voice instanceof HTMLButtonElement) {
    voice.setAttribute("aria-pressed", String(on));
    voice.value = on ? "off" : "on";
  }
  if (!on) return void (await reader)?.hush();
  reader ??= import("./voice.js");
  (await reader).listenToPage(caption);
}

if (voice instanceof HTMLButtonElement) {
  voice.addEventListener("click", (event) => {
    event.preventDefault();
    const on = root.dataset.voice !== "on";
    show("voice", on ? "on" : "off");
    const keys = byId("keys");
    if (keys instanceof HTMLDetailsElement) keys.open = on;
    void keep({ voice: on ? "on" : "off" });
    if (on) aloud(gettext("The voice is on."));
  });
}

/** Write and say something that no region of the page says. @param {string} text */
async function aloud(text) {
  caption(text);
  if (root.dataset.voice === "on") (await reader)?.speak(text);
}

document.addEventListener("damiera:prefs", (event) => {
  const { name } = /** @type {CustomEvent<{name: string}>} */ (event).detail;
  if (name === "voice") void followVoice();
});

const CAPTIONS = 3;
const captions = byId("captions");

/** @param {string} text */
function caption(text) {
  if (!captions || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  captions.append(line);
  while (captions.childElementCount > CAPTIONS) captions.firstElementChild?.remove();
}

if (captions) {
  for (const id of ["move", "answer", "board-live"]) {
    const region = byId(id);
    if (!region) continue;
    const said = () => {
      const text = (region.textContent ?? "").replace(/\u00a0/g, " ").trim();
      if (text) void aloud(text);
    };
    new MutationObserver(said).observe(region, { childList: true, characterData: true, subtree: true });
  }
}

/** The sounds in words, for who does not hear them. @type {Record<string, string>} */
const SOUNDS = {
  must: gettext("♪ a capture is due"), low: gettext("♪ little time is left"), offer: gettext("♪ an offer"),
  illegal: gettext("♪ not allowed"), end: gettext("♪ the game is over"),
};
document.addEventListener("damiera:sound", (event) => {
  const { sound } = /** @type {CustomEvent<{sound: string}>} */ (event).detail;
  if (root.dataset.sound !== "off") caption(SOUNDS[sound] ?? "");
});

if (root.dataset.voice === "on") void followVoice();

/* ---------- where one is ---------- */

/** On a phone the chapters are a row to be scrolled: begin with the one that is open. */
const chapter = document.querySelector(".toc [aria-current]");
const chapters = chapter?.closest("ol");
if (chapter && chapters) chapters.scrollLeft = chapter.getBoundingClientRect().left - chapters.getBoundingClientRect().left - 16;

const STOOD = "stood";

/** The forms of the page that lead where this one leads. @param {string} action */
const leadingTo = (action) => [...document.forms].filter((form) => form.getAttribute("action") === action);

/** A form marked `data-stay` leads back to its own page: the keyboard, and the page, will be where they are now. */
document.addEventListener("submit", ({ target: form, submitter, defaultPrevented }) => {
  if (defaultPrevented || !(form instanceof HTMLFormElement) || !("stay" in form.dataset) || !submitter) return;
  const action = form.getAttribute("action") ?? "";
  const [nth, control] = [leadingTo(action).indexOf(form), [...form.elements].indexOf(submitter)];
  try {
    sessionStorage.setItem(STOOD, JSON.stringify({ path: location.pathname, action, nth, control, top: scrollY }));
  } catch {
    // A browser that keeps nothing for us begins the page at its top.
  }
});

function comeBack() {
  try {
    const { path, action, nth, control, top } = JSON.parse(sessionStorage.getItem(STOOD) ?? "{}");
    sessionStorage.removeItem(STOOD);
    if (path !== location.pathname || byId("wrong")) return;
    const forms = leadingTo(action);
    const stood = forms[Math.min(nth, forms.length - 1)]?.elements[control];
    scrollTo(0, top);
    if (stood instanceof HTMLElement) stood.focus({ preventScroll: true });
  } catch {
    // Nothing was kept.
  }
}

comeBack();

/* ---------- copying ---------- */

/** @param {string} text */
async function copy(text) {
  try {
    return await navigator.clipboard.writeText(text);
  } catch {
    // plain http in the house has no clipboard object, and a browser may deny it: copy what is selected
  }
  const box = document.createElement("textarea");
  box.value = text;
  document.body.append(box);
  box.select();
  document.execCommand("copy");
  box.remove();
}

/** What the server has at an address; null if it cannot be asked. @param {string} url */
async function fetched(url) {
  return fetch(url).then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);
}

/** @param {HTMLElement} button */
async function textFor(button) {
  const { copyText, copyUrl, copy: selector } = button.dataset;
  if (copyText) return copyText;
  if (copyUrl) return fetched(copyUrl);
  const from = selector ? document.querySelector(selector) : null;
  return (from instanceof HTMLInputElement ? from.value : from?.textContent ?? "").trim();
}

/** @param {HTMLElement} button */
async function copied(button) {
  const text = await textFor(button);
  const said = byId("said");
  if (text === null) {
    if (said) said.textContent = gettext("The server cannot be asked now.");
    return;
  }
  await copy(text);
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  if (said) said.textContent = gettext("Copied: {text}", { text: shown });
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), 1600);
  button.focus();
}

const COPIERS = "[data-copy], [data-copy-url], [data-copy-text]";

for (const button of document.querySelectorAll(COPIERS)) if (button instanceof HTMLElement) button.hidden = false;
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest(COPIERS) : null;
  if (button instanceof HTMLElement) void copied(button);
});

/* ---------- fields ---------- */

/** A field for a position shows one of the game that is chosen. */
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || !target.dataset.examples) return;
  const example = target.selectedOptions[0]?.dataset.example;
  if (example) byId(target.dataset.examples)?.setAttribute("placeholder", example);
});
