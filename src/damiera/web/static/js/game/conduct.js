/**
 * How a game is conducted: what was touched, what is open, who ruled what. The server writes these parts of the
 * page; whenever the game changes, they are fetched anew and put in place. Their forms are sent without leaving
 * the page. A move that the book forbids is offered to the desk: to what is done by hand (`byhand.js`), or to its form.
 */

import { textOf } from "../answers.js";
import { renew } from "../fields.js";
import { gettext } from "../i18n.js";
import { byId, leading, readData } from "./dom.js";
import { say } from "./speech.js";

/** @typedef {import("../board/types.js").GameView} GameView */

/** What players settle between themselves: its buttons are shown from the view, and asked for never. */
const AMONG_PLAYERS = ["called-off", "time-given", "absence-claimed"];
const PARTS = ["conduct", "course", "deeds", "desk", "log"];

/** Whoever has lists of articles to search gets what searches them: few have. */
async function showSearches() {
  if (!document.querySelector("[data-filters]")) return;
  const script = await import("./articlesearch.js").catch(() => null); // the page is left, or the line is lost
  script?.showSearches();
}

/** @param {string} html */
function replaceParts(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  for (const node of fresh.querySelectorAll("noscript")) node.remove(); // read here as if there were no scripts
  for (const id of PARTS) {
    const now = byId(id);
    const then = fresh.getElementById(id);
    if (now && then && now.innerHTML !== then.innerHTML) leading(() => renew(now, then), () => document.dispatchEvent(new Event("damiera:adrift")));
  }
  void showSearches();
  document.dispatchEvent(new Event("damiera:written"));
}

/**
 * A form as it stands on the page now: while its answer is awaited, the desk may have been written anew.
 * @param {HTMLFormElement} form
 */
function standing(form) {
  if (form.isConnected) return form;
  const field = [...form.elements].find(({ id }) => id);
  const heir = field && byId(field.id);
  return heir instanceof HTMLInputElement || heir instanceof HTMLSelectElement || heir instanceof HTMLTextAreaElement ? heir.form : null;
}

class Conduct {
  /** @param {string} base */
  constructor(base) {
    this.base = base;
    this.turn = 0;
    this.path = "";
    /** @type {GameView} */
    this.view = readData("view");
    document.addEventListener("damiera:view", (event) => this.changed(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("damiera:forbidden", (event) => this.forbidden(/** @type {CustomEvent} */ (event).detail.path));
    document.addEventListener("damiera:recorded", () => void this.refresh());
    document.addEventListener("submit", (event) => this.submit(/** @type {SubmitEvent} */ (event)));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("damiera:written", () => this.offerBoard());
    this.offerBoard();
    document.addEventListener("click", (event) => event.target instanceof Element && event.target.closest("[data-plan-board]") && void this.planOnBoard());
  }

  /** @param {{view: GameView, previous: GameView}} change */
  changed({ view, previous }) {
    this.view = view;
    if (view.version === previous.version) return;
    if (view.ply !== previous.ply) this.path = "";
    const before = previous.conduct?.log.length ?? 0;
    const line = view.conduct?.log.at(-1);
    if (line && (view.conduct?.log.length ?? 0) > before) say("board-live", line.text);
    if (this.speaksOf(view) || this.speaksOf(previous)) void this.refresh();
  }

  /** Conditional moves can be made on a board where there are scripts. */
  offerBoard() {
    const button = document.querySelector("[data-plan-board]");
    if (button instanceof HTMLElement) button.hidden = false;
  }

  async planOnBoard() {
    const script = await import("./plan.js").catch(() => null);
    if (script) new script.PlanBoard(this.view).open();
  }

  /** Whether there is anything to tell of a game beside its moves. @param {GameView} view */
  speaksOf(view) {
    const rights = view.rights.filter((right) => !AMONG_PLAYERS.includes(right));
    return view.conduct !== null || view.auction !== null || rights.length > 0 || view.hidden || Boolean(view.clock?.due_text);
  }

  /** A move that the rules forbid: on a real board it may have been made all the same. @param {number[]} path */
  forbidden(path) {
    if (!byId("doors") || byId("hands") || path.length < 2) return;
    this.path = path.join("-");
    void this.refresh().then(() => {
      const door = byId("door-irregular");
      if (door instanceof HTMLDetailsElement) door.open = true;
    });
  }

  async refresh() {
    const turn = ++this.turn;
    const html = await textOf(`${this.base}/panels${this.path ? `?path=${this.path}` : ""}`);
    if (html !== null && turn === this.turn) replaceParts(html);
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || new URL(form.action).pathname !== `${this.base}/do`) return;
    event.preventDefault();
    void this.send(form);
  }

  /** @param {HTMLFormElement} form */
  async send(form) {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
    const answer = await fetch(form.action, { method: "POST", body: fields, redirect: "follow" }).catch(() => null);
    if (!answer) return this.told(gettext("The server cannot be asked now."), form);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const wrong = page.getElementById("reply");
    if (!answer.ok || wrong) return this.told(wrong?.textContent?.trim() ?? gettext("That could not be done."), form);
    this.path = "";
    const now = standing(form);
    const fold = now?.closest("details");
    const stood = Boolean(now?.contains(document.activeElement));
    now?.reset();
    fold?.removeAttribute("open");
    if (now?.closest("[popover]:popover-open")) byId("more")?.hidePopover();
    if (stood) fold?.querySelector("summary")?.focus();
    this.told("");
    await this.refresh();
  }

  /** Say what went wrong, beside the doors; nothing takes it away. A card that lies over them says it itself. @param {string} text @param {HTMLFormElement} [form] what was sent */
  told(text, form) {
    byId("deed-answer")?.remove();
    if (!text) return;
    const node = document.createElement("div");
    node.id = "deed-answer";
    node.className = "msg bad";
    node.setAttribute("role", "alert");
    node.textContent = text;
    if (form?.id === "gone") form.append(node);
    else byId("conduct")?.before(node);
    say("answer", text);
  }

  /** `c` and `l` decide on an open irregularity. @param {KeyboardEvent} event */
  key(event) {
    const busy = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, draughts-board");
    if (busy || event.ctrlKey || event.metaKey || event.altKey || !byId("pending")) return;
    const name = event.key === "c" ? "corrected" : event.key === "l" ? "let-stand" : "";
    const input = name ? document.querySelector(`#pending form input[value="${name}"]`) : null;
    if (input instanceof HTMLInputElement && input.form) {
      event.preventDefault();
      void this.send(input.form);
    }
  }
}

void showSearches();
new Conduct(location.pathname.replace(/\/$/, ""));
