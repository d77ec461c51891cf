// @ts-check
/**
 * Entering players by keys: a few letters find them in the archive, Enter takes the one that is marked and fills the
 * form in, Enter again enters them; the list grows by a row, and the next name can be typed at once.
 */

import { gettext } from "./i18n.js";

/**
 * @typedef {object} Found
 * @property {string} id
 * @property {string} name
 * @property {string} elo
 * @property {string} category
 * @property {string} cat
 * @property {string} club
 * @property {string} province
 * @property {string} card
 * @property {string} born
 * @property {string} sex
 * @property {number} entered
 */

/** @typedef {{ number: number, html: string, players: number, said: string, wrong: string, field: string }} Entered */

const LEAST = 2;
const FILLED = /** @type {const} */ (["name", "elo", "category", "club", "province", "card", "born", "sex"]);

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("add"));
const field = /** @type {HTMLInputElement | null} */ (document.getElementById("name"));
const list = document.getElementById("people-found");
const person = /** @type {HTMLInputElement | null} */ (document.getElementById("person"));

/** @type {Found[]} */
let found = [];
let marked = -1;
let asked = 0;
let taken = "";
let waiting = false; // an answer of the archive is on its way
let pressed = false; // Enter came before it

/** @param {string} text @param {boolean} [isRefusal] */
function say(text, isRefusal = false) {
  const line = document.getElementById("entered");
  if (!line) return;
  line.textContent = text;
  line.classList.toggle("badtext", isRefusal);
  line.classList.toggle("muted", !isRefusal);
}

function close() {
  asked += 1;
  waiting = pressed = false;
  found = [];
  mark(-1);
  if (list) {
    list.hidden = true;
    list.replaceChildren();
  }
  field?.setAttribute("aria-expanded", "false");
}

/** @param {number} n */
function mark(n) {
  marked = n;
  [...(list?.children ?? [])].forEach((one, at) => one.setAttribute("aria-selected", String(at === n)));
  const on = list?.children[n];
  if (on) {
    field?.setAttribute("aria-activedescendant", on.id);
    on.scrollIntoView({ block: "nearest" });
  } else field?.removeAttribute("aria-activedescendant");
}

/** @param {Found} one @param {number} n */
function choice(one, n) {
  const item = document.createElement("li");
  item.id = `found-${n}`;
  item.setAttribute("role", "option");
  const name = document.createElement("b");
  name.textContent = one.name;
  const more = document.createElement("span");
  more.className = "small muted";
  const there = one.entered ? gettext("entered, number {n}", { n: one.entered }) : "";
  more.textContent = [there, one.cat, one.elo, one.club, one.province, one.born.slice(0, 4), one.card].filter(Boolean).join(" · ");
  item.append(name, more);
  item.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // the field keeps the focus
    take(one);
  });
  return item;
}

function show() {
  if (!list || !field) return;
  list.replaceChildren(...found.map(choice));
  list.hidden = !found.length;
  field.setAttribute("aria-expanded", String(found.length > 0));
  mark(found.length ? 0 : -1);
}

async function ask() {
  const text = field?.value.trim() ?? "";
  const where = field?.dataset.find;
  if (!where || text.length < LEAST || text === taken) return close();
  const turn = (asked += 1);
  waiting = true;
  try {
    const answer = await fetch(`${where}?q=${encodeURIComponent(text)}`, { headers: { Accept: "application/json" } });
    if (!answer.ok || turn !== asked) return;
    found = /** @type {Found[]} */ (await answer.json());
    if (turn === asked && document.activeElement === field) show();
  } catch {
    if (turn === asked) found = []; // without the server a name is typed whole
  } finally {
    if (turn === asked) settle();
  }
}

/** The archive has answered: what Enter meant is done now. */
function settle() {
  waiting = false;
  if (!pressed) return;
  pressed = false;
  if (found[0]) take(found[0]);
  else form?.requestSubmit();
}

/** The field of a name. @param {string} name @returns {HTMLInputElement | HTMLSelectElement | null} */
function control(name) {
  const one = form?.elements.namedItem(name);
  return one instanceof HTMLInputElement || one instanceof HTMLSelectElement ? one : null;
}

/** @param {Found} one */
function take(one) {
  for (const name of FILLED) {
    const into = control(name);
    if (into) into.value = name === "category" ? one.cat : one[name];
  }
  if (person) person.value = one.id;
  taken = one.name;
  close();
  say(gettext("{name}: Enter enters them.", { name: one.name }));
  field?.focus();
}

function clear() {
  for (const name of FILLED) {
    const into = control(name);
    if (into) into.value = "";
  }
  if (person) person.value = "";
  taken = "";
  field?.focus();
}

/** @param {Entered} told */
function entered(told) {
  const rows = document.querySelector(".pairs.people tbody");
  const count = document.getElementById("list-title");
  if (!rows || !count) return location.reload(); // the first one: there is no list yet
  const holder = document.createElement("template");
  holder.innerHTML = told.html;
  rows.append(holder.content);
  count.textContent = told.said;
  const above = document.getElementById("head-players");
  if (above) above.textContent = told.said;
  const name = rows.lastElementChild?.querySelector("a")?.textContent ?? "";
  clear();
  say(gettext("Entered: {n}. {name}", { n: told.number, name }));
}

/** @param {Entered} told */
function refused(told) {
  const wrong = control(told.field);
  wrong?.setAttribute("aria-invalid", "true");
  (wrong ?? field)?.focus();
  say(told.wrong, true);
}

async function send() {
  if (!form) return;
  for (const one of form.querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  form.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    const told = /** @type {Entered & { text?: string }} */ (await answer.json());
    if (answer.ok) entered(told);
    else refused({ ...told, wrong: told.wrong || (told.text ?? "") });
  } catch {
    say(gettext("The server does not answer: nobody was entered. Try again."), true);
  } finally {
    form.removeAttribute("aria-busy");
  }
}

if (form && field && list) {
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-expanded", "false");
  field.setAttribute("aria-controls", list.id);
  field.addEventListener("input", () => {
    if (person && field.value.trim() !== taken) person.value = "";
    void ask();
  });
  field.addEventListener("blur", close);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && waiting) {
      pressed = true;
      event.preventDefault();
      return;
    }
    if (list.hidden) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      mark((marked + step + found.length) % found.length);
    } else if (event.key === "Enter" && found[marked]) take(found[marked]);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.getAttribute("aria-busy") !== "true") void send();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.key !== "n" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
}
