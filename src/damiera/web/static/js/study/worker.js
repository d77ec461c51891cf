// @ts-check
/**
 * What the browser runs beside the studies: it keeps those that were opened, for when the server is out of reach.
 *
 * The server is always asked first, and what it answers is shown; only where nobody answers, what was kept is. Kept are
 * pages of one person and of one deploy: another person's page, or a worker of another deploy, takes the place of all of them.
 * The server puts a line before this script that names the files of its deploy.
 */

/** The types of workers and of pages exclude each other. @type {any} */
const scope = self;
/** @type {{files: string[], version: string}} */
const { files, version } = scope.DEPLOY;

const PAGES = "study-pages";
const DATA = "study-data";
const FILES = `study-files-${version}`;
/** @type {Record<string, number>} */
const MOST = { [PAGES]: 30, [DATA]: 300 };
const OUT_OF_REACH = [502, 504]; // said by who stands before the server
const CLOSED = [401, 403, 404, 410];
const READER = "Damiera-Reader";
const AHEAD = /^\/api\/study\/[^/]+\/[^/]+\/ahead$/;
const ASKED = ["/study/law", "/api/analysis/at"];
/** How often readers have left: an answer that was asked for before is not theirs to leave behind. */
let left = 0;
/** Whether the reader has left, and no page has come since. */
let isLeft = false;
const STUDY = /^\/study\/([^/.]+)(\/[^/.]+)?$/;

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(files)).then(() => scope.skipWaiting()));
});
scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(clear().then(() => scope.clients.claim()));
});
scope.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data !== "forget") return;
  left += 1;
  isLeft = true;
  event.waitUntil(forgetAll().then(() => event.ports[0]?.postMessage("forgotten")));
});
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.location.origin) return;
  if (files.includes(url.pathname)) event.respondWith(file(request));
  else if (AHEAD.test(url.pathname) || ASKED.includes(url.pathname)) event.respondWith(datum(event, url));
  else if (STUDY.test(url.pathname)) event.respondWith(page(event, url));
});

/** Forget what another deploy has left. */
async function clear() {
  for (const name of await caches.keys()) if (name.startsWith("study-files-") && name !== FILES) await caches.delete(name);
  const pages = await caches.open(PAGES);
  for (const key of await pages.keys()) {
    const text = await (await pages.match(key))?.text();
    if (!text?.includes(`/s/${version}/`)) await pages.delete(key);
  }
}

/** Forget what is of a reader. */
async function forgetAll() {
  await Promise.all([caches.delete(PAGES), caches.delete(DATA)]);
}

/** A file has its deploy in its address: what is kept of it can be no older. @param {Request} request */
async function file(request) {
  return (await (await caches.open(FILES)).match(request)) ?? fetch(request);
}

/** What the server answers; undefined where it is out of reach. @param {Request} request @returns {Promise<Response | undefined>} */
async function asked(request) {
  const answer = await fetch(request).catch(() => undefined);
  return answer && OUT_OF_REACH.includes(answer.status) ? undefined : answer;
}

/** A chapter; where only a study is asked for, the chapter of it that was opened last. @param {any} event @param {URL} url */
async function page(event, url) {
  const begun = left;
  const answer = await asked(event.request);
  if (answer) event.waitUntil(keepPage(url, answer.clone(), begun));
  if (answer || event.request.mode !== "navigate") return answer ?? Response.error();
  const kept = await keptPage(url);
  if (!kept) return Response.error();
  const text = (await kept.text()).replace("<html", "<html data-kept"); // the page says so
  return new Response(text, { headers: kept.headers });
}

/** Under what a page is kept: where on it the reader stands is for its script. @param {URL} url */
function keyOf(url) {
  return url.pathname + (url.searchParams.get("as") === "reader" ? "?as=reader" : "");
}

/** @param {URL} url @param {Response} answer @param {number} begun */
async function keepPage(url, answer, begun) {
  if (CLOSED.includes(answer.status)) return forget(url.pathname);
  const reader = answer.headers.get(READER);
  if (!answer.ok || reader === null || begun !== left) return;
  isLeft = false;
  const [last] = (await (await caches.open(PAGES)).matchAll()).slice(-1);
  if (last && last.headers.get(READER) !== reader) await forgetAll();
  if ([...url.searchParams.keys()].every((name) => name === "at" || name === "as")) await keep(PAGES, keyOf(url), answer, begun);
}

/** A study that is not shown any more is not kept either. @param {string} path */
async function forget(path) {
  const pages = await caches.open(PAGES);
  for (const key of await pages.keys()) if (new URL(key.url).pathname === path) await pages.delete(key);
  await caches.delete(DATA);
}

/** @param {URL} url @returns {Promise<Response | undefined>} */
async function keptPage(url) {
  const pages = await caches.open(PAGES);
  const there = await pages.match(keyOf(url));
  if (there) return there;
  const key = (await pages.keys()).findLast((one) => new URL(one.url).pathname.startsWith(`${url.pathname}/`));
  return key && pages.match(key);
}

/** What the page of a study asks for of a position: the law, its moves. @param {any} event @param {URL} url */
async function datum(event, url) {
  const begun = left;
  const answer = await asked(event.request);
  if (answer?.ok && !isLeft) event.waitUntil(keep(DATA, url.pathname + url.search, answer.clone(), begun));
  if (answer) return answer;
  const data = await caches.open(DATA);
  if (AHEAD.test(url.pathname)) return together(await data.matchAll(url.pathname, { ignoreSearch: true }));
  return (await data.match(url.pathname + url.search)) ?? Response.error();
}

/** All the legal moves that were told round the nodes of a chapter. @param {readonly Response[]} told */
async function together(told) {
  const parts = await Promise.all(told.map(async (one) => (await one.json()).positions));
  return new Response(JSON.stringify({ positions: parts.flat() }), { headers: { "Content-Type": "application/json" } });
}

/**
 * Keep an answer as the newest; the oldest make room.
 * @param {string} name @param {string} key @param {Response} answer @param {number} begun how often readers had left when it was asked for
 */
async function keep(name, key, answer, begun) {
  if (begun !== left) return;
  const cache = await caches.open(name);
  if (begun !== left) return;
  await cache.delete(key);
  await cache.put(key, answer);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST[name]))) await cache.delete(old);
}
