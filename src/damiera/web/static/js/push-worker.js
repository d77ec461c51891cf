// @ts-check
/** What the browser runs while no page is open: it shows what waits, and opens its page. Nothing is kept or fetched. */

/** The types of workers and of pages exclude each other. @type {any} */
const worker = self;

worker.addEventListener("push", (/** @type {any} */ event) => {
  event.waitUntil(show(event.data));
});

/** @param {{ json: () => any } | null} data */
async function show(data) {
  const { text, address, key } = data?.json() ?? {};
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true }); // studies have a worker of their own
  if (!text || pages.some((/** @type {{ visibilityState: string }} */ page) => page.visibilityState === "visible")) return; // there the bell tells
  await worker.registration.showNotification("Damiera", { body: text, tag: key, data: { address } });
}

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.address));
});

/**
 * Bring forward the page that is there already; no other is led away from what is done on it.
 * @param {string} address a path of ours
 */
async function open(address) {
  const url = new URL(address ?? "/", worker.location.origin);
  const target = url.origin === worker.location.origin ? url.href : worker.location.origin;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [there] = pages.filter((/** @type {{ url: string }} */ page) => page.url.split(/[?#]/)[0] === target.split(/[?#]/)[0]);
  return there ? there.focus() : worker.clients.openWindow(target);
}
