/** The board by keys alone. Every key has an answer that is heard as well as seen. */

import { gettext } from "../i18n.js";
import { listed, materialSpeech, moveSpeech, movesSpeech, pieceWord, placed, wayWord } from "./words.js";

/** @typedef {import("./draughts-board.js").DraughtsBoard} DraughtsBoard */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @type {Record<string, string>} keys that are the page's business */
const COMMANDS = { l: "last", t: "clocks", r: "replay", f: "flip", ",": "previous", ".": "next", "/": "command", i: "command", "?": "help", a: "analyse", v: "voice", s: "listen", d: "draw", D: "wipe", z: "zen", b: "blind" };

/** Commands that show another position: what hands have begun would be lost. */
const ELSEWHERE = ["previous", "next", "replay"];

/** So long a letter that is a key of its own too waits for the rest of a square's name, such as c3. */
const LETTER_MS = 700;

/** Letters of a Cyrillic keyboard and the file each stands for, by sound or by look: as in notation/cyrillic.py. @type {Record<string, string>} */
const CYRILLIC = { а: "a", б: "b", в: "b", ц: "c", с: "c", д: "d", е: "e", ё: "e", э: "e", ф: "f", г: "g", ж: "g", х: "h", н: "h", ш: "h" };

export class BoardKeys {
  /** @param {DraughtsBoard} board */
  constructor(board) {
    this.board = board;
    /** what has been typed of a square's name */
    this.typed = "";
    /** @type {{act: () => void, timer: number} | null} what a letter does if no square's name follows from it */
    this.waiting = null;
    /** @type {Map<string, string>} arrows held down, and where each was pressed */
    this.held = new Map();
    this.ray = { from: "", index: -1 };
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || event.metaKey || (event.ctrlKey && event.key !== "Home" && event.key !== "End")) return;
    if (this.act(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  release(event) {
    this.held.delete(event.key);
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key was ours */
  act(event) {
    const { key } = event;
    if (/^[0-9]$/.test(key)) return this.digit(key);
    if (key === "Backspace" && this.drop()) return true;
    if (key === "Escape") this.drop();
    else this.hurry();
    if (key === "Enter" || key === " ") return this.enter();
    if (key !== "Backspace") this.typed = this.forget();
    if (this.begins(key)) return this.letter(event);
    return this.perform(event);
  }

  /** Do what a key does that is no part of a name. @param {KeyboardEvent} event */
  perform(event) {
    const { key } = event;
    if (this.board.hands?.key(key)) return true;
    if (key in ARROWS) return this.arrow(key);
    if (key in COMMANDS) return this.command(COMMANDS[key]);
    return this.other(event);
  }

  /** @param {KeyboardEvent} event */
  other(event) {
    const { board } = this;
    switch (event.key) {
      case "Escape": return this.escape();
      case "Backspace": return this.backspace();
      case "Home": return this.edge(event.ctrlKey, 0);
      case "End": return this.edge(event.ctrlKey, -1);
      case "PageUp": return this.column(-1);
      case "PageDown": return this.column(1);
      case "n": return this.cycle(false, 1);
      case "N": return this.cycle(false, -1);
      case "c": return this.cycle(true, 1);
      case "C": return this.cycle(true, -1);
      case "m": return this.say(this.movesHere());
      case "M": return this.say(this.captures());
      case "x": return this.look();
      case "p": return this.say(materialSpeech(board.standing));
      default: return false;
    }
  }

  /** @param {string} text */
  say(text) {
    this.board.emit("board-say", { text });
    return true;
  }

  /** @param {string} name */
  command(name) {
    if (this.board.hands && ELSEWHERE.includes(name)) return this.say(gettext("First finish with the pieces."));
    this.board.emit("board-command", { name });
    return true;
  }

  forget() {
    if (this.typed) this.board.mark({ aim: null });
    return "";
  }

  names() {
    return [...this.board.grid.points.values()].map(({ name }) => name);
  }

  /** Whether names of squares begin with a letter, on the boards that have letters. @param {string} key */
  begins(key) {
    const file = CYRILLIC[key] ?? key;
    return /^[a-z]$/.test(file) && this.names().some((name) => name.startsWith(file));
  }

  /** A letter begins a square's name; what it does besides waits for the next key. @param {KeyboardEvent} event */
  letter(event) {
    this.typed = CYRILLIC[event.key] ?? event.key;
    this.waiting = { act: () => this.perform(event), timer: setTimeout(() => this.hurry(), LETTER_MS) };
    return true;
  }

  /** Do now what a letter does. */
  hurry() {
    const waiting = this.waiting;
    this.drop();
    waiting?.act();
  }

  /** Let go what a letter would do. @returns {boolean} whether one waited */
  drop() {
    const waited = this.waiting !== null;
    clearTimeout(this.waiting?.timer);
    this.waiting = null;
    return waited;
  }

  /** A digit picks a route when routes are open; otherwise it is part of a square's name. @param {string} key */
  digit(key) {
    this.drop();
    if (this.board.routes.length) {
      this.board.lightRoute(Number(key) - 1);
      return true;
    }
    const longest = Math.max(...this.names().map((name) => name.length));
    const letter = /^[a-z]/.exec(this.typed)?.[0] ?? "";
    const digits = (this.typed.slice(letter.length) + key).slice(letter.length - longest);
    this.typed = letter + digits.replace(/^0/, "");
    this.aim();
    return true;
  }

  aim() {
    const id = this.target();
    this.board.mark({ aim: id });
    if (id) this.say(this.board.labelOf(id));
    else if (/[0-9]/.test(this.typed)) this.say(gettext("no square {number}", { number: this.typed }));
  }

  /** @returns {string | null} */
  target() {
    const point = [...this.board.grid.points.values()].find(({ name }) => name === this.typed);
    return point?.id ?? null;
  }

  enter() {
    const { board } = this;
    if (/[0-9]/.test(this.typed)) {
      const id = this.target();
      this.typed = this.forget();
      if (id) board.goTo(id);
      return true;
    }
    this.typed = "";
    if (board.routes.length) board.takeRoute();
    else this.touch();
    return true;
  }

  touch() {
    const { board } = this;
    board.tap(board.current);
    const origin = board.turn?.origin;
    if (board.routes.length || origin === undefined || origin === null) return;
    this.say(gettext("{square} chosen: {moves}", { square: board.grid.nameOf(origin), moves: this.movesOf(String(origin)) }));
  }

  escape() {
    const { board } = this;
    if (board.hands) {
      if (!board.hands.back()) board.emit("board-leave", {});
      return true;
    }
    if ((board.turn && board.turn.origin !== null) || board.routes.length) {
      board.cancel();
      this.say(gettext("Put down."));
    } else if (board.shown.refused === null) board.comeOut();
    board.emit("board-touch", {});
    return true;
  }

  backspace() {
    if (/[0-9]/.test(this.typed)) {
      this.typed = this.typed.slice(0, -1);
      this.aim();
      return true;
    }
    this.board.stepBack();
    return true;
  }

  /** An arrow; two held together go slantwise from where the first was pressed. @param {string} key */
  arrow(key) {
    const { board } = this;
    const across = [...this.held].find(([other]) => ARROWS[other][0] === 0 !== (ARROWS[key][0] === 0));
    const from = across && !this.held.has(key) ? across[1] : board.current;
    const [right, down] = across ? [ARROWS[key][0] + ARROWS[across[0]][0], ARROWS[key][1] + ARROWS[across[0]][1]] : ARROWS[key];
    this.held.set(key, from);
    const id = board.grid.step(from, right, down);
    if (id) board.goTo(id);
    else this.say(gettext("edge"));
    return true;
  }

  /** @param {boolean} board_ whether of the whole board @param {number} end 0 or -1 */
  edge(board_, end) {
    const rows = this.board.grid.rows();
    const row = board_ ? rows.at(end) : rows.find(({ points }) => points.includes(this.board.current));
    const id = row?.points.at(end);
    if (id) this.board.goTo(id);
    return true;
  }

  /** @param {number} down */
  column(down) {
    const { grid } = this.board;
    let id = this.board.current;
    for (let next = grid.step(id, 0, down); next; next = grid.step(id, 0, down)) id = next;
    this.board.goTo(id);
    return true;
  }

  /** Go to the next own piece that may move, or that may capture. @param {boolean} capturing @param {number} way */
  cycle(capturing, way) {
    const { board } = this;
    const moves = (board.turn?.moves ?? []).filter(({ captured }) => !capturing || captured.length);
    const places = [...(board.entry?.squares() ?? [])];
    const able = new Set((places.length ? places : moves.map(({ origin }) => origin)).map(String));
    const order = board.grid.order();
    const start = order.indexOf(board.current);
    for (let i = 1; i <= order.length; i += 1) {
      const id = order[(start + way * i + order.length * 2) % order.length];
      if (able.has(id)) {
        board.goTo(id);
        return true;
      }
    }
    return this.say(capturing ? gettext("No capture.") : gettext("No piece can move now."));
  }

  movesHere() {
    return this.movesOf(this.board.turn?.origin === null || !this.board.turn ? this.board.current : String(this.board.turn.origin));
  }

  /** @param {string} id */
  movesOf(id) {
    const moves = this.board.turn?.movesOf(Number(id)) ?? [];
    return movesSpeech(id, moves.map((move) => this.made(move)), this.board.standing, this.board.grid);
  }

  /** A move by the first of its routes. @param {import("./types.js").MoveView} move */
  made({ paths: [path], captured, promotes, leaves, becomes, drops }) {
    return { path, captured: this.board.inOrder(path, captured), promotes, leaves, becomes, drops };
  }

  captures() {
    const { board } = this;
    const all = (board.turn?.moves ?? []).filter(({ captured }) => captured.length);
    const here = all.filter(({ origin }) => String(origin) === board.current);
    const told = here.length ? here : all;
    return told.length ? told.map((move) => moveSpeech(this.made(move), board.standing, "full", board.grid)).join("; ") : gettext("No capture.");
  }

  /** Look along a line from here; pressed again, along the next one. */
  look() {
    const { board } = this;
    const from = board.current;
    const rays = board.grid.rays(from);
    this.ray = this.ray.from === from ? { from, index: (this.ray.index + 1) % rays.length } : { from, index: 0 };
    const ray = rays[this.ray.index];
    const [a, b] = [board.grid.at(from), board.grid.at(ray[0])];
    const seen = ray.map((id) => placed(board.grid.nameOf(id), pieceWord(board.standing[id])));
    return this.say(gettext("{way}: {squares}", { way: wayWord(b.x - a.x, b.y - a.y), squares: listed(seen) }));
  }
}
