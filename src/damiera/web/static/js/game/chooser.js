/** Which way a capture goes, when several routes begin and end alike: a group of radio buttons in the book's place. */

import { gettext, ngettext } from "../i18n.js";
import { listed, numberWord } from "../board/words.js";
import { closeSheet, hasPlace, openSheet } from "./cards.js";
import { toCommandLine } from "./command.js";
import { articleLinks, byId, h } from "./dom.js";
import { say } from "./speech.js";

/** @typedef {import("../board/types.js").ArticleLink} ArticleLink */
/** @typedef {import("../board/types.js").Route} Route */
/** @typedef {import("../board/draughts-board.js").DraughtsBoard} DraughtsBoard */

/** Whether what a man becomes is all that is to be chosen. @param {Route[]} routes */
function asked(routes) {
  return routes.every(({ move }) => move.becomes) && new Set(routes.map(({ move }) => move.captured.join())).size === 1;
}

/** What a man becomes, in a word. @param {import("../board/types.js").MoveView} move @returns {string} */
function kindWord({ becomes }) {
  /** @type {Record<string, string>} */
  const kinds = { K: gettext("king"), B: gettext("bishop"), C: gettext("camel") };
  return kinds[becomes ?? ""] ?? "";
}

export class Chooser {
  /** @param {DraughtsBoard} board @param {() => ArticleLink[]} articles what the book cites now */
  constructor(board, articles) {
    this.board = board;
    this.articles = articles;
    /** @type {HTMLFormElement | null} */
    this.form = null;
    this.typed = false;
    board.addEventListener("board-routes", (event) => this.update(/** @type {CustomEvent<{routes: Route[], on: number}>} */ (event).detail));
  }

  /** @param {{routes: Route[], on: number}} detail */
  update({ routes, on }) {
    if (!routes.length) return this.close();
    if (!this.form) this.open(routes);
    this.check(on);
  }

  /** @param {Route[]} routes */
  open(routes) {
    const byKey = this.board.contains(document.activeElement) && document.activeElement?.matches(":focus-visible");
    this.typed = byId("command")?.contains(document.activeElement) ?? false;
    this.form = this.write(routes);
    if (hasPlace()) openSheet(this.form, "route");
    else byId("book")?.before(this.form);
    this.bookWasHidden = byId("book")?.hidden ?? true;
    if (!hasPlace()) byId("book")?.setAttribute("hidden", "");
    this.speak(routes);
    if (byKey || this.typed) this.form.querySelector("input")?.focus();
  }

  /** The names of squares. @param {number[]} squares */
  named(squares) {
    return squares.map((square) => this.board.grid.nameOf(square));
  }

  /** @param {Route[]} routes */
  write(routes) {
    const [{ move }] = routes;
    const [from, to] = this.named([move.origin, move.destination]);
    const legend = h("legend", {}, [
      h("b", {}, [asked(routes) ? gettext("{from}-{to}: what does the man become?", { from, to }) : gettext("{from}×{to}: which way?", { from, to })]),
      " ",
      h("span", { class: "muted small" }, [gettext("The book leaves it to you.")]),
      ...articleLinks(this.articles().slice(-1)),
    ]);
    const kinds = asked(routes);
    const choices = h("div", { class: kinds ? "ways kinds" : routes.length === 2 ? "ways two" : "ways" }, routes.map((route, i) => this.choice(route, i, kinds)));
    const play = h("button", { class: "btn main grow" }, [h("span", { class: "go" }), h("kbd", {}, [gettext("Enter")])]);
    const stop = h("button", { class: "btn", type: "button" }, [gettext("Cancel"), h("kbd", {}, ["Esc"])]);
    const form = h("form", { class: "choosing" }, [
      h("fieldset", { class: "chooser" }, [legend, choices, h("div", { class: "row tight" }, [play, stop])]),
    ]);
    stop.addEventListener("click", () => this.cancel());
    form.addEventListener("submit", (event) => this.submit(event));
    form.addEventListener("keydown", (event) => this.key(event));
    return form;
  }

  /** @param {Route} route @param {number} index @param {boolean} kinds whether what the man becomes is all that is asked */
  choice({ move, path }, index, kinds) {
    const input = h("input", { type: "radio", name: "route", value: index, class: "sr" });
    const by = path.slice(1, -1);
    const words = kinds ? h("b", { class: "kind" }, [kindWord(move)]) : move.drops?.length || move.becomes ? h("b", {}, [move.text]) : h("span", {}, [
      h("b", {}, [gettext("Over {squares}", { squares: listed(this.named(this.board.inOrder(path, move.captured))) })]),
      ...(by.length ? [h("small", {}, [gettext("by way of {squares}", { squares: listed(this.named(by)) })])] : []),
    ]);
    const label = h("label", { class: "choice" }, [input, h("span", { class: index ? "n alt" : "n", "aria-hidden": "true" }, [String(index + 1)]), words]);
    input.addEventListener("change", () => {
      this.board.lightRoute(index, { tell: false });
      this.check(index);
    });
    label.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.board.lightRoute(index, { tell: false }));
    label.addEventListener("pointerleave", () => this.board.lightRoute(this.checked(), { tell: false }));
    return label;
  }

  checked() {
    return Number(this.form?.querySelector("input:checked")?.getAttribute("value") ?? 0);
  }

  /** @param {number} index */
  check(index) {
    const input = this.form?.querySelectorAll("input")[index];
    if (input) input.checked = true;
    const go = this.form?.querySelector(".go");
    if (go) go.textContent = gettext("Play {number}", { number: index + 1 });
  }

  /** @param {SubmitEvent} event */
  submit(event) {
    event.preventDefault();
    this.board.lightRoute(this.checked(), { tell: false });
    this.board.takeRoute();
    this.goBack();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") this.cancel();
    else if (/^[1-9]$/.test(event.key)) this.board.lightRoute(Number(event.key) - 1);
    else if (event.key === "Enter" && event.target instanceof HTMLInputElement) this.form?.requestSubmit();
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (/^[1-9]$/.test(event.key)) this.form?.querySelectorAll("input")[this.checked()]?.focus();
  }

  cancel() {
    this.board.cancel();
    this.goBack();
  }

  /** Who was asked beside the board goes back to it, who typed to the command line. */
  goBack() {
    if (this.typed) toCommandLine();
    else this.board.goTo(this.board.current);
  }

  close() {
    if (!this.form) return;
    this.form.remove();
    this.form = null;
    closeSheet();
    const book = byId("book");
    if (book && !hasPlace()) book.hidden = this.bookWasHidden ?? true;
  }

  /** @param {Route[]} routes */
  speak(routes) {
    const ways = routes.map((route, i) => route.move.becomes ? `${numberWord(i + 1)}, ${kindWord(route.move)}` :
      gettext("{number}, over {squares}", { number: numberWord(i + 1), squares: listed(this.named(this.board.inOrder(route.path, route.move.captured))) }),
    );
    const head = ngettext("one way", "{count} ways", routes.length, { count: numberWord(routes.length) });
    const how = gettext("Say which: press a number, then Enter.");
    say("answer", `${head}: ${ways.join("; ")}. ${how}`);
  }
}
