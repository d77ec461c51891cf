/**
 * A move laid ahead while somebody else thinks, on the pieces as they stand: touched or dragged square by square, so
 * a whole capture route too. Where men wait to come back, a touch of a free square says where the next one does.
 * It goes as soon as it is legal; if it is not, it is dropped, and that is said.
 */

import { gettext } from "../i18n.js";
import { sideOf } from "../board/position.js";
import { distinct } from "../board/turn.js";
import { byId, h } from "./dom.js";
import { say } from "./speech.js";

/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */
/** @typedef {import("../board/types.js").MoveView} MoveView */
/** @typedef {import("../board/types.js").Route} Route */
/** @typedef {import("../board/types.js").Side} Side */

/** A pointer that moves less than this, in pixels, has tapped. */
const THRESHOLD = 4;
/** How near the middle of a square, in units of the board, a drag passes to go over it. */
const NEAR = 34;
/** How much larger a piece is seen under a finger. */
const UNDER_FINGER = 1.3;

export class MoveAhead {
  /**
   * @param {DraughtsBoard} board
   * @param {() => Side | null} waiting the side that waits for its turn here; null where nothing may be laid ahead
   * @param {() => void} laid told when squares were laid by a hand: it may be their turn by now
   */
  constructor(board, waiting, laid) {
    this.board = board;
    this.waiting = waiting;
    this.laid = laid;
    /** @type {string[]} the piece, and the squares it is to go over */
    this.path = [];
    /** @type {string[]} where men that wait are to come back first */
    this.places = [];
    /** @type {{id: number, x: number, y: number, dragging: boolean, stroke: string[]} | null} */
    this.grip = null;
    board.ahead = this;
    const on = /** @type {(name: string, act: (event: PointerEvent) => void) => void} */ (
      (name, act) => board.addEventListener(name, (event) => act.call(this, /** @type {PointerEvent} */ (event)))
    );
    on("pointerdown", this.down);
    on("pointermove", this.move);
    on("pointerup", this.up);
    on("pointercancel", this.lose);
    board.addEventListener("touchmove", (event) => this.grip && event.cancelable && event.preventDefault(), { passive: false });
    document.addEventListener("keydown", (event) => this.escape(event), { capture: true });
  }

  /** The pieces that may be touched. @returns {Set<string>} */
  own() {
    const side = this.waiting();
    const { standing } = this.board;
    return new Set(side ? [...Object.keys(standing).filter((id) => sideOf(standing[id]) === side), ...this.places] : []);
  }

  /** What is laid, as it would be written. */
  get text() {
    const way = this.path.map((id) => this.board.grid.nameOf(id)).join("-");
    return [...this.places.map((id) => `*${this.board.grid.nameOf(id)}`), ...(way ? [way] : [])].join(" ");
  }

  /** How many men wait beside the board for a place that was not said yet. */
  get inHand() {
    const { hands } = this.board.besides;
    return hands[this.waiting() === "black" ? 1 : 0] - this.places.length;
  }

  /** Say where the next man that waits is to come back. @param {string} id @returns {boolean} whether one may be meant */
  layPlace(id) {
    if (this.inHand <= 0 || this.board.standing[id] || this.places.includes(id)) return false;
    this.places.push(id);
    this.board.mark({ comesBack: [...this.places] });
    say("board-live", gettext("{square}: a man comes back here, when it is your move.", { square: this.board.grid.nameOf(id) }));
    this.showCard();
    return true;
  }

  /** A touch of a square. @param {string} id @returns {boolean} whether it was ours */
  tap(id) {
    if (!this.waiting()) return false;
    const [from] = this.path;
    const last = this.path[this.path.length - 1];
    if (this.own().has(id) && id !== from) this.set([id]);
    else if (from === undefined) return this.layPlace(id);
    else if (id === last || id === from) this.takeOff();
    else if (this.path.length === 1 || this.board.grid.rays(last).some((ray) => ray.includes(id))) this.set([...this.path, id]);
    else this.takeOff();
    return true;
  }

  /** @param {string[]} path */
  set(path) {
    this.path = path;
    this.board.mark({ ahead: path });
    const said = path.length > 1 ? gettext("Laid ahead: {move}.", { move: this.text }) : gettext("{square}: where to, when it is your move?", { square: this.text });
    if (path.length) say("board-live", said);
    this.showCard();
    if (path.length > 1) this.laid();
  }

  takeOff() {
    if (!this.path.length && !this.places.length) return;
    const there = this.path.length > 1 || this.places.length > 0;
    this.clear();
    if (there) say("board-live", gettext("The move laid ahead is taken off."));
  }

  clear() {
    this.places = [];
    this.board.mark({ comesBack: [] });
    this.set([]);
  }

  /** The card that tells of it, in the one place that speaks. */
  showCard() {
    const card = byId("ahead") ?? this.makeCard();
    if (!card) return;
    card.hidden = this.path.length < 2 && !this.places.length;
    const [title, how] = card.querySelectorAll("b, p");
    title.textContent = gettext("Laid ahead: {move}.", { move: this.text });
    how.textContent = gettext("It goes as soon as it is your move, if it is legal.");
  }

  makeCard() {
    const off = h("button", { class: "btn", type: "button" }, [gettext("Take it off"), " ", h("kbd", {}, ["Esc"])]);
    off.addEventListener("click", () => {
      this.takeOff();
      this.board.goTo(this.board.current);
    });
    const card = h("div", { class: "answer", id: "ahead", hidden: true }, [h("b"), h("p", { class: "small" }), off]);
    byId("offers")?.after(card);
    return card;
  }

  /**
   * Take what is laid, now that these moves may be made. Men that come back first do where that was said, or where
   * there is one place alone; where there are more and nobody has said which, it is no move.
   * @param {MoveView[]} moves @returns {Route[]} none, the move, or those that the player has still to choose from:
   *   captures that differ in what they take, or what a man becomes
   */
  take(moves) {
    const path = this.path.map(Number);
    const places = this.places.map(Number);
    this.clear();
    const agreeing = moves.filter(({ drops }) => places.every((square) => drops?.includes(square)));
    const routes = agreeing.flatMap((move) => move.paths.map((way) => ({ move, path: way })));
    const over = routes.filter((route) => goesOver(route.path, path));
    const ending = over.filter((route) => route.path[route.path.length - 1] === path[path.length - 1]);
    const left = distinct(ending.length ? ending : over);
    const open = new Set(left.map(({ move }) => (move.drops ?? []).join())).size > 1 || new Set(left.map(({ move }) => move.destination)).size > 1;
    return open ? [] : left;
  }

  /** @param {KeyboardEvent} event */
  escape(event) {
    const here = event.target === document.body || (event.target instanceof Node && this.board.contains(event.target));
    if (event.key !== "Escape" || !(this.path.length || this.places.length) || !here) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.takeOff();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0 || !event.isPrimary || this.board.pointer?.finger.down) return;
    const id = this.board.grid.under(this.board.placeOf(event));
    if (id && this.own().has(id)) this.grip = { id: event.pointerId, x: event.clientX, y: event.clientY, dragging: false, stroke: [id] };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { board, grip } = this;
    if (!grip || event.pointerId !== grip.id) return;
    if (!grip.dragging && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < THRESHOLD) return;
    if (!grip.dragging) board.drawing?.setPointerCapture(event.pointerId);
    grip.dragging = true;
    const place = board.placeOf(event);
    board.men?.lift(grip.stroke[0]);
    board.men?.hold(grip.stroke[0], place, event.pointerType === "touch" ? UNDER_FINGER : 1);
    const id = board.grid.under(place);
    if (id && id !== grip.stroke[grip.stroke.length - 1] && board.grid.apart(id, place) <= NEAR) grip.stroke.push(id);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { board, grip } = this;
    this.lose();
    if (!grip?.dragging) return;
    if (board.pointer) board.pointer.swallow = true;
    const end = board.grid.under(board.placeOf(event));
    if (end === null || end === grip.stroke[0]) return this.takeOff();
    const stroke = grip.stroke[grip.stroke.length - 1] === end ? grip.stroke : [...grip.stroke, end];
    this.set(board.grid.corners(stroke));
  }

  lose() {
    if (this.grip?.dragging) {
      this.board.men?.lift(null);
      this.board.men?.settle();
    }
    this.grip = null;
  }
}

/** Whether a route goes over these squares, from its first on, in this order. @param {number[]} route @param {number[]} squares */
function goesOver(route, squares) {
  let at = -1;
  return squares.every((square) => (at = route.indexOf(square, at + 1)) >= 0) && route[0] === squares[0];
}
