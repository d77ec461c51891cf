/**
 * One turn's choice, from the first touch of a piece to one route: which squares may be touched next, and what a
 * touch means. It compares the server's routes and knows no rule.
 */

/** @typedef {import("./types.js").MoveView} MoveView */
/** @typedef {import("./types.js").Route} Route */

/**
 * @typedef {{kind: "none"} | {kind: "hop"} | {kind: "play", route: Route} | {kind: "choose", routes: Route[]}} Touch
 * @typedef {{route: Route, at: number}} Candidate  `at`: index in the path already reached
 */

/** @param {MoveView} move */
function moveKey(move) {
  return `${move.origin}-${move.destination}x${move.captured.join(".")}${move.promotes ? "k" : ""}@${(move.drops ?? []).join(".")}=${move.becomes ?? ""}`;
}

export class Turn {
  /** @param {MoveView[]} moves */
  constructor(moves) {
    this.moves = moves;
    /** @type {Route[]} */
    this.routes = moves.flatMap((move) => move.paths.map((path) => ({ move, path })));
    /** @type {number | null} */
    this.origin = null;
    /** @type {number[]} */
    this.hops = [];
  }

  /** @returns {Set<number>} */
  origins() {
    return new Set(this.moves.map((move) => move.origin));
  }

  /** @param {number} square @returns {MoveView[]} */
  movesOf(square) {
    return this.moves.filter((move) => move.origin === square);
  }

  /** Touch a piece that may move. @param {number} square @returns {boolean} */
  begin(square) {
    if (!this.origins().has(square)) return false;
    this.origin = square;
    this.hops = [];
    return true;
  }

  cancel() {
    this.origin = null;
    this.hops = [];
  }

  /** Take the last hop back; without hops, the piece. */
  back() {
    if (this.hops.length) this.hops.pop();
    else this.cancel();
  }

  /** @returns {Candidate[]} routes that agree with what was touched so far */
  candidates() {
    let left = this.routes.filter(({ path }) => path[0] === this.origin).map((route) => ({ route, at: 0 }));
    for (const square of this.hops) left = advance(left, square);
    return left;
  }

  /** Squares that a touch may go to now. @returns {Set<number>} */
  targets() {
    return new Set(this.candidates().flatMap(({ route, at }) => route.path.slice(at + 1)));
  }

  /** Squares where the next jump may land. @returns {Set<number>} */
  landings() {
    return new Set(this.candidates().flatMap(({ route, at }) => route.path.slice(at + 1, at + 2)));
  }

  /** The way that all routes left have in common up to the last hop; just the origin where they differ. */
  walked() {
    const left = this.candidates();
    const ways = new Set(left.map(({ route, at }) => route.path.slice(0, at + 1).join()));
    return ways.size === 1 ? left[0].route.path.slice(0, left[0].at + 1) : this.origin === null ? [] : [this.origin];
  }

  /**
   * Touch a square: any landing of a route, the nearest or a later one. As soon as one move is left it is played;
   * where several end on the touched square the player is asked.
   * @param {number} square
   * @returns {Touch}
   */
  touch(square) {
    const next = advance(this.candidates(), square);
    if (!next.length) return { kind: "none" };
    const ending = next.filter(({ route, at }) => at === route.path.length - 1);
    const deciding = distinct((ending.length ? ending : next).map(({ route }) => route));
    if (deciding.length === 1) return { kind: "play", route: deciding[0] };
    if (ending.length) return { kind: "choose", routes: deciding };
    this.hops.push(square);
    return { kind: "hop" };
  }

  /** Go on to a landing while dragging, without deciding yet. @param {number} square */
  pass(square) {
    if (this.landings().has(square)) this.hops.push(square);
  }

  /** Let go on the square that was reached by dragging. @returns {Touch} */
  settle() {
    const left = this.candidates();
    const ending = left.filter(({ route, at }) => at === route.path.length - 1);
    const deciding = distinct((ending.length ? ending : left).map(({ route }) => route));
    if (deciding.length === 1) return { kind: "play", route: deciding[0] };
    return ending.length ? { kind: "choose", routes: deciding } : { kind: "hop" };
  }
}

/** @param {Candidate[]} candidates @param {number} square @returns {Candidate[]} */
function advance(candidates, square) {
  return candidates
    .map(({ route, at }) => ({ route, at: landed(route.path, route.path.indexOf(square, at + 1)) }))
    .filter(({ at }) => at > 0);
}

/** Past the last square named again, which says what a man becomes. @param {number[]} path @param {number} at */
function landed(path, at) {
  return at > 0 && path[at] === path[path.length - 1] && path.slice(at).every((square) => square === path[at]) ? path.length - 1 : at;
}

/** One route a move: orders of the same jumps are one move. @param {Route[]} routes @returns {Route[]} */
export function distinct(routes) {
  /** @type {Map<string, Route>} */
  const byMove = new Map();
  for (const route of routes) {
    const key = moveKey(route.move);
    if (!byMove.has(key)) byMove.set(key, route);
  }
  return [...byMove.values()];
}
