// @ts-check
/** A page that was open while its server was updated: its scripts are of another version, so it is loaded anew. */

/** Under this a tab keeps when it was last loaded anew for that, in milliseconds since 1970. */
const RENEWED = "damiera:renewed";
/** Workers of two versions behind one address, while the update goes from one to the next, lead to no circle. */
const NOT_AGAIN_MS = 60_000;

/** The part of a page's files' address that changes with them. */
export const VERSION = new URL(import.meta.url).pathname.split("/")[2] ?? "";

/** Whether the page may be loaded anew: not if that was just done, or in a browser that keeps nothing and could not tell. */
export function mayLoadAgain() {
  try {
    const now = Date.now();
    if (Math.abs(now - Number(sessionStorage.getItem(RENEWED))) < NOT_AGAIN_MS) return false;
    sessionStorage.setItem(RENEWED, String(now));
    return true;
  } catch {
    return false;
  }
}
