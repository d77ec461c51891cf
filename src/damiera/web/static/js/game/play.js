/** The page of a game: it joins the board, the socket and all that stands round them. */

import "../board/draughts-board.js";
import { gettext } from "../i18n.js";
import { samePieces } from "../board/position.js";
import { moveSpeech } from "../board/words.js";
import { Actions } from "./actions.js";
import { RefusalCard, showBook } from "./cards.js";
import { Chooser } from "./chooser.js";
import { Clocks } from "./clocks.js";
import { CommandLine, hideReply, showReply, showWait, toCommandLine } from "./command.js";
import { byId, leading, readData } from "./dom.js";
import { common } from "./line.js";
import { Listener } from "./listen.js";
import { watchNet } from "./net.js";
import { letDraw, setUpBoard, setUpKeys, whenSettled } from "./boardpage.js";
import { readArticle } from "./read.js";
import { mayLoadAgain } from "./renewed.js";
import { GameSocket } from "./socket.js";
import { play, playMove, readySounds } from "./sounds.js";
import { say, verbosity } from "./speech.js";
import { GameStore } from "./store.js";
import { shownMove, sidesHere, showAmongPlayers, showFacts, showMoves, showPlates, showResult, showTitle, sideWord } from "./table.js";
import { Walk } from "./walk.js";

/** @typedef {import("../board/types.js").GameView} GameView */
/** @typedef {import("../board/types.js").MoveView} MoveView */
/** @typedef {import("../board/types.js").Pieces} Pieces */
/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {import("../board/types.js").Refusal} Refusal */
/** @typedef {import("../board/types.js").Side} Side */
/** @typedef {import("../board/words.js").Made} Made */

/** So many moves are shown one by one when they arrive together; more are only shown where they lead. */
const SHOWN_ONE_BY_ONE = 3;
/** Under this is kept why the page was loaded anew, until it is said there. */
const WHY_ANEW = "damiera:anew";

class GamePage {
  constructor() {
    /** @type {GameView} */
    const view = readData("view");
    this.base = `/g/${view.id}`;
    this.board = setUpBoard(view);
    this.socket = new GameSocket(`${this.base}/ws`, () => this.store.view.version, () => this.store.view.you, () => sidesHere(this.store.view));
    /** @type {GameStore} */
    this.store = new GameStore(view, this.socket);
    this.walk = new Walk(this.board, view, () => this.walked());
    this.refusal = new RefusalCard(this.board, (href) => void readArticle(href, () => this.goOnFrom()));
    this.chooser = new Chooser(this.board, () => this.store.view.book?.articles ?? []);
    this.clocks = new Clocks((side) => this.timeOut(side));
    this.actions = new Actions(this.store, () => this.goOnFrom());
    /** @type {Made[]} the moves that the board has shown, the one on its way included */
    this.shown = [...view.history];
    this.typed = false;
    /** @type {CommandLine | null} */
    this.line = null;
    /** @type {Listener | null} */
    this.listener = null;
    /** @type {number[] | undefined} the squares that the server was asked about */
    this.asked = undefined;
    /** @type {import("./ahead.js").MoveAhead | null} */
    this.ahead = null;
    /** @type {Promise<import("./gone.js").Gone | null> | null} what an opponent who has left brings with them */
    this.gone = null;
    this.listen();
    this.begin(view);
  }

  /** @param {GameView} view */
  begin(view) {
    this.board.show(view.pieces, { last: view.history.at(-1)?.path });
    const ply = Number(new URLSearchParams(location.search).get("ply") ?? view.ply);
    if (this.store.pending) this.showOnWay(this.store.pending.path, view);
    this.refresh(view);
    if (ply < view.ply) this.walk.to(ply);
    this.sayWhyAnew();
    this.socket.start();
  }

  /** A move that was on its way when the page was left. @param {number[]} path @param {GameView} view */
  showOnWay(path, view) {
    const move = view.moves.find(({ paths }) => paths.some((route) => route.join() === path.join()));
    if (!move) return;
    const made = { path, captured: this.board.inOrder(path, move.captured), promotes: move.promotes, leaves: move.leaves, becomes: move.becomes, drops: move.drops, after: move.after };
    this.shown.push(made);
    void this.board.play(made);
  }

  listen() {
    const { board, store } = this;
    on(board, "board-move", (detail) => this.moved(detail));
    on(board, "board-ask", ({ path, drops }) => this.ask(path, drops));
    on(board, "board-touch", () => this.touched());
    on(board, "board-pick", ({ square }) => this.picked(square));
    on(board, "board-say", ({ text }) => say("board-live", text));
    on(store, "view", ({ view, previous }) => this.arrived(view, previous));
    on(store, "another", ({ view }) => this.becomeAnother(view));
    on(store, "renewed", () => this.renewed());
    on(store, "skew", () => (this.clocks.skew = store.skew));
    on(store, "answer", (answer) => this.answered(answer));
    on(store, "refused", (failure) => this.turnedDown(failure));
    on(store, "failed", (message) => this.failed(message));
    on(store, "chat", (message) => tellPage("damiera:chat", message));
    this.socket.addEventListener("open", () => tellPage("damiera:socket", {}));
    on(document, "damiera:listen", ({ rooms }) => this.socket.send({ t: "listen", rooms }));
    setUpKeys(board, (name) => this.command(name));
    this.line = new CommandLine(this.socket, { sent: (heard) => this.sent(heard), leave: () => board.goTo(board.current) });
    this.listener = new Listener((text) => this.heard(text), (text) => this.reply(bare(text), true));
    watchNet(this.socket, () => (store.pending && !store.pending.stored ? shownMove(store.pending.text) : null));
    this.socket.addEventListener("lost", () => this.clocks.doubt(true));
    this.socket.addEventListener("found", () => this.heardAgain());
    document.addEventListener("visibilitychange", () => showTitle(store.view));
    document.addEventListener("damiera:adrift", () => this.goOnFrom());
    readySounds();
    void letDraw(board);
    void this.letLayAhead();
  }

  /** Load the page anew, and say there why. @param {string} why */
  loadAnew(why) {
    try {
      sessionStorage.setItem(WHY_ANEW, why);
    } catch {
      // then it is not said
    }
    location.reload();
  }

  /** Load the page for whoever this browser is now, and say there why. @param {GameView} view */
  becomeAnother(view) {
    this.loadAnew(view.you ? "" : gettext("You are signed out in this browser, and look on here: sign in to play on."));
  }

  /** The server was updated while this page was open: load it anew, but not what is being written or laid ahead. */
  renewed() {
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("textarea, input"));
    const writes = [...fields].some(({ value, defaultValue }) => value !== defaultValue);
    const isInUse = writes || this.ahead?.text;
    if (isInUse) this.reply(bare(gettext("Damiera was updated: load this page again when it suits you. The game loses nothing by that.")));
    else if (mayLoadAgain()) this.loadAnew(gettext("Damiera was updated, and this page loaded again."));
  }

  /** Say, once, why the page was loaded anew. */
  sayWhyAnew() {
    try {
      const why = sessionStorage.getItem(WHY_ANEW);
      sessionStorage.removeItem(WHY_ANEW);
      if (why) this.reply(bare(why));
    } catch {
      // nothing was kept
    }
  }

  /** Let who plays one side lay a move ahead while the other thinks: nobody waits for the script, and a first move has it. */
  async letLayAhead() {
    if (this.store.mine.length !== 1 || !document.querySelector(".gametable")) return;
    await Promise.race([whenSettled(), new Promise((then) => this.board.addEventListener("board-move", then, { once: true }))]);
    const script = await import("./ahead.js").catch(() => null); // the page is left, or the line is lost
    if (!script) return;
    this.ahead = new script.MoveAhead(this.board, () => this.waitingSide(), () => this.goAhead());
    this.board.refresh();
  }

  /** Count down to where the game can be claimed from who has left it. @param {GameView} view */
  async followGone(view) {
    if (typeof view.claim_ms === "number") this.gone ??= import("./gone.js").then(({ Gone }) => new Gone(() => this.goOnFrom())).catch(() => null);
    (await this.gone)?.show(view);
  }

  /** The side that waits for its turn here, with the position of the game before it. @returns {Side | null} */
  waitingSide() {
    const { view, mine, mayMove } = this.store;
    const still = view.outcome || view.waiting || view.hidden || view.auction || !this.walk.live;
    return still || mayMove || this.board.hands ? null : mine[0];
  }

  /** Make the move that was laid ahead, if it is legal now; else say that it is dropped. */
  goAhead() {
    const { view, mayMove } = this.store;
    if (!this.ahead || this.ahead.path.length < 2 || (!mayMove && !view.outcome)) return;
    const move = this.ahead.text;
    const [route, ...others] = this.ahead.take(view.outcome || !this.walk.live ? [] : view.moves);
    if (others.length) return this.board.openRoutes([route, ...others]); // the player says which
    if (route) return this.board.perform(route);
    if (!view.outcome) this.reply({ ...bare(gettext("{move}, laid ahead, cannot be made now.", { move })), text: view.book?.title ?? "" });
  }

  /** The player has moved: send it, and show it already. @param {{made: Made, move: MoveView, before: Pieces}} detail */
  moved({ made, move, before }) {
    this.shown.push(made);
    hideReply();
    this.store.move(made.path, move.text, move.drops);
    this.clocks.hold();
    playMove(made);
    say("move", moveSpeech(made, before, verbosity(), this.board.grid));
    showBook(null);
    byId("moves")?.querySelector("[aria-current]")?.removeAttribute("aria-current");
  }

  /** The board is touched: what was said of the last touch has been read. */
  touched() {
    this.refusal.close();
    hideReply();
  }

  /** Where a touched piece must be moved, choosing one on the board is touching it. @param {number} square */
  picked(square) {
    const { rights, conduct } = this.store.view;
    if (rights.includes("touched") && conduct?.bound !== square) this.store.touch(square);
  }

  /** The server is heard again; a move that has not been stored is on its way to it. */
  heardAgain() {
    this.clocks.doubt(false);
    if (this.store.pending) this.clocks.hold();
  }

  /** A piece or a move that the book forbids: say why. @param {number[]} path @param {number[]} [drops] men that have come back */
  ask(path, drops = []) {
    const known = path.length === 1 && !drops.length ? this.store.view.refusals[String(path[0])] : undefined;
    this.board.refuse(String(path[0]));
    this.asked = path;
    if (known) this.explain(known, path);
    else if (!this.socket.send({ t: "why", path, drops })) this.explain(bare(gettext("The server cannot be asked now.")), path);
  }

  /** @param {Refusal} refusal @param {number[]} path */
  explain(refusal, path) {
    hideReply();
    this.refusal.show(refusal, path);
    if (path.length) this.board.refuse(String(path[0]));
    const [article] = refusal.articles;
    const cited = article ? gettext("Art. {number}", { number: article.number }) : "";
    say("answer", [sentence(refusal.title), cited, refusal.text].filter(Boolean).join(" "));
    play("illegal");
  }

  /** @param {{refusal: Refusal, path: number[], candidates: MoveView[], pending: string, wish: string}} answer */
  answered({ refusal, path, candidates, pending, wish }) {
    if (wish === "rematch") this.rematch();
    if (this.line) this.line.out = "";
    if (this.asked && this.asked.length > 1) tellPage("damiera:forbidden", { path: this.asked });
    if (candidates.length && this.walk.live) {
      this.board.openRoutes(candidates.map((move) => ({ move, path: move.paths[0] })));
      return;
    }
    if (this.asked || refusal.articles.length) this.explain(refusal, this.asked ?? path);
    else this.reply(refusal);
    if (pending) {
      this.line?.asked(refusal.title, refusal.text, pending);
      this.listener?.again();
    }
    this.asked = undefined;
  }

  /** A line has gone to the server. @param {boolean} heard */
  sent(heard) {
    this.typed = true;
    if (this.listener && !heard) this.listener.spoke = false;
  }

  /** What a microphone heard: seen on the line, and sent. @param {string} text */
  heard(text) {
    const input = byId("command-text");
    if (input instanceof HTMLInputElement) input.placeholder = text;
    this.line?.send(text, { heard: true });
  }

  /** Offer to play again, as the button does. */
  rematch() {
    const button = document.querySelector("#result form .btn.main");
    if (button instanceof HTMLButtonElement) button.click();
  }

  /** What the command line answers. @param {Refusal} answer @param {boolean} [bad] */
  reply({ title, text }, bad = false) {
    this.refusal.close();
    showReply(title, text, bad);
    say("answer", [sentence(title), text].filter(Boolean).join(" "));
  }

  /** @param {Extract<import("../board/types.js").ServerMessage, {t: "failed"}>} message */
  failed({ refusal, text, wait_s }) {
    if (refusal) return this.explain(refusal, refusal.squares.slice(0, 1));
    if (!wait_s) return this.reply(bare(text), true);
    const isTold = showWait(text); // it counts down where it is seen, and is read out once
    if (!isTold) say("answer", text);
  }

  /** The move that was shown may not be played after all. @param {{text: string, refusal: Refusal | null, path: number[]}} failure */
  turnedDown({ text, refusal, path }) {
    if (this.line) this.line.out = "";
    tellPage("damiera:forbidden", { path });
    this.ahead?.takeOff();
    const { view } = this.store;
    this.shown = [...view.history];
    this.board.show(view.pieces, { last: view.history.at(-1)?.path, slide: true });
    this.refresh(view);
    this.explain(refusal ?? bare(text), path);
  }

  /** The server has said how the game stands. @param {GameView} view @param {GameView} previous */
  arrived(view, previous) {
    const same = common(this.shown, view.history);
    const fresh = view.history.slice(same);
    const back = this.shown.length > same && !(this.store.pending && same === view.history.length);
    if (fresh.length || back || view.side !== previous.side || view.outcome) {
      hideReply(); // it spoke of a position that is gone
      this.line?.forget();
    }
    if (view.hidden) this.shown = [...view.history];
    else if (fresh.length || back) this.goOn(view, same, fresh, back);
    else if (this.walk.live && !this.store.pending && !samePieces(this.board.pieces, view.pieces)) this.board.show(view.pieces, { slide: true });
    this.refresh(view);
    this.announce(view, previous, fresh);
    tellPage("damiera:view", { view, previous });
    this.followAhead(back);
  }

  /** Another position: what is laid ahead goes, waits on, or is taken off; a piece that was only touched is chosen. @param {boolean} back moves were taken back */
  followAhead(back) {
    const [chosen, ...on] = this.ahead?.path ?? [];
    const places = this.ahead?.places ?? [];
    if (on.length && !back) return this.goAhead();
    if (places.length && !chosen && !back && this.waitingSide()) return;
    if (chosen && !back && this.ahead?.own().has(chosen)) return; // the player's own move is acknowledged: they wait on
    this.ahead?.takeOff();
    for (const square of back ? [] : places) this.board.enter(Number(square));
    if (chosen && this.board.turn?.origins().has(Number(chosen))) this.board.pick(chosen);
  }

  /** @param {GameView} view @param {number} same @param {PlyView[]} fresh @param {boolean} back */
  goOn(view, same, fresh, back) {
    const start = this.walk.live ? null : this.walk.view.pieces;
    this.shown = [...view.history];
    if (start) this.board.show(start);
    if (back || fresh.length > SHOWN_ONE_BY_ONE) {
      this.board.show(view.pieces, { last: view.history.at(-1)?.path, slide: true });
      return;
    }
    for (const ply of fresh) void this.board.play(ply);
    const taking = fresh.find((ply) => ply.captured.length) ?? fresh[0];
    if (taking) playMove(taking);
    if (!samePieces(this.board.pieces, view.pieces)) this.board.show(view.pieces, { last: view.history.at(-1)?.path });
  }

  /** Everything that is not a piece. @param {GameView} view */
  refresh(view) {
    leading(() => this.write(view), () => this.goOnFrom());
  }

  /** Where the keyboard goes when what it stood on is gone: to the end of the game, or to the board. */
  goOnFrom() {
    const result = byId("result");
    if (result && !result.hidden) result.focus();
    else this.board.goTo(this.board.current);
  }

  /** @param {GameView} view */
  write(view) {
    const moved = view.history.length !== this.walk.view.history.length || this.walk.view.id === "";
    showResult(view);
    showMoves(view.history, this.base);
    if (moved || this.walk.live) this.walk.follow(view);
    else this.walk.mark();
    this.offer();
    showPlates(view);
    showFacts(view);
    showAmongPlayers(view);
    showTitle(view);
    showBook(view.outcome ? null : view.book);
    this.actions.show(view);
    void this.followGone(view);
    this.clocks.set(view.clock, this.store.mine);
    if (this.store.pending) this.clocks.hold();
  }

  offer() {
    const { view, mayMove } = this.store;
    if (mayMove && view.moves.length && this.walk.live) this.board.offer({ moves: view.moves, must: view.must, side: view.side });
    else this.board.withhold();
  }

  walked() {
    this.ahead?.takeOff();
    this.refusal.close();
    this.offer();
    const ply = this.walk.view.history[this.walk.at - 1];
    say("move", ply ? `${this.plyWords(ply)} ${ply.comment}`.trim() : gettext("The first position."));
  }

  /** Tell what happened, once. @param {GameView} view @param {GameView} previous @param {PlyView[]} fresh */
  announce(view, previous, fresh) {
    const told = fresh.filter((ply) => !this.answeredFor(ply)).map((ply) => this.plyWords(ply));
    if (view.outcome && !previous.outcome) told.push(this.ending(view));
    else if (fresh.length && this.store.mayMove && view.must.length && view.book) told.push(`${view.book.title}.`);
    else if (view.history.length < previous.history.length) told.push(gettext("Taken back."));
    if (previous.waiting && !view.waiting) told.push(this.arrival(view, previous));
    const offer = view.rematch_offer;
    if (offer && !previous.rematch_offer) {
      told.push(offer.text);
      play("offer");
    }
    const became = this.actions.became(view, previous);
    if (became) this.reply(bare(became));
    const awaited = this.actions.awaited(view, previous);
    if (awaited) say("answer", awaited);
    if (told.length) say("move", told.join(" "));
    if (view.outcome && !previous.outcome) play("end");
    else if (fresh.length && this.store.mayMove && view.must.length) play("must");
  }

  /** Who has sat down, and whose turn it is. @param {GameView} view @param {GameView} previous */
  arrival(view, previous) {
    const came = /** @type {Side[]} */ (Object.keys(view.players)).filter((side) => previous.players[side]?.kind === "open");
    const names = came.map((side) => gettext("{name} is at the table.", { name: view.players[side].name }));
    return [...names, sentence(view.turn_text)].join(" ");
  }

  /** A move that was typed has been told by the answer to the line. @param {PlyView} ply */
  answeredFor({ side }) {
    if (!this.typed || !this.store.mine.includes(side)) return false;
    this.typed = false;
    return true;
  }

  /** @param {PlyView} ply */
  plyWords(ply) {
    return `${sideWord(ply.side)}: ${this.words(ply, this.walk.line[ply.ply], verbosity())}.`;
  }

  /** A move in words; who plays without seeing the board is told it as it is written. @param {PlyView} ply @param {Pieces} before @param {"short" | "full"} detail */
  words(ply, before, detail) {
    return ply.path.length ? moveSpeech(ply, before, detail, this.board.grid) : shownMove(ply.text);
  }

  /** @param {GameView} view */
  ending({ outcome }) {
    return outcome ? outcome.line || `${outcome.title}. ${outcome.text}` : "";
  }

  /** A clock has run out here: who plays against it says so, and the server judges. @param {Side} side */
  timeOut(side) {
    const { view, mine } = this.store;
    if (view.outcome || !mine.some((own) => own !== side)) return;
    this.store.act("flag", side === "white" ? "black" : "white");
  }

  /** A key that is the page's business. @param {string} name */
  command(name) {
    if (name === "previous") this.walk.to(this.walk.at - 1);
    else if (name === "next") this.walk.to(this.walk.at + 1);
    else if (name === "replay") this.walk.again();
    else if (name === "clocks") say("answer", this.clocks.inWords());
    else if (name === "last") this.tellLast();
    else if (name === "command") toCommandLine();
    else if (name === "listen") this.listener?.toggle();
  }

  tellLast() {
    const at = this.walk.at;
    const last = this.walk.view.history[at - 1];
    say("answer", last ? `${sideWord(last.side)}: ${this.words(last, this.walk.line[at - 1], "full")}` : gettext("Nothing has been moved yet."));
  }
}

/** @param {EventTarget} target @param {string} name @param {(detail: any) => void} act */
function on(target, name, act) {
  target.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
}

/** Let other scripts of the page know. @param {string} name @param {object} detail */
function tellPage(name, detail) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

/** A text that ends as a sentence does. @param {string} text */
function sentence(text) {
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}

/** A failure that no article explains. @param {string} text @returns {Refusal} */
function bare(text) {
  return { title: text, text: "", articles: [], squares: [] };
}

new GamePage();
