// @ts-check
/** A form whose answer shows beside it: as one changes it, the parts it names are fetched anew. */

import { textOf } from "./answers.js";
import { replace } from "./fields.js";

const WAIT_MS = 150;

/**
 * Put what an answer says in the place of what the page says, part by part; who types stays where they are.
 * @param {string} html
 * @param {string[]} parts
 */
function replaceParts(html, parts) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const id of parts) {
    const now = document.getElementById(id);
    const then = fresh.getElementById(id);
    if (now && then) replace(now, then);
  }
}

/** The address a form asks for. @param {HTMLFormElement} form */
function asked(form) {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string" && value) fields.append(name, value);
  return `${form.dataset.ask ?? form.action}?${fields}`;
}

/** @param {HTMLFormElement} form */
export function enliven(form) {
  const parts = (form.dataset.live ?? "").split(" ");
  let wanted = 0;
  let timer = 0;
  const refresh = async () => {
    const turn = ++wanted;
    const address = asked(form);
    const html = await textOf(address);
    if (html === null || turn !== wanted) return;
    if (asked(form) !== address) return void refresh(); // something was filled in while the answer was on its way
    replaceParts(html, parts);
    const short = document.querySelector("[data-address]")?.getAttribute("data-address");
    history.replaceState(null, "", short ?? address);
  };
  form.addEventListener("input", (event) => {
    if (event.target instanceof HTMLInputElement && event.target.type === "file") return;
    if (form.dataset.watch && !(event.target instanceof Element && event.target.closest(form.dataset.watch))) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => void refresh(), WAIT_MS);
  });
  for (const plain of form.querySelectorAll("[data-plain]")) {
    if (plain.hasAttribute("formaction")) plain.remove(); // hidden it would still be what Enter presses
    else plain.setAttribute("hidden", "");
  }
}

for (const form of document.querySelectorAll("form[data-live]")) {
  if (form instanceof HTMLFormElement) enliven(form);
}
