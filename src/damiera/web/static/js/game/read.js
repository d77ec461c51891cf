/** Reading an article beside the board: its own text, taken from the page of the book, over the card and the moves, never over the board. */

import { gettext } from "../i18n.js";
import { byId, h } from "./dom.js";

/**
 * Open the article at `href` here; where it cannot be had, go there.
 * @param {string} href @param {() => void} closed told when the reader has shut it
 */
export async function readArticle(href, closed) {
  const article = await fetchArticle(href).catch(() => null);
  if (!article) return location.assign(href);
  byId("reading")?.remove();
  const close = h("button", { class: "btn", type: "button" }, [gettext("Close")]);
  const whole = h("a", { class: "btn", href }, [gettext("The whole book")]);
  const card = h("section", { class: "book reading", id: "reading", tabindex: "-1", "aria-label": gettext("The book") }, [
    article,
    h("div", { class: "row tight" }, [whole, close]),
  ]);
  const shut = () => {
    card.remove();
    closed();
  };
  close.addEventListener("click", shut);
  card.addEventListener("keydown", (event) => event.key === "Escape" && shut());
  byId("speaks")?.before(card);
  card.focus({ preventScroll: true });
}

/** @param {string} href @returns {Promise<Element | null>} */
async function fetchArticle(href) {
  const { hash } = new URL(href, location.href);
  const answer = await fetch(href);
  if (!hash || !answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const article = page.getElementById(decodeURIComponent(hash.slice(1)));
  if (!article) return null;
  for (const node of article.querySelectorAll("script, form, button")) node.remove();
  article.removeAttribute("id");
  return document.importNode(article, true);
}
