// @ts-check
/** The news of an event: told by a socket at once; asked for where there is none; never a page to be loaded again. */

/** @typedef {{ v: number, w: number, t?: number }} Stamp */

const ASK_MS = 3000;
const AGAIN_MS = 800;
const LONGEST_MS = 15000;

/**
 * Call `news` with every new stamp of an event, and `lost` with whether the server is out of reach.
 * @param {string} id
 * @param {(stamp: Stamp) => void} news
 * @param {(lost: boolean) => void} [lost]
 * @param {string} [base] where the socket and the stamp are asked for
 * @param {string} [query] what the socket is asked for
 */
export function watch(id, news, lost = () => undefined, base = `/hall/${encodeURIComponent(id)}`, query = "") {
  let tries = 0;
  let open = false;
  let last = "";
  /** @type {WebSocket | null} */
  let socket = null;

  /** @param {string} text */
  function hear(text) {
    lost(false);
    if (text === last) return;
    last = text;
    news(JSON.parse(text));
  }

  function call() {
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const address = new URL(`${base}/live${query}`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(address);
    socket.onopen = () => {
      open = true;
      tries = 0;
      lost(false);
    };
    socket.onmessage = (event) => hear(String(event.data));
    socket.onclose = () => {
      open = false;
      tries += 1;
      const wait = Math.min(LONGEST_MS, AGAIN_MS * 2 ** tries);
      setTimeout(call, wait * (0.5 + Math.random() / 2)); // phones that lost the server together do not come back together
      void ask();
    };
  }

  async function ask() {
    if (open || document.hidden) return;
    try {
      const answer = await fetch(`${base}/stamp`, { cache: "no-store" });
      if (answer.ok) hear(await answer.text());
    } catch {
      lost(true);
    }
  }

  call();
  setInterval(() => void ask(), ASK_MS);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || open) return;
    call();
    void ask();
  });
}
