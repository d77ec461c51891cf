/**
 * The desk of a real board: its pieces are handled on the screen as they were on the board, the server reads from that
 * what it was by the rules, and the arbiter records one reading. A position to be restored is set up in the same way.
 */

import { DraughtsBoard } from "../board/draughts-board.js";
import { samePieces, sideOf } from "../board/position.js";
import { gettext } from "../i18n.js";
import { byId, h, readData } from "./dom.js";
import { HandCard, takenSoFar } from "./handcard.js";
import { deedLine, deeds, nothingFits, readingBar, readingNodes, readingSpeech } from "./handreadings.js";
import { fenOf } from "./line.js";
import { say } from "./speech.js";

/** @typedef {import("../board/types.js").GameView} GameView */
/** @typedef {import("../board/types.js").HandAct} HandAct */
/** @typedef {import("../board/types.js").Reading} Reading */
/** @typedef {import("../board/types.js").Pieces} Pieces */
/** @typedef {"white" | "black"} Owner */

/** What was recorded is awaited on the board for so long; then the pieces are let go all the same. */
const ARRIVAL_MS = 1500;

/** Two radio buttons for the sides. @param {string} legend @param {string} name @param {Owner} chosen @param {() => void} changed */
function sides(legend, name, chosen, changed) {
  const choice = (/** @type {Owner} */ side, /** @type {string} */ words) => {
    const radio = h("input", { type: "radio", name, value: side, id: `${name}-${side}`, checked: side === chosen });
    radio.addEventListener("change", changed);
    return h("label", { class: "handside" }, [radio, " ", words]);
  };
  return h("fieldset", { class: "by handby" }, [
    h("legend", { class: "small strong" }, [legend]),
    choice("white", gettext("White")),
    choice("black", gettext("Black")),
  ]);
}

/** @param {HTMLElement} fieldset @returns {Owner} */
function chosenSide(fieldset) {
  const radio = fieldset.querySelector("input:checked");
  return radio instanceof HTMLInputElement && radio.value === "black" ? "black" : "white";
}

/** @param {HTMLElement} fieldset @param {Owner} side */
function choose(fieldset, side) {
  const radio = fieldset.querySelector(`input[value="${side}"]`);
  if (radio instanceof HTMLInputElement) radio.checked = true;
}

/** @param {GameView} view @returns {Owner} */
const toMove = (view) => (view.side === "black" ? "black" : "white");

/** What happened on the board, done again by hand and read by the rules. */
class ByHand {
  /** @param {Desk} desk @param {HandAct[]} [done] what is done already */
  constructor(desk, done = []) {
    this.desk = desk;
    this.turn = 0;
    /** @type {Pieces} */
    this.start = desk.view.pieces;
    /** whether the arbiter has said who did it: until then the first piece lifted tells */
    this.told = false;
    this.who = sides(gettext("Who did it"), "hands-side", toMove(desk.view), () => {
      this.told = true;
      void this.read();
    });
    this.line = h("div", { id: "hands-line" });
    this.found = h("div", { class: "stack", id: "hands-readings" });
    this.card = new HandCard(desk.board, {
      title: gettext("Pieces by hand"),
      tray: gettext("Pieces drawn off the board lie here."),
      changed: () => void this.read(),
      freed: (how) => this.freed(how),
      leave: () => this.leave(),
    });
    this.bar = h("div", { class: "handbar" });
    // What it was is not said where acts are: it comes a moment later, and would take their words away.
    this.voice = h("p", { class: "sr", role: "status" });
    this.card.extra.append(this.who, this.line, this.found, this.bar, this.voice);
    this.card.begin(this.start, takenSoFar(desk.view.start_pieces, this.start));
    if (done.length) this.card.hands?.did(done, "…");
  }

  leave() {
    say("board-live", gettext("The pieces lie as the game has them."));
    this.card.leave();
  }

  /** The game went on under pieces that nobody had touched yet: they are in hand again as they lie then. @param {import("./handcard.js").Freed} how */
  freed(how) {
    this.turn += 1;
    this.desk.over(this);
    this.desk.again = how === "untouched";
  }

  /** Show what was done, and ask what it may have been. */
  async read() {
    const { hands } = this.card;
    if (!hands) return;
    const { acts } = hands;
    const turn = ++this.turn;
    const told = deeds(acts, this.start, this.desk.board.grid);
    this.bar.replaceChildren();
    this.line.replaceChildren(...(told.length ? [deedLine(told)] : []));
    if (!acts.length) return this.found.replaceChildren(hint(gettext("Do here what was done on the board: draw a piece, or touch it and then a square. Off the board takes it off.")));
    if (!this.told) choose(this.who, this.likely(acts));
    if (hands.work.hand) return this.found.replaceChildren(hint(gettext("A piece is in the hand.")));
    const answer = await this.desk.post("hands", { side: chosenSide(this.who), acts });
    if (turn !== this.turn) return;
    if (answer.text !== undefined) return this.refused(answer.text);
    this.show(answer.body);
  }

  /** Whose hands these were, as far as the pieces tell: who lifts a piece first, lifts one of their own. @param {HandAct[]} acts @returns {Owner} */
  likely(acts) {
    const lifted = acts.find(({ a }) => a === "lift");
    const piece = lifted?.square === undefined ? undefined : this.start[lifted.square];
    if (!piece) return toMove(this.desk.view);
    return sideOf(piece) === "black" ? "black" : "white";
  }

  /** @param {import("../board/types.js").HandsAnswer} answer */
  show({ fen, readings }) {
    if (!readings.length) {
      this.found.replaceChildren(nothingFits(() => this.desk.rule(fen)));
      this.voice.textContent = gettext("The book has no article for this.");
      return;
    }
    const record = (/** @type {Reading} */ reading) => void this.record(reading);
    this.found.replaceChildren(...readingNodes(readings, record));
    this.bar.replaceChildren(...readingBar(readings[0], record));
    this.voice.textContent = readingSpeech(readings);
  }

  /** An act that cannot be is taken back, and said. @param {string} text */
  refused(text) {
    this.card.hands?.back();
    this.tell(text);
  }

  /** @param {string} text */
  tell(text) {
    this.found.replaceChildren(h("div", { class: "msg bad", id: "hands-answer", role: "alert" }, [text]));
    say("answer", text);
  }

  /** @param {Reading} reading */
  async record({ event, before = [] }) {
    const turn = ++this.turn;
    const answer = await this.desk.post("events", before.length ? [...before, event] : event);
    if (answer.text !== undefined) return void this.tell(answer.text);
    document.dispatchEvent(new Event("damiera:recorded"));
    if (turn !== this.turn) return;
    this.desk.arrived(answer.body.version, () => this.card.hands && this.card.leave());
  }
}

/** A position set up on the board, for a ruling. */
class SetUp {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.turnOf = sides(gettext("Whose move it is"), "setup-side", toMove(desk.view), () => this.show());
    this.summary = h("p", { class: "small num", id: "setup-summary" });
    this.card = new HandCard(desk.board, {
      title: gettext("Set up the position"),
      tray: "",
      changed: () => this.show(),
      freed: () => this.desk.over(this),
      leave: () => this.card.leave(),
    });
    const empty = this.button(gettext("Empty the board"), "btn", () => this.card.hands?.lay({}));
    const first = this.button(gettext("First position"), "btn", () => this.card.hands?.lay(desk.view.start_pieces));
    const use = this.button(gettext("Use this position"), "btn main", () => this.use());
    use.id = "setup-use";
    this.card.extra.append(h("div", { class: "handtools two" }, [empty, first]), this.turnOf, this.summary, use);
    this.card.begin(desk.view.pieces, null);
  }

  /** @param {string} words @param {string} look @param {() => void} act */
  button(words, look, act) {
    const button = h("button", { type: "button", class: look }, [words]);
    button.addEventListener("click", act);
    return button;
  }

  get fen() {
    return fenOf(this.card.hands?.drawn ?? {}, chosenSide(this.turnOf), this.desk.board.grid);
  }

  show() {
    const pieces = Object.values(this.card.hands?.drawn ?? {});
    const count = (/** @type {Owner} */ side) => pieces.filter((piece) => sideOf(piece) === side).length;
    this.summary.textContent = gettext("White {white}, Black {black}", { white: count("white"), black: count("black") });
  }

  use() {
    const { fen } = this;
    this.card.leave();
    this.desk.rule(fen);
  }
}

/** The desk's part of a game's page: one piece of work by hand at a time. */
class Desk {
  /** @param {DraughtsBoard} board @param {GameView} view */
  constructor(board, view) {
    this.board = board;
    this.view = view;
    this.base = `/g/${view.id}`;
    /** @type {ByHand | SetUp | null} */
    this.work = null;
    /** @type {{version: number, then: () => void} | null} */
    this.awaited = null;
    /** whether pieces that were in hand when the game went on are taken in hand again */
    this.again = false;
    document.addEventListener("damiera:view", (event) => this.changed(/** @type {CustomEvent} */ (event).detail.view));
    document.addEventListener("damiera:forbidden", (event) => this.forbidden(/** @type {CustomEvent} */ (event).detail.path));
    document.addEventListener("damiera:written", () => this.dress());
    byId("hands-begin")?.addEventListener("click", () => this.begin());
    document.addEventListener("click", (event) => this.click(event));
    this.dress();
  }

  /** @param {HandAct[]} [done] */
  begin(done) {
    this.live();
    this.work?.card.leave();
    this.work = new ByHand(this, done);
  }

  setUp() {
    this.live();
    this.work?.card.leave();
    this.work = new SetUp(this);
    byId("hands")?.scrollIntoView({ block: "nearest" });
  }

  /** Show the board as it stands now, if an earlier moment is shown. */
  live() {
    if (samePieces(this.board.pieces, this.view.pieces)) return;
    const end = document.querySelector('#moves [data-go="end"]');
    if (end instanceof HTMLElement) end.click();
    this.board.men?.finish();
  }

  /** @param {ByHand | SetUp} work */
  over(work) {
    if (this.work === work) this.work = null;
  }

  /** @param {GameView} view */
  changed(view) {
    this.view = view;
    const place = byId("hands");
    if (place) place.hidden = view.outcome !== null;
    byId("hands-forbidden")?.remove();
    if (this.awaited && view.version >= this.awaited.version) this.awaited.then();
    if (this.again && !view.outcome) this.begin();
    this.again = false;
  }

  /** Go on when the page has got what was recorded. @param {number} version @param {() => void} then */
  arrived(version, then) {
    const once = () => {
      if (this.awaited?.then !== once) return;
      this.awaited = null;
      then();
    };
    this.awaited = { version, then: once };
    if (this.view.version >= version) once();
    else setTimeout(once, ARRIVAL_MS);
  }

  /** A move that the rules forbid: on a real board it may have been made all the same. @param {number[]} path */
  forbidden(path) {
    byId("hands-forbidden")?.remove();
    const place = byId("hands");
    if (!place || this.work || path.length < 2) return;
    const words = gettext("{move} was made on the board", { move: path.map((square) => this.board.grid.nameOf(square)).join("-") });
    const button = h("button", { type: "button", class: "btn", id: "hands-forbidden" }, [words]);
    button.addEventListener("click", () => {
      button.remove();
      const [from, ...landings] = path;
      this.begin([
        { a: "lift", square: from },
        ...landings.flatMap((square, i) => (i ? [/** @type {HandAct} */ ({ a: "lift", square: landings[i - 1] })] : []).concat([{ a: "put", square }])),
      ]);
    });
    place.append(button);
  }

  /** The position of a ruling is set up on the board, never typed. */
  dress() {
    const field = byId("ruling-fen");
    if (field instanceof HTMLInputElement) field.readOnly = true;
    for (const node of document.querySelectorAll("[data-setup]")) if (node instanceof HTMLElement) node.hidden = false;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const what = event.target instanceof Element ? event.target.closest("[data-setup]")?.getAttribute("data-setup") : null;
    if (what === "begin") this.setUp();
    else if (what === "none") this.put("");
  }

  /** Rule that the pieces lie so. @param {string} fen */
  rule(fen) {
    this.work?.card.leave();
    const door = byId("door-ruling");
    if (door instanceof HTMLDetailsElement) door.open = true;
    this.put(fen);
    const text = byId("ruling-text");
    text?.scrollIntoView({ block: "center" });
    text?.focus({ preventScroll: true });
  }

  /** @param {string} fen */
  put(fen) {
    const field = byId("ruling-fen");
    if (field instanceof HTMLInputElement) field.value = fen;
  }

  /**
   * Ask the server.
   * @param {string} what @param {unknown} body
   * @returns {Promise<{body: any, text?: string}>} `text` where it was refused
   */
  async post(what, body) {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`/api/games/${this.view.id}/${what}`, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
    if (!answer) return { body: null, text: gettext("The server cannot be asked now.") };
    const told = await answer.json().catch(() => ({}));
    return answer.ok ? { body: told } : { body: told, text: told.text ?? gettext("That could not be done.") };
  }
}

/** @param {string} text */
function hint(text) {
  return h("p", { class: "small muted" }, [text]);
}

const board = byId("board");
if (byId("hands") && board instanceof DraughtsBoard) new Desk(board, readData("view"));
