/** The moves played from the position on the board: asked for anew at each step, played by a click. */

import { byId } from "../game/dom.js";

/** @typedef {import("./analysis-board.js").AnalysisBoard} AnalysisBoard */

const WAIT_MS = 150;
const AGAIN_MS = 2000;

export class Explorer {
  /** @param {AnalysisBoard} analysis */
  constructor(analysis) {
    this.analysis = analysis;
    this.box = byId("explorer");
    this.asked = 0;
    this.timer = 0;
    this.shown = analysis.query.toString();
    this.box?.addEventListener("click", (event) => this.clicked(event));
    this.box?.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.load();
    });
  }

  /** The board shows a position: ask about it, unless it is the one that is told of. */
  follow() {
    const query = this.analysis.query.toString();
    if (query === this.shown || !this.box) return;
    this.shown = query;
    this.box.setAttribute("aria-busy", "true");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.load(), WAIT_MS);
  }

  async load() {
    const box = this.box;
    if (!box) return;
    const ticket = (this.asked += 1);
    const query = this.analysis.query;
    const form = byId("explorer-form");
    if (form instanceof HTMLFormElement) {
      for (const [name, value] of new FormData(form)) {
        if (name !== "game" && name !== "fen" && value) query.set(name, String(value));
      }
    }
    const answer = await fetch(`/analysis/explorer?${query}`).catch(() => null);
    if (ticket !== this.asked) return;
    if (!answer) {
      this.timer = window.setTimeout(() => void this.load(), AGAIN_MS);
      return;
    }
    if (!answer.ok) return;
    const html = await answer.text();
    box.removeAttribute("aria-busy");
    this.put(box, html);
  }

  /** Put the new piece of page in place of the old one; what was open stays open, the focus stays in the panel. @param {HTMLElement} box @param {string} html */
  put(box, html) {
    const open = [...box.querySelectorAll("details")].map((one) => one.open);
    const focused = document.activeElement instanceof HTMLElement && box.contains(document.activeElement) ? document.activeElement : null;
    const inForm = focused?.closest("form");
    box.innerHTML = html;
    const details = [...box.querySelectorAll("details")];
    if (details.length === open.length) details.forEach((one, i) => (one.open ||= open[i]));
    else if (details.length && open.length) details[details.length - 1].open ||= open[open.length - 1];
    if (!focused) return;
    const next = inForm ? box.querySelector("form button") : (box.querySelector("[data-played]") ?? byId("explorer-title"));
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const played = event.target.closest("[data-played]")?.getAttribute("data-played");
    if (!played) return;
    event.preventDefault();
    if (this.box?.hasAttribute("aria-busy")) return; // these are moves of the position before
    this.analysis.follow([{ ...JSON.parse(played), ply: this.analysis.at }]);
  }
}
