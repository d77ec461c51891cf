/** Pointer, pen and finger: a tap, or a drag that may go through the landings of a capture. */

import { ExploringFinger } from "./finger.js";

/** @typedef {import("./draughts-board.js").DraughtsBoard} DraughtsBoard */

/** A pointer that moves less than this, in pixels, has tapped. */
const THRESHOLD = 4;
/** How much larger a piece is seen under a finger. */
const UNDER_FINGER = 1.3;

export class BoardPointer {
  /** @param {DraughtsBoard} board @param {AbortSignal} signal */
  constructor(board, signal) {
    this.board = board;
    /** @type {{id: number, from: string, x: number, y: number, dragging: boolean} | null} */
    this.grip = null;
    this.swallow = false;
    /** @type {string | null} where a press began while it was not known yet what may be moved */
    this.pressed = null;
    this.finger = new ExploringFinger(board);
    const on = /** @type {(name: string, act: (event: PointerEvent) => void) => void} */ (
      (name, act) => board.addEventListener(name, (event) => act.call(this, /** @type {PointerEvent} */ (event)), { signal })
    );
    on("pointerdown", this.down);
    on("pointermove", this.move);
    on("pointerup", this.up);
    on("pointercancel", this.lose);
    board.addEventListener("click", (event) => this.click(event), { signal });
    // A finger that has gripped a piece moves the piece, not the page; parts of a picture have no touch-action.
    board.addEventListener("touchmove", (event) => (this.grip || this.finger.down) && event.cancelable && event.preventDefault(), { signal, passive: false });
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.swallow = false;
    this.pressed = null;
    if (event.button !== 0 || !event.isPrimary) return;
    if (this.finger.press(event)) return;
    if (this.board.hands) return this.board.hands.press(event);
    const id = this.board.grid.under(this.board.placeOf(event));
    const turn = this.board.turn;
    if (this.board.early) this.pressed = id;
    if (!id || !turn?.origins().has(Number(id)) || !this.board.standing[id] || turn.hops.length) return;
    this.grip = { id: event.pointerId, from: id, x: event.clientX, y: event.clientY, dragging: false };
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.finger.move(event)) return;
    const grip = this.grip;
    if (!grip || event.pointerId !== grip.id) return;
    if (!grip.dragging && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < THRESHOLD) return;
    if (!grip.dragging) this.start(grip.from, event.pointerId);
    if (!this.grip) return;
    this.grip.dragging = true;
    const place = this.board.placeOf(event);
    this.board.men?.hold(grip.from, place, event.pointerType === "touch" ? UNDER_FINGER : 1);
    this.through(place);
  }

  /** @param {string} id @param {number} pointer */
  start(id, pointer) {
    const { board } = this;
    board.emit("board-touch", {});
    board.closeRoutes();
    board.mark({ refused: null, flash: null });
    if (!board.turn?.begin(Number(id))) {
      this.grip = null;
      return;
    }
    board.emit("board-pick", { square: Number(id) });
    board.drawing?.setPointerCapture(pointer);
    board.men?.lift(id);
    board.refresh();
  }

  /** A drag that crosses the middle of a landing has jumped there. @param {import("./svg.js").Place} place */
  through(place) {
    const { board } = this;
    const id = board.grid.under(place);
    if (!id || board.grid.apart(id, place) > 34 || !board.turn?.landings().has(Number(id))) return;
    board.turn.pass(Number(id));
    board.men?.ghost(board.takenOn(board.turn.walked()));
    board.refresh();
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (this.finger.lift(event)) {
      this.swallow = true;
      return;
    }
    const grip = this.grip;
    this.grip = null;
    if (!grip?.dragging || event.pointerId !== grip.id) return;
    this.swallow = true;
    this.drop(this.board.grid.under(this.board.placeOf(event)), grip.from);
  }

  /** @param {string | null} id @param {string} from */
  drop(id, from) {
    const { board } = this;
    const turn = board.turn;
    board.men?.lift(null);
    if (!turn || id === null || (id === from && !turn.hops.length)) return board.cancel();
    const last = turn.hops[turn.hops.length - 1];
    const touch = Number(id) === last ? turn.settle() : turn.touch(Number(id));
    if (touch.kind === "none") {
      board.cancel();
      if (id !== from) board.ask([from, id]);
      return;
    }
    if (touch.kind === "choose") board.men?.settle();
    board.follow(touch, id, { dragged: true });
  }

  lose() {
    this.finger.lose();
    if (this.grip?.dragging) this.board.cancel();
    this.grip = null;
  }

  /** A tap, or the press of a speech reader. @param {MouseEvent} event */
  click(event) {
    if (this.swallow) {
      this.swallow = false;
      return;
    }
    const cell = event.target instanceof Element ? event.target.closest("[data-square]") : null;
    const id = cell?.getAttribute("data-square") ?? (event.detail ? this.board.grid.under(this.board.placeOf(event)) : null);
    if (id && this.pressed && this.pressed !== id) this.board.tap(this.pressed);
    this.pressed = null;
    if (id) this.board.tap(id);
    else this.board.cancel();
  }
}
