/** A finger that explores: each square it comes to is said; two quick taps choose the one it came to last. */

/** @typedef {import("./draughts-board.js").DraughtsBoard} DraughtsBoard */

/** Two taps within so many milliseconds are one choice. */
const DOUBLE_MS = 450;
/** A touch that is as short as this is a tap. */
const TAP_MS = 300;

export class ExploringFinger {
  /** @param {DraughtsBoard} board */
  constructor(board) {
    this.board = board;
    /** whether a finger is on the board */
    this.down = false;
    this.at = "";
    this.began = 0;
    this.tapped = -Infinity;
  }

  /** @param {PointerEvent} event @returns {boolean} whether it is a finger that explores */
  press(event) {
    if (event.pointerType !== "touch" || document.documentElement.dataset.explore !== "on") return false;
    this.down = true;
    this.at = "";
    this.began = event.timeStamp;
    if (event.timeStamp - this.tapped > DOUBLE_MS) this.hear(event);
    return true;
  }

  /** @param {PointerEvent} event @returns {boolean} */
  move(event) {
    if (this.down && event.timeStamp - this.began > TAP_MS) this.hear(event);
    return this.down;
  }

  /** @param {PointerEvent} event @returns {boolean} */
  lift(event) {
    if (!this.down) return false;
    this.down = false;
    const tap = event.timeStamp - this.began <= TAP_MS;
    const twice = tap && event.timeStamp - this.tapped <= DOUBLE_MS;
    this.tapped = tap && !twice ? event.timeStamp : -Infinity;
    if (twice) this.board.keys?.enter();
    return true;
  }

  lose() {
    this.down = false;
  }

  /** Say the square under the finger, once. @param {PointerEvent} event */
  hear(event) {
    const { board } = this;
    const id = board.grid.under(board.placeOf(event));
    if (!id || id === this.at) return;
    this.at = id;
    board.cells?.rove(id);
    board.mark({ aim: id });
    board.emit("board-say", { text: board.labelOf(id) });
  }
}
