// @ts-check
/** The arbiter's desk follows phones and other arbiters: rows that change appear by themselves, unless something is being written. */

import { isBusy, whenFree } from "./fields.js";
import { shut } from "./hall-closed.js";
import { desk, putRows, refresh } from "./hall.js";
import { watch } from "./hall-live.js";
import { retry, waiting } from "./hall-slips.js";

const AGAIN_MS = 3000;

const id = location.pathname.split("/")[2];
const shown = () => Number(desk()?.dataset.version ?? 0);
let wanted = 0;
let asking = false;

async function follow() {
  if (asking || wanted <= shown() || isBusy(desk())) return;
  asking = true;
  try {
    const query = new URLSearchParams({ round: desk()?.dataset.round ?? "", since: String(shown()) });
    const answer = await fetch(`/hall/${id}/boards?${query}`, { cache: "no-store", headers: { Accept: "application/json" } });
    if (answer.status === 403) return shut((await answer.json()).text ?? "");
    if (!answer.ok) throw new Error(String(answer.status));
    const told = await answer.json();
    if (isBusy(desk())) return;
    if (told.whole || putRows(told, true)) await refresh();
  } catch {
    setTimeout(() => void follow(), AGAIN_MS);
  } finally {
    asking = false;
  }
}

if (desk() && id) {
  watch(id, (stamp) => {
    if (waiting()) void retry(); // the server is there
    wanted = stamp.v;
    setTimeout(() => void follow(), 250); // an act of this desk answers by itself first
  });
  whenFree(() => void follow());
}
