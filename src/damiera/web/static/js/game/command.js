/**
 * The command line: a move in any words, or a word. What it is about, the server says. A move that was understood from
 * loose words is read back and waits here for yes or no.
 */

import { gettext } from "../i18n.js";
import { wordOrder } from "../board/words.js";
import { byId, h, icon } from "./dom.js";

/** @typedef {import("./socket.js").GameSocket} GameSocket */
/** @typedef {{sent: (heard: boolean) => void, leave: () => void}} CommandPage  what the page does once a line is sent, and when the line is left */

export class CommandLine {
  /** @param {GameSocket} socket @param {CommandPage} page */
  constructor(socket, page) {
    this.socket = socket;
    this.page = page;
    /** the line that was read back */
    this.pending = "";
    const form = byId("command");
    const input = byId("command-text");
    if (form instanceof HTMLFormElement && input instanceof HTMLInputElement) this.take(form, input);
  }

  /** @param {HTMLFormElement} form @param {HTMLInputElement} input */
  take(form, input) {
    form.addEventListener("submit", (event) => {
      const text = input.value.trim();
      if (!text) return event.preventDefault();
      if (!this.send(text)) return;
      event.preventDefault();
      input.value = "";
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      input.value = "";
      this.page.leave();
    });
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
        this.send(line);
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

export function hideReply() {
  byId("reply")?.remove();
}
