/** Parts of a page asked for anew, while the page and its reader stay where they are. */

/** The page that an answer holds; null if it holds none, or not all of it came. @param {Response | null} answer */
export async function pageOf(answer) {
  if (!answer?.ok) return null;
  const html = await answer.text().catch(() => null); // it may be cut off
  return html === null ? null : new DOMParser().parseFromString(html, "text/html");
}

/** The page as it would be if it were loaded now; null if nobody answers. */
export async function pageNow() {
  return pageOf(await fetch(location.href).catch(() => null));
}

/**
 * Put the inside of an element of another page in place of what stands here.
 * @param {Document} page @param {string} id
 * @returns {boolean} whether the reader stood in it, and now stands nowhere
 */
export function swap(page, id) {
  const [old, next] = [document.getElementById(id), page.getElementById(id)];
  if (!old || !next) return false;
  const within = old !== document.activeElement && old.contains(document.activeElement);
  old.replaceChildren(...next.childNodes);
  for (const name of next.getAttributeNames()) {
    if (name.startsWith("data-")) old.setAttribute(name, next.getAttribute(name) ?? "");
  }
  return within;
}
