/** Studies that this browser keeps, to be opened without the server: see worker.js. */

/** Whether the page came out of what was kept: the server is out of reach. */
export const isKept = document.documentElement.hasAttribute("data-kept");

/** Have the study kept from now on. @param {() => void} begun told when the worker has come: what it does not know yet is to be asked for again */
export function keepStudies(begun) {
  const workers = navigator.serviceWorker;
  if (!workers) return; // only over an encrypted line, or on this computer
  workers.addEventListener("controllerchange", begun);
  void workers.register("/study/worker.js").catch(() => undefined);
}

const PATIENCE_MS = 2000;

/** Forget all of them; the worker keeps no answer either that it still waits for. */
export async function forgetStudies() {
  const worker = (await navigator.serviceWorker?.getRegistration("/study/").catch(() => undefined))?.active;
  if (worker) {
    const { port1, port2 } = new MessageChannel();
    await new Promise((done) => {
      port1.onmessage = done;
      setTimeout(done, PATIENCE_MS);
      worker.postMessage("forget", [port2]);
    });
  }
  for (const name of ["study-pages", "study-data"]) await globalThis.caches?.delete(name);
}
