// @ts-check
/** A page that was open while its server was updated: its scripts are of another version, so it is loaded anew. */

/** Under this is kept, for a tab, when it was last loaded anew for that. */
const RENEWED = "damiera:renewed";
/** Workers of two versions behind one address, while the update goes from one to the next, lead to no circle. */
const NOT_AGAIN_MS = 60_000;
/** Under this is kept, until it is said, that a page was loaded anew for that. */
const UNSAID = "damiera:renewed-unsaid";

/** When this tab was last loaded anew, in milliseconds since 1970; 0 for never. */
function last() {
  try {
    return Number(sessionStorage.getItem(RENEWED) ?? 0);
  } catch {
    return Date.now(); // a browser that keeps nothing could not tell the second time from the first
  }
}

/** The part of a page's files' address that changes with them. @param {string} [address] */
export function versionOf(address = import.meta.url) {
  return new URL(address).pathname.split("/")[2] ?? "";
}

/** Load the page anew, unless that was done just now; tell whether it will be. */
export function loadAgain() {
  if (Math.abs(Date.now() - last()) < NOT_AGAIN_MS) return false;
  try {
    sessionStorage.setItem(RENEWED, String(Date.now()));
    sessionStorage.setItem(UNSAID, "1");
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** Whether the page was loaded anew and has not said so yet; asked once, it counts as said. */
export function wasLoadedAgain() {
  try {
    const unsaid = sessionStorage.getItem(UNSAID) !== null;
    sessionStorage.removeItem(UNSAID);
    return unsaid;
  } catch {
    return false;
  }
}
