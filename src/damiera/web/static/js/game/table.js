/** What stands round the board: players, moves, facts, the end. The server wrote it first; this keeps it true. */

import { gettext, ngettext } from "../i18n.js";
import { articleLinks, byId, h, setText, toggle } from "./dom.js";

/** @typedef {import("../board/types.js").GameView} GameView */
/** @typedef {import("../board/types.js").PlyView} PlyView */
/** @typedef {import("../board/types.js").Side} Side */

/** The opponent, where two play. @param {Side} side @returns {Side} */
export function other(side) {
  return side === "white" ? "black" : "white";
}

/** @param {Side} side */
export function sideWord(side) {
  const words = { white: gettext("White"), black: gettext("Black"), red: gettext("Red"), green: gettext("Green"), blue: gettext("Blue"), yellow: gettext("Yellow") };
  return words[side];
}

/** @param {GameView} view @param {Side} side */
function subtitle(view, side) {
  const player = view.players[side];
  const last = view.history[view.history.length - 1];
  if (player.kind === "open") return "";
  const offer = offerWord(view, side);
  if (offer) return offer;
  if (considersDraw(view, side)) return gettext("considers the draw");
  if (!view.outcome && view.side === side) {
    if (view.you === side || view.you === "both") return view.waiting && view.clock ? "" : gettext("your move");
    return player.kind === "engine" ? gettext("is thinking") : player.here ? gettext("to move") : gettext("to move, away");
  }
  const isAway = !player.here && player.kind !== "engine";
  if (last?.side === side) {
    const move = shownMove(last.text);
    return isAway && !view.outcome ? gettext("moved {move}, away", { move }) : gettext("moved {move}", { move });
  }
  return isAway ? gettext("away") : "";
}

/** @param {GameView} view @param {Side} side */
function title(view, side) {
  const { name, level, bot } = view.players[side];
  const who = view.you === side ? gettext("{name} (you)", { name }) : bot ? gettext("{name}, bot", { name }) : name;
  return level === null ? who : gettext("{name}, level {level}", { name, level });
}

/** Whether somebody has left this board for that of the rematch they offer. @param {GameView} view @param {Side} side */
function playsAgain({ rematch_offer: offer }, side) {
  return Boolean(offer?.sides.includes(side));
}

/** A move as the page prints it. @param {string} text */
export function shownMove(text) {
  return text.replaceAll("x", "×");
}

/** @param {GameView} view */
export function showPlates(view) {
  for (const side of /** @type {Side[]} */ (Object.keys(view.players))) {
    const plate = document.querySelector(`.plate[data-side="${side}"]`);
    setText(plate, ".name", title(view, side));
    showSeen(plate?.querySelector(".who"), view, side);
    setText(plate, ".sub", subtitle(view, side));
    plate?.toggleAttribute("data-offers", offerWord(view, side) !== "");
  }
  if (!view.waiting) for (const id of ["invite", "awaits"]) toggle(byId(id), false);
  for (const seat of document.querySelectorAll("[data-seat-of]")) toggle(seat, view.players[/** @type {Side} */ (seat.getAttribute("data-seat-of"))]?.kind === "open");
  setText(byId("turn"), "p", view.outcome?.title ?? view.turn_text);
}

/** The sides of people who are shown to be here. @param {GameView} view @returns {string[]} */
export const sidesHere = ({ players }) => Object.entries(players).filter(([, { kind, here }]) => kind === "human" && here).map(([side]) => side);

/** Whether a person is here, where people sit at screens of their own. @param {Element | null | undefined} who @param {GameView} view @param {Side} side */
function showSeen(who, view, side) {
  const { kind, here } = view.players[side];
  const people = Object.values(view.players).filter((player) => player.kind === "human" || player.kind === "open").length;
  if (kind !== "human" || view.you === "both" || people < 2 || playsAgain(view, side)) who?.removeAttribute("data-seen");
  else who?.setAttribute("data-seen", here ? "here" : "away");
}

/** What a player proposes to another. @param {GameView} view @param {Side} side */
function offerWord(view, side) {
  if (view.outcome) return playsAgain(view, side) ? gettext("offers a rematch") : "";
  if (view.draw_offer === side) return gettext("offers a draw");
  if (view.undo_request === side) return gettext("asks to take back");
  return "";
}

/** Whether a computer thinks about a draw that it is offered. @param {GameView} view @param {Side} side */
export function considersDraw({ players, draw_offer: by, outcome }, side) {
  return by !== null && by !== side && !outcome && players[side]?.kind === "engine";
}

/** Turn the plates with the board. */
export function swapPlates() {
  const [top, bottom] = [byId("plate-top"), byId("plate-bottom")];
  if (!top || !bottom) return;
  const mark = document.createComment("");
  top.replaceWith(mark);
  bottom.replaceWith(top);
  mark.replaceWith(bottom);
  [top.id, bottom.id] = ["plate-bottom", "plate-top"];
}

/** @param {PlyView[]} history @param {string} base where a position is found without script */
export function showMoves(history, base) {
  const list = document.querySelector("#moves ol.moves");
  if (!list || !history.length) return list?.replaceChildren(h("li", { class: "none muted small" }, [gettext("The moves will be written here.")]));
  const cells = history.map((ply) => moveCell(ply, base));
  const seats = Number(list.getAttribute("data-seats") ?? 2);
  const rows = [];
  for (let i = 0; i < cells.length; i += seats) {
    const row = Array.from({ length: seats }, (_, n) => cells[i + n] ?? h("span"));
    rows.push(h("li", {}, [h("i", {}, [`${i / seats + 1}.`]), ...row]));
  }
  const held = list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-ply") : null;
  list.replaceChildren(...rows);
  if (held) /** @type {HTMLElement | null} */ (list.querySelector(`[data-ply="${held}"]`))?.focus({ preventScroll: true });
}

/** @param {PlyView} ply @param {string} base */
function moveCell({ ply, text, mark, comment }, base) {
  const note = comment ? [h("span", { class: "sr" }, [` ${comment}`])] : [];
  return h("a", { href: `${base}?ply=${ply + 1}`, "data-ply": ply }, [text + mark, ...note]);
}

/** Mark the move whose position the board shows. @param {number} shown plies on the board */
export function markMove(shown) {
  const list = document.querySelector("#moves ol.moves");
  for (const cell of list?.querySelectorAll("[data-ply]") ?? []) {
    const now = Number(cell.getAttribute("data-ply")) === shown - 1;
    cell.classList.toggle("now", now);
    if (now) cell.setAttribute("aria-current", "true");
    else cell.removeAttribute("aria-current");
    if (now && list && cell instanceof HTMLElement) reveal(list, cell);
  }
  if (!shown) list?.scrollTo({ top: 0, left: 0 });
}

/** Scroll the list, never the page: down where it is a column, along where it is a strip. @param {Element} list @param {HTMLElement} cell */
function reveal(list, cell) {
  const [frame, box] = [list.getBoundingClientRect(), cell.getBoundingClientRect()];
  if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 8;
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top + 8;
  if (box.right > frame.right) list.scrollLeft += box.right - frame.right + 8;
  if (box.left < frame.left) list.scrollLeft -= frame.left - box.left + 8;
}

/** @param {GameView} view */
export function showFacts({ facts, outcome, you }) {
  const list = byId("facts");
  setText(list, '[data-fact="pieces"]', `${facts.white_pieces} – ${facts.black_pieces}`);
  setText(list, '[data-fact="repetition"]', gettext("{n} of {of}", { n: facts.repetition, of: facts.repetition_limit ?? "–" }));
  setText(list, '[data-fact="count"]', facts.count_text);
  const count = list?.querySelector('[data-fact="count"]');
  for (const part of [count, count?.previousElementSibling]) toggle(part, facts.count_text !== "");
  setText(list, '[data-fact="more"]', facts.more_text);
  const open = you !== null && outcome === null;
  const claims = byId("claims");
  toggle(claims, open && (facts.repetition_claimable || facts.count_claimable));
  toggle(claims?.querySelector('[value="claim-repetition"]'), facts.repetition_claimable);
  toggle(claims?.querySelector('[value="ask-count"]'), facts.count_claimable);
}

/** What players settle between themselves: a claim is offered when all opponents are away. @param {GameView} view */
export function showAmongPlayers({ rights, players, you, outcome }) {
  const others = Object.entries(players).filter(([side, { kind }]) => kind === "human" && you !== "both" && side !== you);
  const gone = others.length > 0 && others.every(([, { here }]) => !here);
  const row = byId("among-players");
  let some = false;
  for (const part of row?.querySelectorAll("[data-right]") ?? []) {
    const right = part.getAttribute("data-right") ?? "";
    const open = outcome === null && rights.includes(right) && (right !== "absence-claimed" || gone);
    toggle(part, open);
    some ||= open;
  }
  toggle(row, some);
}

/** The card of the end, written once the game has one. @param {GameView} view */
export function showResult({ outcome, ply, players, rematch, rematch_offer: offer }) {
  const card = byId("result");
  if (!card) return;
  card.hidden = outcome === null;
  toggle(card.querySelector("form"), !Object.values(players).some(({ gone }) => gone)); // nobody is left to play again
  setText(card, "form .btn.main", rematch ? gettext("Go to the rematch") : offer ? offer.accept : gettext("Rematch, colours swapped"));
  setText(card, "#rematch-offer", offer?.text ?? "");
  setText(card, '[value="decline"]', offer?.decline ?? "");
  for (const part of card.querySelectorAll('#rematch-offer, [value="decline"]')) toggle(part, Boolean(offer));
  card.querySelector(":scope > .ending")?.remove();
  if (!outcome) return;
  card.querySelector(":scope > div")?.remove();
  const count = Math.ceil(ply / Object.keys(players).length);
  card.prepend(
    h("div", { class: "ending" }, [
      h("p", { class: "small muted" }, [ngettext("Game over · {n} move", "Game over · {n} moves", count)]),
      h("h2", { id: "result-title" }, [h("span", { class: "title" }, [outcome.title]), " ", h("span", { class: "num score" }, [outcome.points])]),
      h("p", { class: "says" }, [...(outcome.article ? [...articleLinks([outcome.article]), " "] : []), outcome.text]),
    ]),
  );
}

/** The tab tells whose turn it is, and that something has happened while nobody looked. @param {GameView} view */
export function showTitle({ turn_text, game_name, outcome }) {
  const mark = document.hidden ? "● " : "";
  document.title = `${mark}${outcome ? outcome.title : turn_text} · ${game_name} · Damiera`;
}
