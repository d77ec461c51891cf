/** The strip that tells when the server is not heard, and when it is back. */

import { gettext } from "../i18n.js";
import { byId, h, icon } from "./dom.js";
import { say } from "./speech.js";

const BACK_MS = 2_000;

/** @param {import("./socket.js").GameSocket} socket @param {() => string | null} waiting the move that is on its way */
export function watchNet(socket, waiting) {
  const strip = byId("net");
  if (!strip) return;
  /** @type {number | undefined} */
  let leaving;
  socket.addEventListener("lost", () => {
    clearTimeout(leaving);
    const move = waiting();
    const text = move
      ? gettext("Your move {move} is safe here and leaves as soon as it is back.", { move })
      : gettext("The board stays as it is, and I keep trying.");
    show(strip, "msg gold", "link", gettext("No word from the server."), text);
  });
  socket.addEventListener("found", () => {
    show(strip, "msg good", "check", gettext("The server is back."), "");
    leaving = setTimeout(() => (strip.hidden = true), BACK_MS);
  });
}

/** @param {HTMLElement} strip @param {string} style @param {string} symbol @param {string} title @param {string} text */
function show(strip, style, symbol, title, text) {
  strip.className = style;
  strip.hidden = false;
  say("board-live", [title, text].filter(Boolean).join(" "));
  strip.replaceChildren(icon(symbol), h("div", {}, [h("b", {}, [title]), ...(text ? [h("p", {}, [text])] : [])]));
}
