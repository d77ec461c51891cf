/** A piece that follows the pointer over the whole page, from the board or from beside it. */

import { svg } from "./svg.js";
import { symbolOf } from "./pieces.js";

/** A pointer that moves less than this, in pixels, has tapped. */
const THRESHOLD = 4;
/** How much larger a piece is seen under a finger. */
const UNDER_FINGER = 1.3;

/** @typedef {{clientX: number, clientY: number}} At */

/**
 * Carry a piece until the pointer is released. Nothing is told of a tap.
 * @param {PointerEvent} event the press
 * @param {string} piece
 * @param {number} size of the piece on the screen, in pixels
 * @param {{start: () => void, over: (at: At) => void, drop: (at: At) => void, lose: () => void, end: () => void}} tell
 */
export function carry(event, piece, size, tell) {
  const press = { x: event.clientX, y: event.clientY };
  const wide = size * (event.pointerType === "touch" ? UNDER_FINGER : 1);
  const node = figure(piece);
  node.classList.add("carried");
  Object.assign(node.style, { width: `${wide}px`, height: `${wide}px` });
  const away = new AbortController();
  const { signal } = away;
  /** @param {() => void} [then] */
  const done = (then) => {
    const carried = node.isConnected;
    away.abort();
    node.remove();
    if (!carried) return;
    then?.();
    tell.end();
  };
  /** @param {PointerEvent} at */
  const follow = (at) => {
    if (at.pointerId !== event.pointerId) return;
    if (!node.isConnected && Math.hypot(at.clientX - press.x, at.clientY - press.y) < THRESHOLD) return;
    if (!node.isConnected) {
      document.body.append(node);
      tell.start();
    }
    Object.assign(node.style, { left: `${at.clientX - wide / 2}px`, top: `${at.clientY - wide / 2}px` });
    tell.over(at);
  };
  addEventListener("pointermove", follow, { signal });
  addEventListener("pointerup", (at) => at.pointerId === event.pointerId && done(() => tell.drop(at)), { signal });
  addEventListener("pointercancel", (at) => at.pointerId === event.pointerId && done(tell.lose), { signal });
  // A finger that carries a piece does not move the page.
  addEventListener("touchmove", (touch) => touch.cancelable && touch.preventDefault(), { signal, passive: false });
}

/** The picture of a piece by itself. @param {string} piece */
export function figure(piece) {
  const use = svg("use", { href: `#${symbolOf(piece)}`, x: -50, y: -50, width: 100, height: 100 });
  return svg("svg", { class: "figure", viewBox: "-50 -50 100 100", "aria-hidden": "true" }, [use]);
}
