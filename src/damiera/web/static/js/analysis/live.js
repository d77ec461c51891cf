/** The engine, watched: what it finds arrives as events until it rests, or until nobody looks. */

/** @typedef {import("../board/types.js").PlyView} PlyView */

/**
 * @typedef {object} Told
 * @property {string} fen
 * @property {import("../board/types.js").Side} side
 * @property {number} depth
 * @property {string} speed
 * @property {number} white
 * @property {[number, number, number] | null} odds of a hundred games; null where the result is known
 * @property {string} score
 * @property {{score: string, moves: PlyView[]}[]} lines
 * @property {string[]} said
 * @property {boolean} measured
 */

/** @typedef {"waiting" | "trouble" | "resting" | "solved" | "failed" | "elsewhere" | "refused" | "lost"} Word */

const ENDS = ["resting", "solved", "failed", "elsewhere", "refused"];
const SOON_MS = 180;

export class Live extends EventTarget {
  constructor() {
    super();
    /** @type {EventSource | null} */
    this.source = null;
    /** @type {number | undefined} */
    this.soon = undefined;
    this.wanted = false;
    this.query = "";
    document.addEventListener("visibilitychange", () => (document.hidden ? this.hush() : this.resume()));
    addEventListener("pagehide", () => this.hush());
  }

  /** Watch a position; one that was watched is left. @param {string} query */
  ask(query) {
    this.query = query;
    this.wanted = true;
    this.hush();
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.open(), SOON_MS);
  }

  /** Leave off for good. */
  stop() {
    this.wanted = false;
    clearTimeout(this.soon);
    this.hush();
  }

  hush() {
    this.source?.close();
    this.source = null;
  }

  resume() {
    if (this.wanted && !this.source) this.open();
  }

  open() {
    if (!this.wanted || document.hidden) return;
    this.hush();
    const source = new EventSource(`/api/analysis/live?${this.query}`);
    this.source = source;
    source.addEventListener("lines", (event) => this.tell("lines", JSON.parse(event.data)));
    for (const word of ["waiting", "trouble", ...ENDS]) {
      source.addEventListener(word, (event) => {
        if (ENDS.includes(word)) this.end(source);
        this.tell("word", { word, text: JSON.parse(/** @type {MessageEvent} */ (event).data).text });
      });
    }
    source.addEventListener("error", () => {
      if (this.source !== source) return;
      this.end(source);
      this.tell("word", { word: "lost", text: "" });
    });
  }

  /** @param {EventSource} source */
  end(source) {
    source.close();
    if (this.source === source) this.source = null;
    this.wanted = false;
  }

  /** @param {string} name @param {object} detail */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
