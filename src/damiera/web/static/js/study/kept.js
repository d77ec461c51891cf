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

/** Forget all of them. */
export async function forgetStudies() {
  for (const name of ["study-pages", "study-data"]) await globalThis.caches?.delete(name);
}
