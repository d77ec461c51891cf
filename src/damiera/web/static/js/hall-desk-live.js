// @ts-check
/** The arbiter's desk follows the phones: what players report appears by itself, unless something is being written. */

import { isBusy, whenFree } from "./fields.js";
import { putInPlace } from "./hall.js";
import { watch } from "./hall-live.js";

const AGAIN_MS = 3000;

const id = location.pathname.split("/")[2];
const desk = () => document.getElementById("desk");
const shown = () => Number(desk()?.dataset.version ?? 0);
let wanted = 0;

async function follow() {
  if (wanted <= shown() || isBusy(desk())) return;
  try {
    const address = `/hall/${id}${location.search}`; // what was refused has the address of its form
    const answer = await fetch(address, { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    const html = await answer.text();
    if (!isBusy(desk()) && wanted > shown()) putInPlace(html);
  } catch {
    setTimeout(() => void follow(), AGAIN_MS);
  }
}

if (desk() && id) {
  watch(id, (stamp) => {
    wanted = stamp.v;
    setTimeout(() => void follow(), 250); // an act of this desk answers by itself first
  });
  whenFree(() => void follow());
}
