// @ts-check
/** A new game in a sheet over the page: the form of /new, which is a page of its own without this script. */

import { pageOf } from "./fresh.js";
import { gettext } from "./i18n.js";

const FORM = /^\/new$/;
/** Ways of playing that set a board up: they have the whole page. */
const WHOLE = ["odds-pieces", "eleven-men"];
const here = location.pathname + location.search;

/** @type {HTMLDialogElement | null} */
let sheet = null;
/** what was asked for last: an answer that comes late opens nothing */
let wanted = "";

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || !FORM.test(link.pathname) || link.origin !== location.origin) return;
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target) return;
  event.preventDefault();
  void show(link.href);
});
document.addEventListener("damiera:new", (event) => {
  event.preventDefault();
  void show("/new");
});
addEventListener("popstate", () => {
  if (FORM.test(location.pathname)) void show(location.href, false);
  else close();
});

/** Show the form; where nobody answers, let the browser say so. @param {string} address @param {boolean} [isNew] whether Back is to close it */
async function show(address, isNew = true) {
  wanted = address;
  const page = await pageOf(await fetch(address).catch(() => null));
  if (wanted !== address || sheet) return;
  const form = page?.querySelector(".newgame > form");
  const title = page?.querySelector(".newgame > h1");
  if (!(form instanceof HTMLFormElement) || !(title instanceof HTMLElement)) {
    return location.assign(address);
  }
  sheet = made(title, form);
  document.body.append(sheet);
  if (isNew) history.pushState(null, "", address);
  sheet.showModal();
  const { enliven } = await import("./live.js");
  enliven(form);
}

/** @param {HTMLElement} title @param {HTMLFormElement} form */
function made(title, form) {
  const dialog = document.createElement("dialog");
  dialog.className = "newsheet newgame";
  dialog.setAttribute("aria-labelledby", "sheet-title");
  const shut = document.createElement("button");
  Object.assign(shut, { type: "button", className: "btn quiet icon", id: "sheet-shut" });
  shut.setAttribute("aria-label", gettext("Close"));
  shut.innerHTML = '<svg class="ic" aria-hidden="true"><use href="#i-close"/></svg>';
  const head = document.createElement("div");
  head.className = "row spread";
  title.id = "sheet-title";
  head.append(title, shut);
  form.querySelector("#odds")?.remove();
  for (const one of form.querySelectorAll("[id]")) if (document.getElementById(one.id)) rename(form, one);
  dialog.append(head, form);
  form.querySelector("select")?.setAttribute("autofocus", ""); // from there Enter begins
  shut.addEventListener("click", () => history.back());
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    history.back();
  });
  dialog.addEventListener("pointerdown", (event) => event.target === dialog && !inside(dialog, event) && history.back());
  form.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.id === "way" && WHOLE.includes(target.value)) toPage(form);
  });
  return dialog;
}

/** @param {HTMLElement} box @param {PointerEvent} event */
function inside(box, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** The page under the sheet has something of this name. @param {HTMLFormElement} form @param {Element} one */
function rename(form, one) {
  const old = one.id;
  one.id = `sheet-${old}`;
  for (const name of ["for", "aria-describedby", "aria-labelledby"]) {
    for (const other of form.querySelectorAll(`[${name}~="${old}"]`)) {
      other.setAttribute(name, (other.getAttribute(name) ?? "").split(" ").map((word) => (word === old ? one.id : word)).join(" "));
    }
  }
}

/** Go on in the page, with what has been chosen. @param {HTMLFormElement} form */
function toPage(form) {
  const fields = [...new FormData(form)].filter(([, value]) => typeof value === "string" && value);
  location.replace(`/new?${new URLSearchParams(/** @type {[string, string][]} */ (fields))}`);
}

function close() {
  wanted = "";
  sheet?.close();
  sheet?.remove();
  sheet = null;
  if (location.pathname + location.search !== here) location.reload();
}
