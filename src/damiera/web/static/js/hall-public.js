// @ts-check
/** The page for phones in the hall: it asks every few seconds whether anything has happened. */

const EVERY_MS = 6000;

const page = () => document.getElementById("public");

async function look() {
  const now = page();
  if (!now || document.hidden) return;
  const lost = document.getElementById("lost");
  try {
    const answer = await fetch(`${location.pathname}?seq=${now.dataset.version ?? 0}`);
    if (lost) lost.hidden = true;
    if (answer.status === 200) show(await answer.text());
  } catch {
    if (lost) lost.hidden = false;
  }
}

/** @param {string} html */
function show(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const then = fresh.getElementById("public");
  if (!then) return;
  page()?.replaceWith(then);
  document.title = fresh.title;
  const head = then.querySelector("h2");
  const said = document.getElementById("said");
  if (said && head) said.textContent = head.textContent;
}

setInterval(() => void look(), EVERY_MS);
document.addEventListener("visibilitychange", () => void look());
