/**
 * The game's socket. It comes back by itself, says which version of the game the page has, and tells when the
 * server has not been heard for a while.
 *
 * @fires message {message}  @fires open  @fires lost  @fires found
 */

import { VERSION } from "./renewed.js";

/** @typedef {import("../board/types.js").ServerMessage} ServerMessage */

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
/** Silence is told after the sum of these at the latest: a ping goes out, is not answered, and somebody looks. That leaves nine tenths of three seconds for a busy machine. */
const PING_MS = 900;
const ANSWER_MS = 1_100;
/** Where the server says by itself that it is there, it does so as often as this. */
const BEAT_MS = 1_200;
/** A beat may be so late before we ask. */
const LATE_MS = 300;
/** A beat may be so late before silence is told: the time to be made good is that of one message, not of a question and its answer. */
const SPARE_MS = 800;
/** With beats we ask only to learn how the server's clock goes. */
const CLOCK_MS = 30_000;
const LOOK_MS = 100;
/** A line that was silent for so long is given up for a new one. */
const SILENCE_MS = 6_000;
/** A connection that takes longer to be made is begun anew: the network may be another by now. */
const CONNECT_MS = 8_000;
/** Without a connection for so long, the line is lost; it is often there again at once. */
const LOST_AFTER_MS = 2_000;
/** A page that did not look for so long was asleep: it cannot tell whether it was answered. */
const ASLEEP_MS = 2_000;
/** A connection that held for so long was a good one: the next may be tried at once. */
const STEADY_MS = 3_000;

export class GameSocket extends EventTarget {
  /** @param {string} path @param {() => number} version @param {() => string | null} [seat] what the page shows its viewer as, nobody for one @param {() => string[]} [here] the sides that the page shows to be here */
  constructor(path, version, seat, here) {
    super();
    this.url = new URL(path, location.href);
    this.url.searchParams.set("beats", "1");
    this.url.searchParams.set("page", VERSION);
    this.url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.version = version;
    this.seat = seat;
    this.here = here;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = FIRST_WAIT_MS;
    /** @type {number | undefined} since when an answer is awaited */
    this.asked = undefined;
    /** @type {number | undefined} until when the next beat is awaited, if the server beats */
    this.due = undefined;
    this.begun = 0;
    this.looked = performance.now();
    /** @type {number | undefined} since when there has been no connection */
    this.gone = undefined;
    this.lost = false;
    /** @type {number | undefined} */
    this.retry = undefined;
  }

  start() {
    this.connect();
    setInterval(() => this.watch(), LOOK_MS);
    setInterval(() => this.beats || this.ping(), PING_MS);
    setInterval(() => this.beats && this.ping(), CLOCK_MS);
    addEventListener("offline", () => this.ping());
    addEventListener("online", () => this.now());
    addEventListener("pageshow", () => this.now());
    addEventListener("pagehide", () => this.socket?.close());
    document.addEventListener("visibilitychange", () => document.hidden ? this.ping() : this.now());
  }

  get ready() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Whether the server says by itself that it is there. */
  get beats() {
    return this.due !== undefined && performance.now() <= this.due + LATE_MS;
  }

  connect() {
    clearTimeout(this.retry);
    if (this.seat) this.url.searchParams.set("you", this.seat() ?? "");
    if (this.here) this.url.searchParams.set("here", this.here().join(" "));
    const socket = new WebSocket(this.url);
    this.socket = socket;
    this.begun = performance.now();
    this.asked = undefined;
    this.due = undefined;
    socket.addEventListener("open", () => socket === this.socket && this.opened());
    socket.addEventListener("message", (event) => socket === this.socket && this.received(event.data));
    socket.addEventListener("close", () => socket === this.socket && this.again());
  }

  /** Leave a connection through which nothing comes; to take leave of it would take as long as it is silent. */
  giveUp() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  /** Ask whether the server is there, and say when we ask again: a page in the background is kept from its timers. */
  ping() {
    const at = performance.now();
    if (document.hidden) this.due = undefined; // it beats for the browser alone, as long as the page is not seen
    if (this.send({ t: "ping", at, every: document.hidden ? 0 : PING_MS })) this.asked ??= at;
  }

  opened() {
    this.since = performance.now();
    this.send({ t: "hello", version: this.version(), deltas: true });
    this.hear(); // what waited for this goes out after the greeting
    this.ping();
    this.dispatchEvent(new Event("open"));
  }

  /** @param {string} data */
  received(data) {
    this.hear();
    /** @type {ServerMessage} */
    const message = JSON.parse(data);
    if (message.t === "beat" && !document.hidden) this.due = performance.now() + BEAT_MS;
    if (message.t === "beat") return;
    this.dispatchEvent(new CustomEvent("message", { detail: message }));
  }

  hear() {
    this.asked = undefined;
    this.gone = undefined;
    if (this.due !== undefined) this.due = performance.now() + BEAT_MS;
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
    if (this.ready && !this.lost) return this.ping();
    if (this.socket?.readyState === WebSocket.CONNECTING && !this.lost) return;
    this.wait = FIRST_WAIT_MS;
    this.giveUp();
    this.connect();
  }

  watch() {
    const now = performance.now();
    if (now - this.looked > ASLEEP_MS) {
      if (this.asked !== undefined) this.asked = now;
      if (this.due !== undefined) this.due = now;
    }
    this.looked = now;
    const until = Math.min((this.asked ?? Infinity) + ANSWER_MS, (this.due ?? Infinity) + SPARE_MS);
    const silent = this.ready && now > until;
    const knocking = this.socket?.readyState === WebSocket.CONNECTING ? now - this.begun : 0;
    if ((silent && now - until > SILENCE_MS - ANSWER_MS) || knocking > CONNECT_MS) {
      this.giveUp();
      this.again();
    }
    if (!this.ready) this.gone ??= now;
    if (silent || (this.gone !== undefined && now - this.gone > LOST_AFTER_MS)) this.lose();
  }

  lose() {
    if (this.lost) return;
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
