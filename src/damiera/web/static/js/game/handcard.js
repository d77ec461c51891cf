/**
 * The card beside a board that is handled: what lies beside the board, the tools, and whatever a page adds below.
 * It stands in the page from the start, closed; the board does not move when it opens.
 */

import { figure } from "../board/carry.js";
import { Hands } from "../board/hands.js";
import { pieceWord } from "../board/words.js";
import { gettext, ngettext } from "../i18n.js";
import { byId, h, icon } from "./dom.js";

/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */
/** @typedef {import("../board/types.js").Pieces} Pieces */

/**
 * How the pieces were let go: by whoever handled them, or because the game went on, after acts or before the first.
 * @typedef {"left" | "broken" | "untouched"} Freed
 */

const LETTERS = ["w", "W", "b", "B"];

export class HandCard {
  /**
   * @param {DraughtsBoard} board
   * @param {{title: string, tray: string, changed: () => void, freed: (how: Freed) => void, leave: () => void}} page
   */
  constructor(board, page) {
    this.board = board;
    this.page = page;
    /** @type {Hands | null} */
    this.hands = null;
    this.left = false;
    this.extra = h("div", { class: "stack handextra" });
    this.tray = this.makeTray();
    this.crown = tool("crown", "k", () => this.hands?.recrown());
    this.off = tool("off", gettext("Del"), () => this.hands?.remove());
    this.undo = tool("undo", "Esc", () => this.hands?.back());
    this.anew = tool("first", "", () => this.hands?.anew());
    label(this.off, gettext("Take off"));
    label(this.undo, gettext("Take back"));
    label(this.anew, gettext("As it was"));
    this.close = h("button", { class: "btn quiet icon", type: "button", "aria-label": gettext("Close") }, [icon("close")]);
    this.close.addEventListener("click", () => this.page.leave());
    this.node = h("div", { class: "stack handwork" }, [
      h("div", { class: "row tight spread" }, [h("h2", { class: "h3" }, [page.title]), this.close]),
      this.tray,
      h("div", { class: "handtools" }, [this.crown, this.off, this.undo, this.anew]),
      this.extra,
    ]);
    this.away = new AbortController();
    const { signal } = this.away;
    board.addEventListener("board-hands", () => this.changed(), { signal });
    board.addEventListener("focusin", () => this.showTools(), { signal });
    board.addEventListener("board-leave", () => this.page.leave(), { signal });
    board.addEventListener("board-freed", () => this.end(), { signal });
    board.addEventListener("board-carry", (event) => this.lit(/** @type {CustomEvent} */ (event).detail.off), { signal });
    this.node.addEventListener("keydown", (event) => this.key(event));
  }

  /** Open the card and let the pieces be handled. @param {Pieces} pieces @param {Record<string, number> | null} beside */
  begin(pieces, beside) {
    this.hands = new Hands(this.board, pieces, beside);
    this.board.handle(this.hands);
    const place = byId("hands");
    place?.classList.add("open");
    place?.append(this.node);
    this.changed();
    this.board.goTo(this.board.current);
  }

  /** Close the card: the pieces lie as the game has them. */
  leave() {
    this.left = true;
    this.board.free();
  }

  end() {
    const stood = this.node.contains(document.activeElement);
    const touched = this.hands?.acts.length;
    this.away.abort();
    this.hands = null;
    this.node.remove();
    byId("hands")?.classList.remove("open");
    if (stood) byId("hands-begin")?.focus();
    this.page.freed(this.left ? "left" : touched ? "broken" : "untouched");
  }

  changed() {
    this.showTray();
    this.showTools();
    this.page.changed();
  }

  makeTray() {
    const buttons = LETTERS.map((piece) => this.trayButton(piece));
    const empty = h("p", { class: "small muted" }, [this.page.tray]);
    return h("div", { class: "handtray", role: "group", "aria-label": gettext("Beside the board") }, [...buttons, empty]);
  }

  /** @param {string} piece */
  trayButton(piece) {
    const button = h("button", { type: "button", class: "handpiece", "data-piece": piece, "aria-pressed": "false" }, [
      figure(piece),
      h("b", { class: "num", "aria-hidden": "true" }),
    ]);
    let dragged = false;
    button.addEventListener("pointerdown", (event) => {
      dragged = false;
      if (event.button !== 0 || !event.isPrimary || this.hands?.work.hand) return;
      this.hands?.carry(event, piece, null, () => (dragged = true));
    });
    button.addEventListener("click", () => {
      const carried = dragged;
      dragged = false;
      if (carried) return;
      this.hands?.fetch(piece);
      if (this.hands?.fetched) this.board.goTo(this.board.current);
    });
    return button;
  }

  showTray() {
    const lying = new Map((this.hands?.beside ?? []).map(({ piece, n }) => [piece, n]));
    for (const button of this.tray.querySelectorAll("button")) {
      const piece = button.dataset.piece ?? "";
      const n = lying.get(piece) ?? 0;
      const many = Number.isFinite(n);
      if (!n && button === document.activeElement) this.board.goTo(this.board.current);
      button.hidden = !n;
      button.setAttribute("aria-pressed", String(this.hands?.fetched === piece));
      const name = pieceWord(piece);
      button.setAttribute("aria-label", many ? ngettext("{piece}, {n} beside the board", "{piece}, {n} beside the board", n, { piece: name }) : name);
      const count = button.querySelector("b");
      if (count) count.textContent = many && n > 1 ? `×${n}` : "";
    }
    const empty = this.tray.querySelector("p");
    if (empty) empty.hidden = lying.size > 0;
  }

  showTools() {
    const { hands } = this;
    if (!hands) return;
    const { current } = hands;
    const king = current !== null && current.piece === current.piece.toUpperCase();
    label(this.crown, king ? gettext("Uncrown") : gettext("Crown"));
    enable(this.crown, current !== null);
    enable(this.off, current !== null);
    enable(this.undo, hands.acts.length > 0 || hands.fetched !== null);
    enable(this.anew, hands.acts.length > 0);
  }

  /** Light the tray while a piece would fall into it. @param {boolean | null} off */
  lit(off) {
    this.tray.classList.toggle("live", off === true);
  }

  /** Keys that mean the same wherever one stands in the card. @param {KeyboardEvent} event */
  key(event) {
    const field = event.target instanceof HTMLInputElement && event.target.type !== "radio";
    if (event.ctrlKey || event.metaKey || event.altKey || field || !this.hands) return;
    if (event.key === "Escape") {
      if (!this.hands.back()) this.page.leave();
    } else if (!this.hands.key(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** How many pieces of each colour have left the board in a game: they lie beside it as men. @param {Pieces} first @param {Pieces} now */
export function takenSoFar(first, now) {
  /** @param {Pieces} pieces @param {string} letter */
  const count = (pieces, letter) => Object.values(pieces).filter((piece) => piece.toLowerCase() === letter).length;
  return Object.fromEntries(["w", "b"].map((letter) => [letter, Math.max(0, count(first, letter) - count(now, letter))]));
}

/** @param {string} picture @param {string} key @param {() => void} act */
function tool(picture, key, act) {
  const words = h("span", { class: "words" });
  const button = h("button", { type: "button", class: "btn handtool" }, [icon(picture), words, ...(key ? [h("kbd", {}, [key])] : [])]);
  button.addEventListener("click", () => button.getAttribute("aria-disabled") !== "true" && act());
  return button;
}

/** @param {HTMLElement} button @param {string} text */
function label(button, text) {
  const words = button.querySelector(".words");
  if (words && words.textContent !== text) words.textContent = text;
}

/** A tool that can do nothing now keeps its place and whoever stands on it. @param {HTMLElement} button @param {boolean} able */
function enable(button, able) {
  if (able) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}
