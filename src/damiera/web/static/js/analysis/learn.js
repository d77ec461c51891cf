/** Learning from a judged game: at each mistake of a side the better move is looked for on the board. */

import { gettext, ngettext } from "../i18n.js";
import { byId, h, icon } from "../game/dom.js";
import { shownMove, sideWord } from "../game/table.js";

/** @typedef {import("./analysis-board.js").AnalysisBoard} AnalysisBoard */
/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {import("../board/types.js").Side} Side */

export class Learning {
  /** @param {AnalysisBoard} analysis @param {() => void} begun told when it begins: the engine is to be still */
  constructor(analysis, begun) {
    this.analysis = analysis;
    this.begun = begun;
    this.on = false;
    this.asking = 0;
    /** @type {number[]} */
    this.plies = [];
    this.number = 0;
    this.helped = false;
    this.found = 0;
    /** @type {HTMLElement | null} */
    this.from = null;
    this.setUp();
  }

  /** Listen to the buttons, which come with the report. */
  setUp() {
    for (const button of document.querySelectorAll("[data-learn]")) {
      if (!(button instanceof HTMLElement)) continue;
      button.hidden = false;
      button.addEventListener("click", () => this.begin(/** @type {Side} */ (button.dataset.learn), button));
    }
    byId("learn-show")?.addEventListener("click", () => this.show());
    byId("learn-next")?.addEventListener("click", () => this.next());
    byId("learn-leave")?.addEventListener("click", () => this.leave());
  }

  get ply() {
    return this.plies[this.number];
  }

  /** @param {Side} side @param {HTMLElement} from */
  begin(side, from) {
    const { report, history } = this.analysis.data;
    this.plies = history.flatMap((ply, i) => (ply.side === side && report[i]?.better.length ? [i] : []));
    if (!this.plies.length) return;
    this.from = from;
    this.begun();
    this.on = true;
    this.found = 0;
    document.querySelector(".analysis")?.classList.add("learning");
    const card = byId("learn");
    if (card) card.hidden = false;
    if (this.analysis.board.flipped !== (side === "black")) this.analysis.board.dispatchEvent(new CustomEvent("board-command", { detail: { name: "flip" } }));
    this.ask(0);
    scrollTo({ top: 0 });
    byId("learn-show")?.focus({ preventScroll: true });
  }

  /** @param {number} number */
  ask(number) {
    this.number = number;
    this.helped = false;
    this.asking += 1;
    this.place();
    const { text, mark, side } = this.analysis.data.history[this.ply];
    const count = byId("learn-count");
    if (count) count.textContent = gettext("{n} of {of}", { n: number + 1, of: this.plies.length });
    this.tell("gold", "info", gettext("{side} played {move}: find something better.", { side: sideWord(side), move: shownMove(text) + mark }));
    this.offer(false);
  }

  /** Put the mistake's position on the board. */
  place() {
    this.analysis.closed = false;
    if (this.analysis.line !== this.analysis.data.history) this.analysis.back();
    this.analysis.to(this.ply, true);
  }

  /** Somebody has moved: is that good enough? @param {PlyView} move */
  async tried(move) {
    const ticket = (this.asking += 1);
    this.analysis.board.withhold();
    this.tell("gold", "engine", gettext("I am looking."));
    const query = new URLSearchParams({ ply: String(this.ply), move: move.text });
    const answer = await fetch(`/api/analysis/lessons/${this.analysis.data.id}?${query}`).catch(() => null);
    if (ticket !== this.asking || !this.on) return;
    const said = await answer?.json().catch(() => null);
    if (!answer?.ok || !said) {
      this.place();
      return this.tell("bad", "warn", said?.text ?? gettext("No word from the server. Try again."));
    }
    if (said.right) return this.done(move, said.text);
    this.place();
    await this.analysis.ready;
    if (ticket === this.asking && this.on) this.tell("bad", "undo", said.text);
  }

  /** @param {PlyView} move @param {string} text */
  done(move, text) {
    if (!this.helped) this.found += 1;
    this.analysis.closed = true;
    this.analysis.board.withhold();
    this.analysis.follow([move], true);
    this.tell("good", "check", text, this.analysis.data.report[this.ply].said);
    this.offer(true);
  }

  /** Show the better move, and why. */
  show() {
    this.asking += 1;
    this.helped = true;
    const { better, said } = this.analysis.data.report[this.ply];
    this.place();
    this.analysis.closed = true;
    this.analysis.follow(better.slice(0, 1));
    this.tell("gold", "info", shownMove(better[0].text), said);
    this.offer(true);
  }

  next() {
    if (this.number + 1 < this.plies.length) return this.ask(this.number + 1);
    const of = this.plies.length;
    this.tell("good", "flag", ngettext("That was the only one: you found {found} of {n}.", "Those were all: you found {found} of {n}.", of, { found: this.found }));
    for (const id of ["learn-show", "learn-next"]) {
      const button = byId(id);
      if (button) button.hidden = true;
    }
    byId("learn-leave")?.focus();
  }

  leave() {
    this.on = false;
    this.analysis.closed = false;
    this.asking += 1;
    document.querySelector(".analysis")?.classList.remove("learning");
    const card = byId("learn");
    if (card) card.hidden = true;
    const ply = this.ply;
    if (this.analysis.line !== this.analysis.data.history) this.analysis.back();
    this.analysis.to(ply, true);
    this.from?.focus();
  }

  /** @param {boolean} over whether this mistake is dealt with */
  offer(over) {
    const [show, next] = [byId("learn-show"), byId("learn-next")];
    if (show) show.hidden = over;
    if (next) next.hidden = !over;
    if (over) next?.focus({ preventScroll: true });
  }

  /** @param {string} style @param {string} symbol @param {string} text @param {string} [more] */
  tell(style, symbol, text, more = "") {
    byId("learn-said")?.replaceChildren(h("div", { class: `msg ${style}` }, [icon(symbol), h("div", {}, [h("b", {}, [text]), ...(more ? [h("p", {}, [more])] : [])])]));
  }
}
