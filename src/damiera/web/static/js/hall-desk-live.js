// @ts-check
/** The arbiter's desk follows the phones: what players report appears by itself, unless something is being written. */

import { putInPlace } from "./hall.js";
import { watch } from "./hall-live.js";

const desk = () => document.getElementById("desk");
const shown = () => Number(desk()?.dataset.version ?? 0);
let wanted = 0;

const writing = () => {
  const active = document.activeElement;
  const field = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement || active instanceof HTMLSelectElement;
  return field || Boolean(desk()?.querySelector("details[open] > form")) || Boolean(document.getElementById("wrong"));
};

async function follow() {
  if (wanted <= shown() || writing()) return;
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    const html = await answer.text();
    if (answer.ok && !writing() && wanted > shown()) putInPlace(html, location.href);
  } catch {
    setTimeout(() => void follow(), 3000);
  }
}

const id = location.pathname.split("/")[2];
if (desk() && id) {
  watch(id, (stamp) => {
    wanted = stamp.v;
    setTimeout(() => void follow(), 250); // an act of this desk answers by itself first
  });
  document.addEventListener("focusout", () => setTimeout(() => void follow(), 400));
}
