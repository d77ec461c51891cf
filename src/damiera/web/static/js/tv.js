// @ts-check
/** Watching: the game on the board goes on by its socket; when it is over the best of the others comes after a while. */

import { jsonOf } from "./answers.js";
import "./board/draughts-board.js";
import { samePieces } from "./board/position.js";
import { setUpBoard } from "./game/boardpage.js";
import { Clocks } from "./game/clocks.js";
import { byId, readData } from "./game/dom.js";
import { mayLoadAgain } from "./game/renewed.js";
import { GameSocket } from "./game/socket.js";
import { say } from "./game/speech.js";
import { GameStore } from "./game/store.js";
import { showPlates } from "./game/table.js";
import { ngettext } from "./i18n.js";

const ASK_MS = 4000;
const NEXT_MS = 7000;
const SHOWN_ONE_BY_ONE = 3;

/** @typedef {import("./board/types.js").GameView} GameView */

/** @type {GameView} */
const first = readData("view");
const board = setUpBoard(first);
/** @type {GameSocket} */
const socket = new GameSocket(`/g/${first.id}/ws`, () => store.view.version);
/** @type {GameStore} */
const store = new GameStore(first, socket);
const clocks = new Clocks(() => undefined);
const query = document.querySelector(".tvgame")?.getAttribute("data-query") ?? "";
let leaving = false;

/** @param {GameView} view @param {GameView} previous */
function show(view, previous) {
  const before = previous.history.length;
  const fresh = view.history.slice(before);
  const follows = before > 0 ? view.history[before - 1]?.text === previous.history[before - 1].text : true;
  if (!follows || view.history.length < before || fresh.length > SHOWN_ONE_BY_ONE) board.show(view.pieces, { last: view.history.at(-1)?.path, slide: true });
  else for (const ply of fresh) void board.play(ply);
  if (!samePieces(board.pieces, view.pieces)) board.show(view.pieces, { last: view.history.at(-1)?.path });
  write(view);
  if (view.outcome && !previous.outcome) {
    say("board-live", `${view.outcome.title}. ${view.outcome.text}`);
    goOn();
  }
}

/** @param {GameView} view */
function write(view) {
  showPlates(view);
  clocks.set(view.clock, []);
}

async function ask() {
  return jsonOf(`/tv/${first.id}/now?${query}`, { cache: "no-store" });
}

async function count() {
  if (document.hidden) return;
  const now = await ask();
  const chip = byId("spectators");
  if (!now || !chip) return;
  const text = ngettext("{n} spectator", "{n} spectators", now.spectators);
  if (chip.textContent !== text) chip.textContent = text;
}

/** Leave the game that is over for the best of the others, if there is one; not from somebody who reads on. */
function goOn() {
  if (leaving) return;
  leaving = true;
  setTimeout(async () => {
    leaving = false;
    const now = await ask();
    if (now?.best) location.assign(`/tv?${query ? `${query}&` : ""}at=${now.best}`);
    else setTimeout(goOn, NEXT_MS);
  }, NEXT_MS);
}

store.addEventListener("view", (event) => {
  const { view, previous } = /** @type {CustomEvent} */ (event).detail;
  show(view, previous);
});
store.addEventListener("renewed", () => mayLoadAgain() && location.reload());
store.addEventListener("skew", () => (clocks.skew = store.skew));
socket.addEventListener("lost", () => clocks.doubt(true));
socket.addEventListener("found", () => clocks.doubt(false));
board.show(first.pieces, { last: first.history.at(-1)?.path });
write(first);
socket.start();
setInterval(() => void count(), ASK_MS);
if (first.outcome) goOn();

for (const select of document.querySelectorAll("#which select")) {
  select.addEventListener("change", () => /** @type {HTMLSelectElement} */ (select).form?.requestSubmit());
}
document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLElement && event.target.closest("input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const way = event.key === "n" ? "next" : event.key === "p" ? "prev" : "";
  const link = way && document.querySelector(`a[rel="${way}"]`);
  if (link instanceof HTMLAnchorElement) link.click();
});
