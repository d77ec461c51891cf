/** The command line: a move in any notation, or a word. What it is about, the server says. */

import { byId, h, icon } from "./dom.js";

/**
 * @param {import("./socket.js").GameSocket} socket
 * @param {{sent: () => void, leave: () => void}} page
 */
export function takeCommands(socket, { sent, leave }) {
  const form = byId("command");
  const input = byId("command-text");
  if (!(form instanceof HTMLFormElement) || !(input instanceof HTMLInputElement)) return;
  form.addEventListener("submit", (event) => {
    const text = input.value.trim();
    if (!text) return event.preventDefault();
    if (!socket.send({ t: "say", text })) return;
    event.preventDefault();
    input.value = "";
    sent();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    input.value = "";
    leave();
  });
}

/** Bring the keyboard to the command line. */
export function toCommandLine() {
  const input = byId("command-text");
  input?.focus();
  return input !== null;
}

/** Answer beside the command line. @param {string} title @param {string} text @param {boolean} bad */
export function showReply(title, text, bad) {
  hideReply();
  const words = h("div", {}, [h("b", {}, [title]), ...(text ? [h("p", {}, [text])] : [])]);
  byId("command")?.after(h("div", { class: bad ? "msg bad" : "msg gold", id: "reply" }, [icon(bad ? "warn" : "info"), words]));
}

export function hideReply() {
  byId("reply")?.remove();
}
