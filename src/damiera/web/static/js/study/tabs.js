/**
 * The panels of a study, one at a time; without a script they stand one below the other. On a phone upright every panel
 * but the moves is a sheet from below, which ends under the board.
 */

import { byId } from "../game/dom.js";

/** The least height of a sheet, in pixels. */
const LEAST = 220;

/** @param {(name: string) => unknown} shown told which panel is shown now */
export function setUpTabs(shown) {
  const list = document.querySelector("[role=tablist]");
  const tabs = { shown: "moves" };
  if (!(list instanceof HTMLElement)) return tabs;
  const buttons = /** @type {HTMLButtonElement[]} */ ([...list.querySelectorAll("[role=tab]")]);

  /** @param {HTMLButtonElement} chosen */
  function show(chosen) {
    for (const one of buttons) {
      const on = one === chosen;
      one.setAttribute("aria-selected", String(on));
      one.tabIndex = on ? 0 : -1;
      const panel = byId(one.getAttribute("aria-controls") ?? "");
      if (panel) panel.hidden = !on;
    }
    tabs.shown = chosen.id.replace("tab-", "");
    sheet(tabs.shown !== "moves");
    shown(tabs.shown);
  }

  /** @param {boolean} on */
  function sheet(on) {
    const panel = byId("study-panel");
    const close = byId("sheet-close");
    if (!panel || !close) return;
    const was = panel.classList.contains("raised");
    panel.classList.toggle("raised", on);
    close.hidden = !on;
    if (on && !was && getComputedStyle(panel).position === "fixed") scrollTo(0, 0);
    if (on) place(panel);
  }

  /** Let the sheet begin where the board ends, or where at least a few lines of it are seen. @param {HTMLElement} panel */
  function place(panel) {
    const end = (byId("board-box")?.getBoundingClientRect().bottom ?? 0) + scrollY;
    panel.style.setProperty("--sheet-top", `${Math.min(Math.ceil(end) + 2, innerHeight - LEAST)}px`);
  }

  /** Back to the moves. */
  function close() {
    show(buttons[0]);
    buttons[0].focus();
  }

  byId("sheet-close")?.addEventListener("click", close);
  addEventListener("resize", () => tabs.shown !== "moves" && place(/** @type {HTMLElement} */ (byId("study-panel"))));
  byId("study-panel")?.addEventListener("keydown", (event) => {
    const panel = byId("study-panel");
    if (event.key !== "Escape" || tabs.shown === "moves" || !panel || getComputedStyle(panel).position !== "fixed") return;
    event.preventDefault();
    close();
  });

  list.hidden = false;
  list.parentElement?.classList.add("tabbed");
  list.addEventListener("click", (event) => {
    const chosen = event.target instanceof Element ? event.target.closest("[role=tab]") : null;
    if (chosen instanceof HTMLButtonElement) show(chosen);
  });
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const now = buttons.findIndex((one) => one === document.activeElement);
    if (!step || now < 0) return;
    event.preventDefault();
    const next = buttons[(now + step + buttons.length) % buttons.length];
    next.focus();
    show(next);
  });
  show(buttons[0]);
  return tabs;
}
