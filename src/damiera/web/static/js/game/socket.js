/**
 * The game's socket. It comes back by itself, says which version of the game the page has, and tells when the
 * server has not been heard for a while.
 *
 * @fires message {message}  @fires open  @fires lost  @fires found
 */

/** @typedef {import("../board/types.js").ServerMessage} ServerMessage */

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
const PING_MS = 10_000;
const SILENCE_MS = 25_000;
const LOST_AFTER_MS = 3_000;
/** A connection that held for so long was a good one: the next may be tried at once. */
const STEADY_MS = 3_000;

export class GameSocket extends EventTarget {
  /** @param {string} path @param {() => number} version */
  constructor(path, version) {
    super();
    this.url = new URL(path, location.href);
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.version = version;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = FIRST_WAIT_MS;
    this.heard = performance.now();
    /** @type {number | undefined} since when there has been no connection */
    this.gone = undefined;
    this.lost = false;
    /** @type {number | undefined} */
    this.retry = undefined;
  }

  start() {
    this.connect();
    setInterval(() => this.watch(), 1_000);
    setInterval(() => this.send({ t: "ping", at: performance.now() }), PING_MS);
    addEventListener("online", () => this.now());
    addEventListener("pageshow", () => this.now());
    addEventListener("pagehide", () => this.socket?.close());
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
  }

  get ready() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.retry);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => this.opened());
    socket.addEventListener("message", (event) => this.received(event.data));
    socket.addEventListener("close", () => socket === this.socket && this.again());
  }

  opened() {
    this.since = performance.now();
    this.hear();
    this.send({ t: "hello", version: this.version() });
    this.send({ t: "ping", at: performance.now() });
    this.dispatchEvent(new Event("open"));
  }

  /** @param {string} data */
  received(data) {
    this.hear();
    /** @type {ServerMessage} */
    const message = JSON.parse(data);
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  hear() {
    this.heard = performance.now();
    this.gone = undefined;
    if (!this.lost) return;
    this.lost = false;
    this.dispatchEvent(new Event("found"));
  }

  again() {
    const now = performance.now();
    this.gone ??= now;
    if (this.since !== undefined && now - this.since > STEADY_MS) this.wait = FIRST_WAIT_MS;
    this.since = undefined;
    this.retry = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
  }

  /** The network is back, or the page is seen again: do not wait. */
  now() {
    if (this.ready || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.wait = FIRST_WAIT_MS;
    this.connect();
  }

  watch() {
    const now = performance.now();
    if (this.ready && now - this.heard > SILENCE_MS) this.socket?.close();
    if (!this.ready) this.gone ??= now;
    if (this.lost || this.gone === undefined || now - this.gone < LOST_AFTER_MS) return;
    this.lost = true;
    this.dispatchEvent(new Event("lost"));
  }

  /** @param {object} message @returns {boolean} whether it went out */
  send(message) {
    if (!this.ready) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }
}
