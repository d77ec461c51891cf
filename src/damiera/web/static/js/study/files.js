// @ts-check
/** A file larger than a study can take is refused before it is sent. */

import { gettext } from "../i18n.js";

const MB = 1024 * 1024;

/** What is wrong with the chosen file; empty where nothing is. @param {HTMLInputElement} field */
function fault(field) {
  const file = field.files?.[0];
  if (!file || file.size <= Number(field.dataset.most)) return "";
  return gettext("{name} has {size} MB: that is more than a study takes, and nothing was sent. Bring it in as a collection, in My games.", {
    name: file.name,
    size: Math.ceil(file.size / MB),
  });
}

/** The place below a field where it is said. @param {HTMLInputElement} field */
function place(field) {
  const there = field.parentElement?.querySelector(":scope > .msg");
  if (there instanceof HTMLElement) return there;
  const made = document.createElement("span");
  made.className = "msg bad";
  made.setAttribute("role", "alert");
  made.id = `${field.id}-wrong`;
  field.after(made);
  return made;
}

document.addEventListener("change", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement) || field.type !== "file" || !field.dataset.most) return;
  const words = fault(field);
  field.setCustomValidity(words);
  field.setAttribute("aria-invalid", String(Boolean(words)));
  const said = place(field);
  said.textContent = words;
  said.hidden = !words;
  if (words) field.setAttribute("aria-describedby", said.id);
  else field.removeAttribute("aria-describedby");
});
