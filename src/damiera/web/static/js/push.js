// @ts-check
/** The button by which this browser is told while no page is open. */

import { gettext } from "./i18n.js";

const button = document.getElementById("push-me");
const said = document.getElementById("push-said");

/** @param {string} words */
const say = (words) => said && (said.textContent = words);

/** @param {string} path @param {object} body */
async function send(path, body) {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error((await answer.json()).text);
}

const subscription = async () => (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();

async function write() {
  button?.setAttribute("aria-pressed", String(Boolean(await subscription()) && Notification.permission === "granted"));
}

async function begin() {
  if ((await Notification.requestPermission()) !== "granted") {
    return say(gettext("The browser does not let this page do so: see its settings for this site."));
  }
  const registration = await navigator.serviceWorker.register("/push-worker.js", { scope: "/" });
  await navigator.serviceWorker.ready;
  const { key } = await (await fetch("/push/key")).json();
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  const applicationServerKey = Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  await send("/push", made.toJSON());
}

async function turn() {
  say("");
  const known = await subscription();
  if (!known) return begin();
  await send("/push/end", { endpoint: known.endpoint });
  await known.unsubscribe();
}

if (button) {
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  button.addEventListener("click", async () => {
    if (!can) {
      return say(
        window.isSecureContext
          ? gettext("This browser cannot be told while no page is open.")
          : gettext("Browsers do so only over an encrypted line."),
      );
    }
    try {
      await turn();
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
    await write();
  });
  if (can) void write();
}
