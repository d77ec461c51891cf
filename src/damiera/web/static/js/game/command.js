/** The command line: a move in any notation, or a word. What it is about, the server says. */

import { byId } from "./dom.js";

/**
 * @param {import("./socket.js").GameSocket} socket
 * @param {{local: (word: string) => boolean, leave: () => void}} page `local` answers words that need no server
 */
export function takeCommands(socket, { local, leave }) {
  const form = byId("command");
  const input = byId("command-text");
  if (!(form instanceof HTMLFormElement) || !(input instanceof HTMLInputElement)) return;
  form.addEventListener("submit", (event) => {
    const text = input.value.trim();
    if (!text) return event.preventDefault();
    if (!local(text.toLowerCase()) && !socket.send({ t: "say", text })) return;
    event.preventDefault();
    input.value = "";
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
