/**
 * Cards that come and go beside the board: why a piece may not move, which way a capture goes, a question.
 * The page of a game has one place for them, of one height, so nothing moves and nothing lies on the board.
 * Other pages show them over the board, on a phone as a sheet under it.
 */

import { gettext } from "../i18n.js";
import { articleLinks, byId, h, onPhone } from "./dom.js";

/** @typedef {import("../board/types.js").Refusal} Refusal */
/** @typedef {import("../board/types.js").Route} Route */
/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */

/** Whether what is said has a place of its own here, and does not lie over the board. */
export function hasPlace() {
  return byId("speaks") !== null || onPhone();
}

/** @param {HTMLElement} content @param {"law" | "route"} kind */
export function openSheet(content, kind) {
  const sheet = byId("sheet");
  if (!sheet) return;
  sheet.className = `sheet ${kind}`;
  sheet.replaceChildren(content);
  sheet.hidden = false;
}

export function closeSheet() {
  const sheet = byId("sheet");
  if (!sheet || sheet.hidden) return;
  sheet.hidden = true;
  sheet.replaceChildren();
}

/** The popover that says why not. */
export class RefusalCard {
  /** @param {DraughtsBoard} board @param {(href: string) => void} onRead */
  constructor(board, onRead) {
    this.board = board;
    this.onRead = onRead;
    /** @type {HTMLElement | null} */
    this.pop = null;
  }

  get open() {
    return this.pop !== null || byId("sheet")?.classList.contains("law") === true;
  }

  /**
   * @param {Refusal} refusal
   * @param {number[]} touched the squares that were touched: the last is where the card stands
   */
  show(refusal, touched) {
    this.close();
    const at = String(touched[touched.length - 1] ?? "");
    const content = this.content(refusal, touched);
    if (hasPlace()) {
      content.setAttribute("role", "dialog");
      content.setAttribute("aria-label", gettext("Why not"));
      return openSheet(content, "law");
    }
    const box = byId("board-box");
    if (!box) return;
    this.pop = h("div", { class: "pop", role: "dialog", "aria-label": gettext("Why not") }, [content]);
    box.append(this.pop);
    const avoid = [...touched, ...refusal.squares].map(String).filter((id) => this.board.grid.has(id));
    place(this.pop, box, this.board.grid.has(at) ? this.board.boxOf(at) : null, avoid.map((id) => this.board.boxOf(id)));
  }

  /** @param {Refusal} refusal @param {number[]} touched */
  content({ title, text, articles, squares }, touched) {
    const [article] = articles;
    const show = squares.find((square) => !touched.includes(square) && this.board.pieces[square]);
    const says = h("p", { class: "says" }, article ? [link(article, gettext("Art. {number}", { number: article.number })), " ", text] : [text]);
    const buttons = [];
    if (show !== undefined) buttons.push(this.button(gettext("Show me {square}", { square: this.board.grid.nameOf(show) }), () => this.flash(show), "btn main"));
    if (article) buttons.push(this.readLink(article));
    const close = this.button("×", () => this.dismiss(), "btn quiet icon dismiss");
    close.setAttribute("aria-label", gettext("Close"));
    const card = h("div", {}, [h("div", { class: "row tight" }, [h("b", {}, [title]), close]), says, h("div", { class: "row tight" }, buttons)]);
    card.addEventListener("keydown", (event) => event.key === "Escape" && this.dismiss());
    return card;
  }

  /** @param {import("../board/types.js").ArticleLink} article */
  readLink(article) {
    const node = link(article, gettext("Read {number}", { number: article.number }), "btn");
    node.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.close();
      this.onRead(article.href);
    });
    return node;
  }

  /** @param {string} text @param {() => void} act @param {string} style */
  button(text, act, style) {
    const node = h("button", { class: style, type: "button" }, [text]);
    node.addEventListener("click", act);
    return node;
  }

  /** @param {number} square */
  flash(square) {
    this.close();
    this.board.flash(String(square));
  }

  dismiss() {
    this.close();
    this.board.goTo(this.board.current);
  }

  close() {
    this.pop?.remove();
    this.pop = null;
    this.board.refuse(null);
    if (byId("sheet")?.classList.contains("law")) closeSheet();
  }
}

/** @param {import("../board/types.js").ArticleLink} article @param {string} text @param {string} [style] */
function link({ href, number }, text, style = "art") {
  return h("a", { class: style, href, "data-article": number }, [text]);
}

/**
 * Put a popover beside a square: where it covers neither the squares in question nor a clock, and is seen whole.
 * @param {HTMLElement} pop @param {HTMLElement} box @param {DOMRect | null} at @param {DOMRect[]} avoid
 */
function place(pop, box, at, avoid) {
  const frame = box.getBoundingClientRect();
  const anchor = at ?? new DOMRect(frame.left + frame.width / 2, frame.top + frame.height / 2, 0, 0);
  const clocks = [...document.querySelectorAll(".clock:not([hidden])")].map((clock) => clock.getBoundingClientRect());
  const size = pop.getBoundingClientRect();
  const spots = candidates(anchor, size).map((spot) => ({ ...spot, cost: cost(spot, size, [...avoid, ...clocks]) }));
  const best = spots.reduce((a, b) => (b.cost < a.cost ? b : a));
  pop.dataset.side = best.side;
  pop.style.left = `${best.x - frame.left}px`;
  pop.style.top = `${best.y - frame.top}px`;
  pop.style.setProperty("--tip", `${(best.side === "above" || best.side === "below" ? anchor.left + anchor.width / 2 - best.x : anchor.top + anchor.height / 2 - best.y) - 9}px`);
}

/** @param {DOMRect} anchor @param {DOMRect} size */
function candidates(anchor, size) {
  const gap = 18;
  const [middleX, middleY] = [anchor.left + anchor.width / 2, anchor.top + anchor.height / 2];
  const within = (/** @type {number} */ value, /** @type {number} */ limit) => Math.max(8, Math.min(value, limit - 8));
  const spots = [];
  for (const lean of [0.3, 0.1, 0.7, 0.9]) {
    const y = within(middleY - size.height * lean, innerHeight - size.height);
    const x = within(middleX - size.width * lean, document.documentElement.clientWidth - size.width);
    spots.push({ side: "right", x: anchor.right + gap, y }, { side: "left", x: anchor.left - gap - size.width, y });
    spots.push({ side: "above", x, y: anchor.top - gap - size.height }, { side: "below", x, y: anchor.bottom + gap });
  }
  return spots;
}

/** How much of a spot is out of sight or over what must be seen. @param {{x: number, y: number}} spot @param {DOMRect} size @param {DOMRect[]} avoid */
function cost({ x, y }, size, avoid) {
  const spot = new DOMRect(x, y, size.width, size.height);
  const page = new DOMRect(4, 4, document.documentElement.clientWidth - 8, innerHeight - 8);
  const hidden = size.width * size.height - overlap(spot, page);
  return hidden * 4 + avoid.reduce((sum, rect) => sum + overlap(spot, rect), 0);
}

/** @param {DOMRect} a @param {DOMRect} b */
function overlap(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

/** What the book says now. @param {import("../board/types.js").BookCard | null} book */
export function showBook(book) {
  const card = byId("book");
  if (!card) return;
  card.hidden = book === null;
  if (!book) return;
  const [title, says] = [card.querySelector(".title"), card.querySelector(".says")];
  if (title) title.textContent = book.title;
  says?.replaceChildren(book.text, ...articleLinks(book.articles));
}
