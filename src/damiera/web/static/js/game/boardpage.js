/** What the page of a game, of a replay and of a game not yet begun have in common: a board that follows the preferences. */

import { DraughtsBoard } from "../board/draughts-board.js";
import { samePieces } from "../board/position.js";
import { gettext } from "../i18n.js";
import { byId } from "./dom.js";
import { say } from "./speech.js";
import { swapPlates } from "./table.js";

/** @typedef {import("../board/types.js").GameView} GameView */

/** Take the board of the page over. @param {GameView} view */
export function setUpBoard(view) {
  const board = byId("board");
  if (!(board instanceof DraughtsBoard)) throw new Error("the page has no board");
  board.setAttribute("label", view.game_name);
  followPreferences(board);
  document.addEventListener("damiera:prefs", () => {
    followPreferences(board);
    board.refresh();
  });
  return board;
}

/** @param {DraughtsBoard} board */
function followPreferences(board) {
  const { numbers, hints, halos } = document.documentElement.dataset;
  board.hints = hints !== "off";
  board.halos = halos !== "off";
  const asked = numbers === "off" ? "none" : numbers;
  if (asked === "none" || asked === "outside" || asked === "both") board.setAttribute("numbers", asked);
  else board.removeAttribute("numbers");
}

/** What nobody does in the first moment of a page is fetched so long after it: no board waits for it. */
const SETTLED_MS = 1000;

/** Settled when the page is. @returns {Promise<void>} */
export function whenSettled() {
  return new Promise((then) => setTimeout(then, SETTLED_MS));
}

/**
 * Let whoever looks on, or plays, draw on the board for themselves; another position wipes it off. The pen is fetched
 * when the page is there: nobody waits for it.
 * @param {DraughtsBoard} board
 */
export async function letDraw(board) {
  await whenSettled();
  const pen = await import("../board/drawings.js").catch(() => null); // the page is left, or the line is lost
  if (!pen) return;
  const drawings = pen.drawForOneself(board);
  let shown = board.pieces;
  document.addEventListener("damiera:ply", () => {
    if (!samePieces(shown, board.pieces)) drawings.wipe();
    shown = board.pieces;
  });
}

/**
 * Keys of the board that are the page's business; those that every page answers alike are answered here.
 * @param {DraughtsBoard} board @param {(name: string) => void} command
 */
export function setUpKeys(board, command) {
  board.addEventListener("board-command", (event) => {
    const { name } = /** @type {CustomEvent<{name: string}>} */ (event).detail;
    if (name === "flip") flip(board);
    else if (name === "help") openKeys();
    else if (name === "voice") turnVoice();
    else if ((name === "zen" || name === "blind") && byId("own-board")) turn(name);
    else command(name);
  });
  document.addEventListener("keydown", (event) => pass(board, event));
}

/** Keys that walk through the game: they work beside the list of moves too. */
const WALKING = [",", ".", "r", "l", "f"];
/** Keys that a page without focus keeps for itself. */
const SCROLLING = [" ", "PageUp", "PageDown", "Home", "End", "ArrowUp", "ArrowDown", "Tab"];

/** A key pressed where nothing has the keyboard goes to the board; a letter also from the acts below the moves, where the menu gives the focus back. @param {DraughtsBoard} board @param {KeyboardEvent} event */
function pass(board, event) {
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  const walking = WALKING.includes(event.key) && event.target.closest("#moves") !== null;
  const letter = event.key.length === 1 && event.key !== " " && event.target.closest(".acts") !== null;
  if (!walking && !letter && (event.target !== document.body || SCROLLING.includes(event.key))) return;
  board.keys?.press(event);
}

/** @param {DraughtsBoard} board */
function flip(board) {
  board.flipped = !board.flipped;
  swapPlates();
  say("board-live", board.flipped ? gettext("Black at the bottom.") : gettext("White at the bottom."));
}

/** What a key turns on or off, and how that is said. @param {"zen" | "blind"} name */
function turn(name) {
  document.dispatchEvent(new CustomEvent("damiera:turn", { detail: { name } }));
  const on = document.documentElement.dataset[name] === "on";
  if (name === "zen") say("board-live", on ? gettext("The board only.") : gettext("Everything is shown."));
  else say("board-live", on ? gettext("The pieces are unseen.") : gettext("The pieces are seen."));
}

/** The voice, on or off: as its button does. */
function turnVoice() {
  const button = document.querySelector("#prefs-form button[name=voice]");
  if (button instanceof HTMLButtonElement) button.click();
}

function openKeys() {
  const card = byId("keys");
  if (!(card instanceof HTMLDetailsElement)) return;
  const menu = card.closest("[popover]");
  if (menu instanceof HTMLElement && !menu.matches(":popover-open")) menu.showPopover();
  card.open = true;
  card.querySelector("summary")?.focus();
}
