/** How soon a page notices that its line is lost, on a clock of its own. JSON on standard input and output; run by `test_lost_line.py`. */

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { scripts, cuts, late, trip, beats } = JSON.parse(readFileSync(0, "utf8"));

/** Timers that come `late` ms after their time, as on a busy machine. */
class Clock {
  now = 0;
  next = 1;
  timers = new Map();

  set(act, ms, again) {
    const id = this.next++;
    this.timers.set(id, { act, at: this.now + ms + late, every: again ? ms : null });
    return id;
  }

  run(until) {
    for (;;) {
      const due = [...this.timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      const [id, timer] = due;
      this.now = timer.at;
      if (timer.every === null) this.timers.delete(id);
      else timer.at += timer.every;
      timer.act();
    }
    this.now = until;
  }
}

let clock = new Clock();
let cut = false;
let pings = 0;

class Line extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  readyState = 0;

  constructor(url) {
    super();
    this.beats = beats && new URL(url).searchParams.get("beats") === "1" ? "wanted" : "none";
    clock.set(() => this.open(), trip);
  }

  open() {
    if (cut) return;
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }

  send(text) {
    const { t, at } = JSON.parse(text);
    if (t !== "ping" || cut) return;
    pings++;
    clock.set(() => this.say({ t: "pong", at, now_ms: 0 }), trip);
    if (this.beats === "wanted") clock.set(() => this.say({ t: "beat" }), 1_200, true);
    if (this.beats === "wanted") this.beats = "come";
  }

  say(message) {
    if (!cut && this.readyState === 1) this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  close() {
    this.readyState = 3;
  }
}

globalThis.WebSocket = Line;
globalThis.location = { href: "http://localhost/", protocol: "http:" };
globalThis.document = Object.assign(new EventTarget(), { hidden: false });
globalThis.addEventListener = () => undefined;
globalThis.setTimeout = (act, ms) => clock.set(act, ms, false);
globalThis.setInterval = (act, ms) => clock.set(act, ms, true);
globalThis.clearTimeout = (id) => clock.timers.delete(id);
performance.now = () => clock.now;
const { GameSocket } = await import(pathToFileURL(`${scripts}/game/socket.js`).href);

const told = cuts.map((at) => {
  clock = new Clock();
  cut = false;
  const socket = new GameSocket("/g/1/ws", () => 0);
  const seen = { early: false, lost: null, found: null, pings: 0 };
  socket.addEventListener("lost", () => (cut ? (seen.lost ??= clock.now - at) : (seen.early = true)));
  socket.addEventListener("found", () => (seen.found ??= clock.now));
  socket.start();
  pings = 0;
  clock.run(at);
  seen.pings = pings;
  cut = true;
  clock.run(at + 5_000);
  cut = false;
  clock.run(at + 30_000);
  return seen;
});
process.stdout.write(JSON.stringify(told));
