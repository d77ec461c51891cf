/** The panels of a study, one at a time; without a script they stand one below the other. */

import { byId } from "../game/dom.js";

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
    shown(tabs.shown);
  }

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
