// @ts-check
/** The bell: what waits for whoever is signed in comes by a socket, or is asked for where there is none; it is told once, also by the browser. */

import { jsonOf } from "./answers.js";
import { gettext, ngettext } from "./i18n.js";

/** @typedef {{ key: string, kind: string, text: string, address: string }} Notice */

const ASK_MS = 10_000;
const HIDDEN_MS = 30_000;
const AGAIN_MS = 2000;
const LONGEST_MS = 30_000;
const TOLD = "damiera:told";
const TELL = "damiera:tell";
const KEPT = 200;

const bell = document.getElementById("bell");
const dot = bell?.querySelector(".unread");
let asked = 0;
let tries = 0;
/** @type {WebSocket | null} */
let socket = null;

/** What the browser keeps for all its pages; nothing where it keeps nothing. @param {string} name */
function kept(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name @param {string} value */
function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing for us tells the same thing once a page.
  }
}

const mayTell = () => "Notification" in window && Notification.permission === "granted" && kept(TELL) === "on";

/** @param {Notice[]} notices */
function show(notices) {
  if (!bell) return;
  if (dot instanceof HTMLElement) dot.hidden = notices.length === 0;
  const words = gettext("What waits for you");
  const many = ngettext("{n} thing", "{n} things", notices.length);
  bell.setAttribute("aria-label", notices.length ? `${words}: ${many}` : words);
  const told = kept(TOLD).split("\n").filter(Boolean);
  const fresh = notices.filter(({ key }) => !told.includes(key));
  if (!fresh.length) return;
  keep(TOLD, [...told, ...fresh.map(({ key }) => key)].slice(-KEPT).join("\n"));
  const said = document.getElementById("said");
  if (said && !location.pathname.startsWith("/club")) said.textContent = fresh.map(({ text }) => `${text}.`).join(" ");
  if (document.hidden && mayTell()) for (const one of fresh) tell(one);
}

/** @param {Notice} notice */
function tell({ key, text, address }) {
  const shown = new Notification("Damiera", { body: text, tag: key });
  shown.onclick = () => {
    window.focus();
    location.assign(address);
  };
}

const isOpen = () => socket?.readyState === WebSocket.OPEN;

/** Have what waits sent as it comes; where the line is cut it is asked for meanwhile. */
function listen() {
  const address = new URL("/notices/live", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(address);
  socket.onopen = () => {
    tries = 0;
    front();
  };
  socket.onmessage = (event) => show(JSON.parse(String(event.data)));
  socket.onclose = () => {
    tries += 1;
    setTimeout(listen, Math.min(LONGEST_MS, AGAIN_MS * 2 ** tries) * (0.5 + Math.random() / 2));
    void ask();
  };
}

/** Say whether somebody looks at this page: whoever does is not told by other ways. */
function front() {
  if (isOpen()) socket?.send(document.hidden ? "hidden" : "looked-at");
}

async function ask() {
  if (isOpen()) return;
  const now = Date.now();
  if (now - asked < (document.hidden ? HIDDEN_MS : ASK_MS) - 500) return;
  asked = now;
  const waits = await jsonOf(document.hidden ? "/notices/now" : "/notices/now?seen", { cache: "no-store" });
  if (waits) show(waits);
}

function offer() {
  const part = document.getElementById("in-browser");
  const button = document.getElementById("tell-me");
  const said = document.getElementById("tell-said");
  if (!part || !button || !("Notification" in window)) return;
  part.hidden = false;
  const write = () => button.setAttribute("aria-pressed", String(mayTell()));
  button.addEventListener("click", async () => {
    const on = !mayTell();
    keep(TELL, on ? "on" : "off");
    if (on && Notification.permission !== "granted") await Notification.requestPermission();
    if (said) said.textContent = on && !mayTell() ? gettext("The browser does not let this page do so: see its settings for this site.") : "";
    write();
  });
  write();
}

if (bell) {
  listen();
  setInterval(() => void ask(), ASK_MS);
  document.addEventListener("visibilitychange", () => {
    front();
    void ask();
  });
  offer();
}
