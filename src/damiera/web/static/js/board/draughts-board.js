/**
 * `<draughts-board>`: a board drawn from a geometry record, played on by finger, pointer, keys and speech readers.
 *
 * It is given pieces and the legal moves, shows them, and tells what the player wants by events; it knows no rule.
 *
 * @fires board-move    {made, move, before}    a legal move was made; the board already shows it
 * @fires board-ask     {path, drops?}   the player touched what may not move, or a square that may not be reached
 * @fires board-routes  {routes, on}     several routes end where the player pointed; `routes` empty: no longer
 * @fires board-say     {text}           an answer for the ear
 * @fires board-command {name}           a key that is the page's business: last clocks material replay previous
 *                                       next command help flip analyse
 * @fires board-pick    {square}         a piece that can move was chosen
 * @fires board-touch   {}               the player touched the board: popovers may go
 * @fires board-freed   {}               the pieces are no longer moved by hand
 * @fires board-leave   {}               Escape, with nothing left to take back
 */

import { gettext } from "../i18n.js";
import { Cells } from "./cells.js";
import { Grid } from "./grid.js";
import { Entry } from "./entry.js";
import { BoardKeys } from "./keys.js";
import { MarkLayers, NO_MARKS } from "./marks.js";
import { hasBoth, isLettered, isWide, marginOf, nameSize, numberTexts } from "./numbers.js";
import { PieceLayer } from "./pieces.js";
import { BoardPointer } from "./pointer.js";
import { moved, samePieces, sideOf } from "./position.js";
import { Rails } from "./rails.js";
import { svg } from "./svg.js";
import { Turn } from "./turn.js";
import { eitherOf } from "./words.js";

/** @typedef {import("./types.js").Geometry} Geometry */
/** @typedef {import("./types.js").MoveView} MoveView */
/** @typedef {import("./types.js").Pieces} Pieces */
/** @typedef {import("./types.js").Route} Route */
/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./svg.js").Place} Place */

/** Squares smaller than this, in pixels, have their numbers beside them. */
const SMALL_SQUARE = 36;

export class DraughtsBoard extends HTMLElement {
  static observedAttributes = ["numbers", "label", "side"];

  constructor() {
    super();
    /** @type {Grid | null} */
    this.maybeGrid = null;
    /** @type {Pieces} */
    this.pieces = {};
    /** @type {Turn | null} the choice of the player whose turn it is, when they may choose here */
    this.turn = null;
    /** @type {string[] | null} points touched while it is not known yet what may be moved; null: nobody waits for that */
    this.early = null;
    /** @type {Entry | null} the men that come back before the move */
    this.entry = null;
    this.entered = "";
    /** @type {import("./hands.js").Hands | null} who moves the pieces by hand, as on a real board */
    this.hands = null;
    /** @type {{tap: (id: string) => boolean, own: () => Set<string>} | null} who lays a move ahead, out of turn */
    this.ahead = null;
    /** @type {import("./types.js").Beside} */
    this.besides = { hands: [0, 0], runs: [] };
    /** @type {Set<string>} */
    this.must = new Set();
    /** @type {Side | null} whose pieces answer to a touch */
    this.side = null;
    /** @type {string[]} */
    this.lastPath = [];
    /** @type {Route[]} */
    this.routes = [];
    this.routeOn = 0;
    this.shown = { ...NO_MARKS };
    this.hints = true; // whether it is shown where a piece may go
    this.halos = true; // whether it is shown which pieces may move; those that must capture always are
    /** @type {Promise<void>} moves that are being shown, one after the other */
    this.moving = Promise.resolve();
    this.busy = 0;
    this.scene = 0;
    /** @type {import("./numbers.js").Numbers} */
    this.numbersNow = "inside";
    this.margin = 0;
    this.numberKey = "";
  }

  connectedCallback() {
    if (this.maybeGrid) return this.listen();
    const block = document.getElementById("geometry");
    if (block?.textContent) this.geometry = JSON.parse(block.textContent);
  }

  disconnectedCallback() {
    this.watch?.disconnect();
    this.away?.abort();
  }

  attributeChangedCallback() {
    if (!this.maybeGrid) return;
    this.flipped = this.getAttribute("side") === "black";
    this.name();
    this.number();
  }

  get grid() {
    if (!this.maybeGrid) throw new Error("the board has no geometry yet");
    return this.maybeGrid;
  }

  /** @param {Geometry} record */
  set geometry(record) {
    const grid = new Grid(record);
    grid.flipped = this.getAttribute("side") === "black";
    this.maybeGrid = grid;
    this.drawing = this.draw(grid);
    this.turnDecor();
    this.cells = new Cells(this.layer("cells"), grid);
    this.layer("cells").setAttribute("role", "rowgroup");
    this.men = new PieceLayer(this.layer("pieces"), grid);
    this.marks = new MarkLayers(this.layer("under"), this.layer("over"), grid);
    this.rails = record.hands ? new Rails(this) : null;
    this.layOut();
    this.listen();
    this.name();
    this.refresh();
  }

  /** @param {Grid} grid */
  draw({ record }) {
    const decor = svg("g", { class: "decor", "aria-hidden": "true" }, record.decor.map(({ kind, path }) => svg("path", { class: kind, d: path })));
    const quiet = ["under", "pieces", "over"].map((name) => svg("g", { class: name, "aria-hidden": "true" }));
    const names = svg("g", { class: "coords", "aria-hidden": "true" });
    quiet.splice(record.kind === "star" ? 0 : quiet.length, 0, names); // a marble fills its hole: its sign comes before the name
    return svg("svg", { class: `board ${record.kind}`, role: "grid" }, [decor, svg("g", { class: "cells" }), ...quiet]);
  }

  /** Put the rails beside the board, each before its own side. */
  layOut() {
    if (!this.drawing) return;
    const [above, below] = this.flipped ? [this.rails?.white, this.rails?.black] : [this.rails?.black, this.rails?.white];
    this.replaceChildren(...(above ? [above] : []), this.drawing, ...(below ? [below] : []));
  }

  /** Show what a position has beside its pieces. @param {import("./types.js").Beside} besides */
  beside(besides) {
    this.besides = besides;
    this.refresh();
  }

  /** The pieces as they stand, with the men that have come back in this turn. @returns {Pieces} */
  get standing() {
    if (this.hands) return this.hands.drawn;
    const man = this.side === "black" ? "b" : "w";
    return this.entry ? { ...this.pieces, ...Object.fromEntries(this.entry.chosen.map((square) => [square, man])) } : this.pieces;
  }

  /** Turn what lies under the points with the board: a star's points have colours. */
  turnDecor() {
    const { width, height } = this.grid.record;
    this.layer("decor").setAttribute("transform", this.flipped ? `rotate(180 ${width / 2} ${height / 2})` : "");
  }

  /** @param {string} name @returns {SVGGElement} */
  layer(name) {
    const group = this.drawing?.querySelector(`:scope > .${name}`);
    if (!(group instanceof SVGGElement)) throw new Error(`no layer ${name}`);
    return group;
  }

  listen() {
    this.away?.abort();
    this.away = new AbortController();
    const { signal } = this.away;
    const hurry = () => this.men?.finish();
    document.addEventListener("pointerdown", hurry, { signal, capture: true });
    document.addEventListener("keydown", hurry, { signal, capture: true });
    this.addEventListener("focusin", (event) => this.onFocus(event), { signal });
    this.addEventListener("focusout", () => this.mark({ focus: null, aim: null }), { signal });
    this.keys = new BoardKeys(this);
    this.addEventListener("keydown", (event) => this.keys?.press(event), { signal });
    this.addEventListener("keyup", (event) => this.keys?.release(event), { signal });
    this.pointer = new BoardPointer(this, signal);
    this.watch?.disconnect();
    this.watch = new ResizeObserver(() => this.number());
    this.watch.observe(this);
  }

  name() {
    const label = this.getAttribute("label") ?? gettext("Board");
    const whole = this.flipped
      ? gettext("{game}, Black at the bottom", { game: label })
      : gettext("{game}, White at the bottom", { game: label });
    this.drawing?.setAttribute("aria-label", whole);
  }

  /** Where the numbers stand: as asked, or inside while squares are big enough. */
  number() {
    const { width, height } = this.grid.record;
    const asked = this.getAttribute("numbers");
    const small = this.clientWidth > 0 && (this.clientWidth * 100) / width < SMALL_SQUARE;
    const cramped = ["hex", "checkered", "orthogonal", "lines"].includes(this.grid.record.kind) ? "none" : "beside";
    const edged = isWide(this.grid) || (small && cramped === "none" && isLettered(this.grid));
    const usual = edged ? "edges" : small ? cramped : "inside";
    if (asked === "both") this.numbersNow = hasBoth(this.grid) ? asked : usual;
    else this.numbersNow = asked === "none" || asked === "outside" || asked === "inside" ? asked : usual;
    const rough = nameSize(this.numbersNow, this.clientWidth / (width * 1.1));
    const margin = (this.margin = marginOf(this.numbersNow, rough));
    this.drawing?.setAttribute("viewBox", `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`);
    this.drawing?.classList.toggle("edged", margin > 0);
    const size = nameSize(this.numbersNow, this.clientWidth / (width + 2 * margin));
    const key = `${this.numbersNow} ${this.flipped} ${size}`;
    if (this.numberKey === key) return;
    this.numberKey = key;
    const names = this.layer("coords");
    names.style.setProperty("--coord-size", `${size}px`);
    names.classList.toggle("beside", this.numbersNow === "beside");
    names.replaceChildren(...numberTexts(this.grid, this.numbersNow, size));
  }

  get flipped() {
    return this.maybeGrid?.flipped ?? false;
  }

  set flipped(flipped) {
    if (this.flipped === flipped) return;
    this.men?.finish();
    this.grid.flipped = flipped;
    this.turnDecor();
    if (this.rails) this.layOut();
    this.cells?.arrange();
    this.men?.settle();
    this.name();
    this.refresh();
  }

  /**
   * Show pieces, without a move.
   * @param {Pieces} pieces
   * @param {{last?: number[], slide?: boolean}} [how]
   */
  show(pieces, { last = [], slide = false } = {}) {
    this.scene += 1;
    this.busy = 0;
    this.moving = Promise.resolve();
    if (!samePieces(pieces, this.pieces)) {
      this.entry = null;
      this.drop();
    }
    this.pieces = pieces;
    this.lastPath = last.map(String);
    this.letGo();
    this.entered = this.entry?.chosen.join() ?? "";
    this.men?.show(this.standing, { slide });
    this.refresh();
  }

  /**
   * Show a move being made: the piece goes hop by hop and what it took leaves at the end.
   * @param {{path: number[], captured: number[], promotes: boolean}} move
   */
  async play(move) {
    if (this.hands) return this.show(moved(this.pieces, move), { last: move.path, slide: true });
    const after = moved(this.standing, move);
    this.letGo();
    this.entry = null;
    this.entered = "";
    this.pieces = after;
    this.lastPath = move.path.map(String);
    const jumped = this.grid.jumped(move.path, move.captured);
    const scene = this.scene;
    this.busy += 1;
    this.moving = this.moving.then(() => (scene === this.scene ? this.men?.travel(move.path, jumped, after) : undefined));
    this.refresh();
    await this.moving;
    if (scene !== this.scene) return;
    this.busy -= 1;
    this.refresh();
  }

  /**
   * Let the player choose among these moves.
   * @param {{moves: MoveView[], must: number[], side: Side | null}} offer
   */
  offer({ moves, must, side }) {
    const chosen = this.turn?.origin ?? null;
    const early = moves.length ? (this.early ?? []) : [];
    this.early = null;
    this.side = side;
    this.entry = moves[0]?.drops?.length ? new Entry(moves, this.entry?.chosen) : null;
    this.turn = moves.length ? new Turn(this.entry?.moves() ?? moves) : null;
    this.must = new Set(must.map(String));
    this.closeRoutes();
    this.stand();
    if (chosen !== null && this.turn?.begin(chosen)) this.rest();
    else this.men?.settle();
    this.refresh();
    const places = this.entry?.squares() ?? new Set();
    const first = this.grid.order().find((id) => (places.size ? places.has(Number(id)) : this.turn?.movesOf(Number(id)).length));
    if (first && !this.contains(document.activeElement)) this.cells?.rove(first);
    for (const id of early) this.tap(id);
  }

  /** What may be moved is asked for: touches are kept until it is known, and then mean what they would have meant. */
  expect() {
    this.early = [];
    this.refresh();
  }

  /** Keep a touch for later. @param {string} id */
  tapEarly(id) {
    this.early?.push(id);
    this.refresh();
  }

  /** Let the pieces be moved by hand: no rule is asked. @param {import("./hands.js").Hands} hands */
  handle(hands) {
    this.letGo();
    this.men?.finish();
    this.entry = null;
    this.hands = hands;
    this.men?.show(this.standing);
    this.refresh();
  }

  /** No longer let the pieces be moved by hand: they lie as they were. */
  free() {
    if (!this.hands) return;
    this.drop();
    this.men?.show(this.standing, { slide: true });
    this.refresh();
  }

  drop() {
    if (!this.hands) return;
    this.hands = null;
    this.men?.lift(null);
    this.men?.ghost([]);
    this.emit("board-freed", {});
  }

  /** Take the choice away: nothing answers to a touch. */
  withhold() {
    this.offer({ moves: [], must: [], side: null });
  }

  /** Show the men that have come back, and no longer those that have gone again. */
  stand() {
    const entered = this.entry?.chosen.join() ?? "";
    if (entered === this.entered) return;
    this.entered = entered;
    this.men?.show(this.standing);
  }

  /** Let a man that waits come back here. @param {number} square @returns {boolean} whether one may */
  enter(square) {
    if (!this.entry?.add(square)) return false;
    this.settleEntry();
    const { name } = this.grid.point(String(square));
    this.emit("board-say", { text: gettext("{square}: a man comes back.", { square: name }) });
    if (!this.entry.done) this.tellEntry();
    return true;
  }

  /** Take the man that came back last into the hand again. @returns {boolean} */
  comeOut() {
    const square = this.entry?.back() ?? null;
    if (square === null) return false;
    this.settleEntry();
    this.emit("board-say", { text: gettext("{square}: back in hand.", { square: this.grid.point(String(square)).name }) });
    return true;
  }

  settleEntry() {
    this.closeRoutes();
    this.turn = new Turn(this.entry?.moves() ?? []);
    this.stand();
    this.refresh();
  }

  /** Say where a man may come back. */
  tellEntry() {
    const names = [...(this.entry?.squares() ?? [])].sort((a, b) => a - b).map((square) => this.grid.point(String(square)).name);
    if (names.length) this.emit("board-say", { text: gettext("A man comes back on {squares}.", { squares: eitherOf(names) }) });
  }

  /** What a touch of a point means. @param {string} id */
  tap(id) {
    this.emit("board-touch", {});
    this.mark({ refused: null, flash: null });
    if (this.hands) return this.hands.tap(id);
    if (this.routes.length && this.tapRoute(id)) return;
    if (this.ahead?.tap(id)) return;
    if (this.early) return this.tapEarly(id);
    if (!this.turn) return this.side && sideOf(this.pieces[id]) === this.side ? this.ask([id]) : undefined;
    const square = Number(id);
    if ((this.turn.origin === null || !this.turn.targets().has(square)) && this.enter(square)) return;
    if (this.turn.origin === null) return this.pick(id);
    if (square === this.turn.origin && !this.turn.hops.length) return this.cancel();
    this.follow(this.turn.touch(square), id);
  }

  /** Touch a piece to move it. @param {string} id */
  pick(id) {
    this.closeRoutes();
    if (this.turn?.begin(Number(id))) {
      this.emit("board-pick", { square: Number(id) });
      return this.refresh();
    }
    this.turn?.cancel();
    this.refresh();
    if (sideOf(this.standing[id]) === this.side && this.side) this.ask([id]);
  }

  /**
   * @param {import("./turn.js").Touch} touch @param {string} id
   * @param {{dragged?: boolean}} [how]
   */
  follow(touch, id, { dragged = false } = {}) {
    const turn = this.turn;
    if (!turn || turn.origin === null) return;
    if (touch.kind === "play") return this.perform(touch.route, { dragged });
    if (touch.kind === "choose") return this.openRoutes(touch.routes);
    if (touch.kind === "hop") {
      this.rest();
      return this.refresh();
    }
    const mine = sideOf(this.standing[id]) === this.side;
    const from = String(turn.origin);
    if (mine) return this.pick(id);
    this.men?.settle();
    this.ask([from, id]);
  }

  /** Make a move: show it and tell it. @param {Route} route @param {{dragged?: boolean}} [how] */
  perform({ move, path }, { dragged = false } = {}) {
    const before = this.standing;
    const made = { path, captured: this.inOrder(path, move.captured), promotes: move.promotes, leaves: move.leaves, becomes: move.becomes, drops: move.drops, after: move.after };
    this.turn = null;
    this.must = new Set();
    this.closeRoutes();
    this.cells?.rove(String(path[path.length - 1]));
    if (dragged) this.show(moved(before, made), { last: path });
    else void this.play(made);
    this.emit("board-move", { made, move, before });
  }

  /** Captured squares in the order in which a route jumps them. @param {number[]} path @param {number[]} captured */
  inOrder(path, captured) {
    const jumped = this.grid.jumped(path, captured).filter((square) => square !== null);
    return jumped.length === captured.length ? jumped : captured;
  }

  /** Let the piece stand where it has got to, and what it took fade. */
  rest() {
    const turn = this.turn;
    if (!turn || turn.origin === null || !this.men) return;
    this.men.settle();
    const walked = turn.walked();
    this.men.hold(String(turn.origin), this.grid.at(String(walked[walked.length - 1])));
    this.men.ghost(this.takenOn(walked));
  }

  /** @param {number[]} walked @returns {string[]} */
  takenOn(walked) {
    const captured = this.turn?.candidates()[0]?.route.move.captured ?? [];
    return this.grid.jumped(walked, captured).flatMap((square) => (square === null ? [] : [String(square)]));
  }

  cancel() {
    this.early &&= [];
    this.turn?.cancel();
    this.closeRoutes();
    this.letGo();
    this.refresh();
  }

  /** Undo the last hop, or put the piece down. */
  stepBack() {
    if (this.hands) return void this.hands.back();
    if (this.routes.length) return this.closeRoutes();
    if (this.turn?.origin === null && this.comeOut()) return;
    this.turn?.back();
    this.rest();
    if (this.turn?.origin === null) this.letGo();
    this.refresh();
  }

  letGo() {
    this.turn?.cancel();
    this.men?.ghost([]);
    this.men?.lift(null);
    this.men?.settle();
    this.closeRoutes();
    Object.assign(this.shown, { refused: null, flash: null, aim: null });
  }

  /** @param {Route[]} routes */
  openRoutes(routes) {
    this.routes = routes;
    this.routeOn = 0;
    if (this.turn?.origin === null) this.turn.begin(routes[0].move.origin);
    this.refresh();
    this.emit("board-routes", { routes, on: 0 });
  }

  closeRoutes() {
    if (!this.routes.length) return;
    this.routes = [];
    this.refresh();
    this.emit("board-routes", { routes: [], on: 0 });
  }

  /** Light one of the routes that are open. @param {number} index @param {{tell?: boolean}} [how] */
  lightRoute(index, { tell = true } = {}) {
    if (!this.routes[index] || index === this.routeOn) return;
    this.routeOn = index;
    this.refresh();
    if (tell) this.emit("board-routes", { routes: this.routes, on: index });
  }

  /** Play the route that is lit. */
  takeRoute() {
    const route = this.routes[this.routeOn];
    if (route) this.perform(route);
  }

  /** A touch on a square that belongs to one of the open routes lights it; a second one plays it. @param {string} id */
  tapRoute(id) {
    const square = Number(id);
    const all = this.routes.map(({ path, move }) => path.includes(square) || move.captured.includes(square));
    const only = all.indexOf(true);
    if (only < 0 || square === this.turn?.origin) {
      this.closeRoutes();
      return false;
    }
    if (all.filter(Boolean).length > 1) return true;
    if (only === this.routeOn) this.takeRoute();
    else this.lightRoute(only);
    return true;
  }

  /** @param {string[]} path */
  ask(path) {
    this.emit("board-ask", { path: path.map(Number), ...(this.entry?.done ? { drops: this.entry.chosen } : {}) });
  }

  /** Mark a point as refused. @param {string | null} id */
  refuse(id) {
    this.mark({ refused: id });
  }

  /** Draw the eye to a piece, and bring the keyboard there. @param {string} id */
  flash(id) {
    this.mark({ flash: null });
    this.mark({ flash: id, refused: null });
    this.cells?.focus(id);
  }

  /** @param {string} id */
  goTo(id) {
    this.cells?.focus(id);
  }

  /** The point that has, or would get, the keyboard. */
  get current() {
    return this.cells?.current ?? "";
  }

  /** @param {string} id @returns {DOMRect} */
  boxOf(id) {
    return this.cells?.cell(id).getBoundingClientRect() ?? this.getBoundingClientRect();
  }

  /** The place of the picture under a pointer. @param {{clientX: number, clientY: number}} event @returns {Place} */
  placeOf({ clientX, clientY }) {
    const box = this.drawing?.getBoundingClientRect() ?? new DOMRect();
    const { margin } = this;
    const scale = (this.grid.record.width + 2 * margin) / (box.width || 1);
    return { x: (clientX - box.left) * scale - margin, y: (clientY - box.top) * scale - margin };
  }

  /** What is said of a point. @param {string} id */
  labelOf(id) {
    return this.cells?.cell(id).getAttribute("aria-label") ?? id;
  }

  /** @param {Event} event */
  onFocus(event) {
    const id = event.target instanceof SVGElement ? event.target.dataset.square : undefined;
    if (!id) return;
    this.cells?.rove(id);
    this.mark({ focus: event.target instanceof Element && event.target.matches(":focus-visible") ? id : null });
  }

  /** How many pieces each square that has to capture must take. @returns {Map<string, number>} */
  duties() {
    /** @type {Map<string, number>} */
    const duties = new Map();
    const moves = this.turn?.moves ?? [];
    const entered = this.entry?.done && moves.every(({ captured }) => captured.length);
    for (const { origin, captured } of this.entry && !entered ? [] : moves) {
      const id = String(origin);
      if (entered || this.must.has(id)) duties.set(id, Math.max(duties.get(id) ?? 0, captured.length));
    }
    return duties;
  }

  /** @param {Partial<import("./marks.js").Marks>} some */
  mark(some) {
    Object.assign(this.shown, some);
    this.marks?.show(this.shown);
  }

  /** Bring marks and labels up to what is known now. */
  refresh() {
    if (this.hands) return this.hands.refresh();
    const turn = this.turn;
    const chosen = turn?.origin ?? this.early?.map(Number).findLast((square) => this.standing[square]) ?? null;
    const walked = chosen === null ? [] : (turn?.walked() ?? []);
    const places = [...(this.entry?.squares() ?? [])].map(String);
    const targets = chosen === null || this.routes.length ? [] : [...(turn?.targets() ?? [])].map(String);
    const standing = this.standing;
    const origins = [...(turn?.origins() ?? [])].map(String).filter((id) => standing[id]);
    const duties = this.duties();
    const lit = this.routes[this.routeOn];
    const ways = new Map(this.routes.map(({ path }) => [[...new Set(path)].join(), path.map(String)]));
    const oneWay = ways.size === 1; // what the man becomes is all that is asked: there is no way to draw
    this.mark({
      last: this.lastPath,
      chosen: chosen === null ? null : String(chosen),
      targets: chosen === null && !this.busy ? places : oneWay ? this.routes[0].path.slice(-1).map(String) : this.hints ? targets : [],
      can: this.halos && chosen === null && !this.busy && !places.length ? origins.filter((id) => !duties.has(id)) : [],
      must: this.busy ? [] : [...duties.keys()].filter((id) => id !== String(chosen)),
      walked: walked.length > 1 && !this.routes.length ? walked.map(String) : [],
      crosses: lit ? lit.move.captured.map(String) : walked.length > 1 ? this.takenOn(walked) : [],
      routes: oneWay ? [] : this.routes.map(({ path }) => path.map(String)),
      runs: this.busy ? [] : this.runs(),
    });
    const [white, black] = this.besides.hands;
    const out = this.entry?.chosen.length ?? 0;
    this.rails?.show([white - (this.side === "white" ? out : 0), black - (this.side === "black" ? out : 0)], places.length);
    this.cells?.show({
      pieces: standing,
      enter: new Set(places),
      runs: new Map(this.runs().map(({ id, n }) => [id, n])),
      must: duties,
      can: new Set(origins),
      targets: new Set(targets),
      chosen: chosen === null ? null : String(chosen),
      loose: this.ahead?.own() ?? new Set(),
    });
    if (this.maybeGrid) this.number();
  }

  /** The kings whose moves in a row are counted, by their squares. */
  runs() {
    const ids = new Map(this.grid.record.points.map(({ id, name }) => [name, id]));
    return this.besides.runs.map(({ name, n }) => ({ id: ids.get(name) ?? "", n })).filter(({ id }) => this.pieces[id]);
  }

  /** @param {string} name @param {object} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("draughts-board", DraughtsBoard);
