/**
 * The command line: a move in any words, or a word. What it is about, the server says. A move that was understood from
 * loose words is read back and waits here for yes or no.
 */

import { gettext } from "../i18n.js";
import { wordOrder } from "../board/words.js";
import { byId, h, icon } from "./dom.js";
import { say } from "./speech.js";

/** @typedef {import("./socket.js").GameSocket} GameSocket */
/** @typedef {{sent: (heard: boolean) => void, leave: () => void}} CommandPage  what the page does once a line is sent, and when the line is left */

/** So long the server may take to answer a line that goes out without a socket. */
const ANSWER_MS = 5_000;

export class CommandLine {
  /** @param {GameSocket} socket @param {CommandPage} page */
  constructor(socket, page) {
    this.socket = socket;
    this.page = page;
    /** the line that was read back */
    this.pending = "";
    /** the line that could not go out yet: it stands in the field */
    this.held = "";
    /** the line that went out and has not been answered */
    this.out = "";
    const form = byId("command");
    const input = byId("command-text");
    if (form instanceof HTMLFormElement && input instanceof HTMLInputElement) this.take(form, input);
  }

  /** @param {HTMLFormElement} form @param {HTMLInputElement} input */
  take(form, input) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = input.value.trim();
      if (!text) return;
      if (this.socket.lost || !this.send(text)) return void this.post(form, input, text);
      this.out = text;
      input.value = "";
    });
    this.socket.addEventListener("open", () => this.release(input));
    this.socket.addEventListener("found", () => this.release(input)); // heard again through the socket of before
    this.socket.addEventListener("lost", () => {
      if (this.out && !input.value) input.value = this.out; // whether it was heard nobody knows: its writer decides
      this.out = "";
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      input.value = "";
      this.page.leave();
    });
  }

  /** The line that waits goes out, if its writer has not changed it meanwhile. @param {HTMLInputElement} input */
  release(input) {
    if (this.held && this.held === input.value.trim() && this.send(this.held)) {
      input.value = "";
      hideReply();
    }
    this.held = "";
  }

  /**
   * Send a line without a socket, as a page without scripts does. If the server is not there it stays in the field,
   * and goes out when there is a socket again.
   * @param {HTMLFormElement} form @param {HTMLInputElement} input @param {string} text
   */
  async post(form, input, text) {
    const body = new URLSearchParams({ text, pending: this.pending });
    const answer = await fetch(form.action, { method: "POST", body, signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
    const html = await answer?.text().catch(() => null);
    if (!answer || html === null || html === undefined) {
      if (this.socket.ready && !this.socket.lost && this.send(text)) return void (input.value = "");
      this.held = text;
      const told = gettext("The server is not heard: the line waits here, and goes out when it is back.");
      showReply(told, "", true);
      return say("answer", told);
    }
    if (answer.redirected) return location.assign(answer.url);
    this.pending = "";
    input.value = "";
    const page = new DOMParser().parseFromString(html, "text/html");
    const reply = page.getElementById("reply");
    const asks = page.querySelector("#command [name=pending]");
    const [title, more] = [reply?.querySelector("b")?.textContent?.trim() ?? "", reply?.querySelector("p")?.textContent?.trim() ?? ""];
    if (asks instanceof HTMLInputElement) this.asked(title, more, asks.value);
    else showReply(title, more, reply?.classList.contains("bad") === true);
    say("answer", [title, more].filter(Boolean).join(" "));
  }

  /** Send a line; what was heard is confirmed before it is done. @param {string} text @param {{heard?: boolean}} [how] */
  send(text, { heard = false } = {}) {
    const { pending } = this;
    if (!this.socket.send({ t: "say", text, pending, heard, order: wordOrder() })) return false;
    this.pending = "";
    this.page.sent(heard);
    return true;
  }

  /** Show what a line was answered; where something waits to be confirmed, with both answers. @param {string} title @param {string} text @param {string} pending */
  asked(title, text, pending) {
    this.pending = pending;
    showReply(title, text, false);
    if (!pending) return;
    const answers = [["yes", gettext("Yes"), "btn main sm"], ["no", gettext("No"), "btn sm"]].map(([line, words, look]) => {
      const button = h("button", { class: look, type: "button" }, [words]);
      button.addEventListener("click", () => {
        const [form, input] = [byId("command"), byId("command-text")];
        if (!this.send(line) && form instanceof HTMLFormElement && input instanceof HTMLInputElement) void this.post(form, input, line);
        hideReply();
        this.page.leave();
      });
      return button;
    });
    byId("reply")?.querySelector("div")?.append(h("div", { class: "row tight" }, answers));
    byId("reply")?.scrollIntoView({ block: "nearest" });
  }

  /** The position has gone on: what waited is no longer asked. */
  forget() {
    this.pending = "";
    this.out = "";
  }
}

/** Bring the keyboard to the command line. */
export function toCommandLine() {
  const input = byId("command-text");
  input?.focus();
  return input !== null;
}

/** Answer in the place where the page speaks. @param {string} title @param {string} text @param {boolean} bad */
export function showReply(title, text, bad) {
  hideReply();
  const words = h("div", {}, [h("b", {}, [title]), ...(text ? [h("p", { class: "answer-text" }, [text])] : [])]);
  byId("result")?.after(h("div", { class: bad ? "msg bad" : "msg gold", id: "reply" }, [icon(bad ? "warn" : "info"), words]));
}

/** Say for how long the computer's answer waits; in place of what was said of that before. @param {string} text @returns {boolean} whether there was such */
export function showWait(text) {
  const shown = byId("reply");
  const words = shown?.dataset.waits ? shown.querySelector("b") : null;
  if (words) words.textContent = text;
  else {
    showReply(text, "", false);
    const made = byId("reply");
    if (made) made.dataset.waits = "1";
  }
  return words !== null;
}

export function hideReply() {
  byId("reply")?.remove();
}
