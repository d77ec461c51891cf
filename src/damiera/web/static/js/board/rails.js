/**
 * Men that wait beside the board, each side's on its own rail. One is dragged from there to a free square of the
 * base; by keys and by touch the square itself is chosen, so a rail is a picture to readers of speech.
 */

import { gettext } from "../i18n.js";
import { svg } from "./svg.js";

/** @typedef {import("./draughts-board.js").DraughtsBoard} DraughtsBoard */
/** @typedef {"white" | "black"} Owner */

/** A pointer that moves less than this, in pixels, has tapped. */
const THRESHOLD = 4;

export class Rails {
  /** @param {DraughtsBoard} board */
  constructor(board) {
    this.board = board;
    this.white = this.make("white");
    this.black = this.make("black");
    this.key = "";
    this.show([0, 0], 0);
  }

  /** @param {Owner} side */
  make(side) {
    const rail = document.createElement("div");
    rail.className = "rail";
    rail.dataset.side = side;
    rail.setAttribute("role", "img");
    rail.addEventListener("pointerdown", (event) => this.down(event, side));
    return rail;
  }

  /** @param {[number, number]} hands men of White and of Black that wait @param {number} live how many of them may come back now */
  show(hands, live) {
    const key = `${hands} ${live} ${this.board.side}`;
    if (key === this.key) return;
    this.key = key;
    this.fill(this.white, hands[0], this.board.side === "white" ? live : 0);
    this.fill(this.black, hands[1], this.board.side === "black" ? live : 0);
  }

  /** @param {HTMLElement} rail @param {number} men @param {number} live */
  fill(rail, men, live) {
    const white = rail.dataset.side === "white";
    rail.setAttribute("aria-label", white ? gettext("White, waiting: {n}", { n: men }) : gettext("Black, waiting: {n}", { n: men }));
    rail.classList.toggle("live", live > 0);
    rail.replaceChildren(...Array.from({ length: men }, () => figure(white ? "p-w" : "p-b")));
  }

  /** Take a man from the rail. @param {PointerEvent} event @param {Owner} side */
  down(event, side) {
    const { board } = this;
    if (event.button !== 0 || !event.isPrimary || !board.entry || board.side !== side) return;
    event.preventDefault();
    if (board.entry.done) return board.comeOut();
    const man = figure(side === "white" ? "p-w" : "p-b");
    const size = board.boxOf(board.current).width;
    man.classList.add("carried");
    Object.assign(man.style, { width: `${size}px`, height: `${size}px` });
    const start = { x: event.clientX, y: event.clientY };
    const away = new AbortController();
    const { signal } = away;
    /** @param {PointerEvent} at */
    const follow = (at) => {
      if (!man.isConnected && Math.hypot(at.clientX - start.x, at.clientY - start.y) < THRESHOLD) return;
      if (!man.isConnected) document.body.append(man);
      Object.assign(man.style, { left: `${at.clientX - size / 2}px`, top: `${at.clientY - size / 2}px` });
    };
    /** @param {PointerEvent} at */
    const drop = (at) => {
      away.abort();
      const carried = man.isConnected;
      man.remove();
      const id = board.grid.under(board.placeOf(at));
      if (carried && id && board.enter(Number(id))) return;
      board.tellEntry();
    };
    const lose = () => {
      away.abort();
      man.remove();
    };
    addEventListener("pointermove", follow, { signal });
    addEventListener("pointerup", drop, { signal });
    addEventListener("pointercancel", lose, { signal });
  }
}

/** @param {string} symbol */
function figure(symbol) {
  return svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, [svg("use", { href: `#${symbol}`, x: -50, y: -50, width: 100, height: 100 })]);
}
