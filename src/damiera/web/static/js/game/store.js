/**
 * What this page knows of its game: the last view the server sent, and the move that is on its way to it.
 *
 * @fires view {view, previous}  @fires refused {text, refusal, path}  @fires answer {refusal, path, candidates}
 * @fires failed {text, refusal, code}  @fires chat {room, version, lines}  @fires another {view}
 * @fires renewed {}
 */

/** @typedef {import("../board/types.js").GameView} GameView */
/** @typedef {import("../board/types.js").ServerMessage} ServerMessage */
/** @typedef {import("../board/types.js").Side} Side */
/** @typedef {import("./socket.js").GameSocket} GameSocket */
/** @typedef {{ply: number, path: number[], drops?: number[], id: string, text: string, stored?: boolean}} Pending */

export class GameStore extends EventTarget {
  /** @param {GameView} view @param {GameSocket} socket */
  constructor(view, socket) {
    super();
    this.view = view;
    this.socket = socket;
    /** @type {GameView} what the server sent last: what has changed is told of that */
    this.received = view;
    /** @type {Pending | null} */
    this.pending = this.remembered();
    this.skew = 0;
    /** How often the line was made. */
    this.lines = 0;
    socket.addEventListener("open", () => (this.lines += 1));
    socket.addEventListener("message", (event) => this.receive(/** @type {CustomEvent<ServerMessage>} */ (event).detail));
    socket.addEventListener("open", () => this.resend());
    socket.addEventListener("found", () => this.resend());
  }

  /** @param {string} name @param {object} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Whether the person here may move now. */
  get mayMove() {
    const { you, side, outcome } = this.view;
    return !outcome && (you === side || you === "both") && !this.pending;
  }

  /** The sides that the person here holds. @returns {Side[]} */
  get mine() {
    const { you, players } = this.view;
    return you === "both" ? /** @type {Side[]} */ (Object.keys(players)) : you ? [you] : [];
  }

  /** Send a move and keep it until it is stored. @param {number[]} path @param {string} text @param {number[]} [drops] */
  move(path, text, drops = []) {
    this.pending = { ply: this.view.ply, path, drops, id: crypto.randomUUID?.() ?? String(Math.random()), text };
    this.remember();
    this.resend();
  }

  resend() {
    if (!this.pending || this.pending.stored) return;
    const { ply, path, drops = [], id } = this.pending;
    this.socket.send(drops.length ? { t: "move", ply, path, drops, id } : { t: "move", ply, path, id });
  }

  /** Tell that a piece was touched, where that binds. @param {number} square */
  touch(square) {
    return this.socket.send({ t: "do", event: { e: "touched", side: this.view.side, square } });
  }

  /** @param {string} what @param {Side} [side] */
  act(what, side) {
    const named = this.view.you === "both" && what !== "ask-undo"; // the last mover takes back: the server knows who
    return this.socket.send(named ? { t: "act", what, side: side ?? this.view.side } : { t: "act", what });
  }

  /** @param {ServerMessage} message */
  receive(message) {
    switch (message.t) {
      case "state": return this.isAnother(message.view) ? this.tell("another", { view: message.view }) : this.take(message.view);
      case "delta": return this.take(merged(this.received, message));
      case "ack": return this.acknowledged(message.id);
      case "answer": return this.tell("answer", message);
      case "failed": return this.failed(message);
      case "pong": return this.tune(message);
      case "chat": return this.tell("chat", message);
      case "renewed": return this.tell("renewed", {});
    }
  }

  /** Whether a line made anew shows the game to somebody else: a session has ended, or another begun. @param {GameView} view */
  isAnother({ you }) {
    return this.lines > 1 && you !== this.view.you;
  }

  /** @param {GameView} view */
  take(view) {
    this.received = view;
    this.update(view);
  }

  /** @param {GameView} view */
  update(view) {
    if (view.version < this.view.version) return;
    const previous = this.view;
    this.view = view;
    if (this.pending && view.ply !== this.pending.ply) this.settled();
    this.tell("view", { view, previous });
  }

  /** The move is stored; it is still on its way until the game is seen with it. @param {string} id */
  acknowledged(id) {
    if (this.pending?.id !== id) return;
    this.pending.stored = true;
    this.remember();
  }

  settled() {
    this.pending = null;
    this.remember();
  }

  /** @param {Extract<ServerMessage, {t: "failed"}>} message */
  failed(message) {
    const { pending } = this;
    if (!pending || message.id !== pending.id) return this.tell("failed", message);
    this.settled();
    this.tell("refused", { text: message.text, refusal: message.refusal, path: pending.path });
  }

  /** @param {Extract<ServerMessage, {t: "pong"}>} message */
  tune({ at, now_ms }) {
    const trip = performance.now() - at;
    this.skew = now_ms + trip / 2 - Date.now();
    this.tell("skew", {});
  }

  get key() {
    return `damiera:move:${this.view.id}`;
  }

  /** Keep the move on its way where a reload of the page finds it. */
  remember() {
    try {
      if (this.pending && !this.pending.stored) sessionStorage.setItem(this.key, JSON.stringify(this.pending));
      else sessionStorage.removeItem(this.key);
    } catch {
      // A browser that keeps nothing for us still plays; the move is sent again while the page is open.
    }
  }

  /** @returns {Pending | null} */
  remembered() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "null");
      return kept?.ply === this.view.ply && Array.isArray(kept.path) ? kept : null;
    } catch {
      return null;
    }
  }
}

/**
 * A view with what has changed in it: fields as they are now, and what follows the first moves of its line.
 * @param {GameView} view @param {Extract<ServerMessage, {t: "delta"}>} delta @returns {GameView}
 */
function merged(view, { kept, view: changed }) {
  return { ...view, ...changed, history: [...view.history.slice(0, kept), ...(changed.history ?? [])] };
}
