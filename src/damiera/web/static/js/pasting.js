// @ts-check
/** A text larger than a field takes is not pasted into it: a browser that lays out a hundred megabytes stands still for minutes. */

import { gettext } from "./i18n.js";

const MB = 1_000_000;

/** The place below a field where it is said. @param {HTMLTextAreaElement} field */
function place(field) {
  const there = document.getElementById(`${field.id}-wrong`);
  if (there) return there;
  const made = document.createElement("span");
  made.className = "msg bad";
  made.id = `${field.id}-wrong`;
  made.setAttribute("role", "alert");
  field.after(made);
  return made;
}

document.addEventListener("paste", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLTextAreaElement) || !field.dataset.most) return;
  const [most, size] = [Number(field.dataset.most), event.clipboardData?.getData("text/plain").length ?? 0];
  const said = place(field);
  said.hidden = size <= most;
  if (size <= most) return;
  event.preventDefault();
  if (most < MB) {
    said.textContent = gettext("What you paste has {size} characters; this field takes {most}, and is as it was. Begin a study with it.", { size, most });
    return;
  }
  const figures = { size: Math.ceil(size / MB), most: Math.floor(most / MB) };
  said.textContent = gettext("What you paste has {size} MB; this field takes {most}, and is as it was. Keep it as a file, and bring that in, in My games.", figures);
});
