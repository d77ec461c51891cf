/** The layer of cells: what a reader of speech meets, and what a finger or a pointer touches. */

import { gettext } from "../i18n.js";
import { cellLabel } from "./words.js";
import { svg } from "./svg.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./types.js").Pieces} Pieces */

/**
 * @typedef {object} CellFacts
 * @property {Pieces} pieces
 * @property {Map<string, number>} must squares that have to capture, and how many
 * @property {Set<string>} can
 * @property {Set<string>} targets
 * @property {Set<string>} enter where a man may come back
 * @property {Map<string, number>} runs kings whose moves in a row are counted
 * @property {string | null} chosen
 * @property {Set<string>} loose pieces that are moved by hand
 */

export class Cells {
  /** @param {SVGGElement} group @param {Grid} grid */
  constructor(group, grid) {
    this.group = group;
    this.grid = grid;
    /** @type {Map<string, SVGGElement>} */
    this.cells = new Map(grid.record.points.map(({ id }) => [id, this.make(id)]));
    /** @type {string} the one cell that Tab reaches */
    this.current = grid.order()[0];
    this.arrange();
    this.rove(this.current);
  }

  /** @param {string} id */
  make(id) {
    const shape = svg("path", { class: "pt", d: this.grid.record.cell });
    return svg("g", { role: "gridcell", "data-square": id, tabindex: -1 }, [shape]);
  }

  /** Put rows and cells in the order in which they are seen. */
  arrange() {
    const held = document.activeElement;
    const rows = this.grid.rows().map(({ name, points }) => {
      const row = svg("g", { role: "row", "aria-label": gettext("row {name}", { name }) });
      row.append(...points.map((id) => this.cell(id)));
      return row;
    });
    this.group.replaceChildren(...rows);
    for (const [id, cell] of this.cells) {
      const { x, y } = this.grid.at(id);
      cell.firstElementChild?.setAttribute("transform", `translate(${x} ${y})`);
    }
    if (held instanceof SVGGElement && this.group.contains(held)) held.focus();
  }

  /** @param {string} id @returns {SVGGElement} */
  cell(id) {
    const cell = this.cells.get(id);
    if (!cell) throw new RangeError(`no cell ${id}`);
    return cell;
  }

  /** Make this the cell that Tab reaches. @param {string} id */
  rove(id) {
    this.cell(this.current).setAttribute("tabindex", "-1");
    this.current = id;
    this.cell(id).setAttribute("tabindex", "0");
  }

  /** @param {string} id */
  focus(id) {
    this.rove(id);
    this.cell(id).focus({ preventScroll: true });
  }

  /** @param {CellFacts} facts */
  show(facts) {
    for (const [id, cell] of this.cells) {
      const mine = facts.can.has(id) || facts.must.has(id) || facts.loose.has(id);
      put(cell, "aria-label", this.label(id, facts));
      put(cell, "aria-selected", facts.chosen === id ? "true" : null);
      put(cell, "data-grip", mine ? "" : null);
      put(cell, "data-open", facts.targets.has(id) || facts.enter.has(id) ? "" : null);
    }
  }

  /** @param {string} id @param {CellFacts} facts */
  label(id, { pieces, must, can, targets, enter, runs, loose, chosen }) {
    return cellLabel({
      name: this.grid.point(id).name,
      piece: pieces[id],
      must: must.get(id) ?? 0,
      can: can.has(id),
      target: targets.has(id),
      enter: enter.has(id),
      run: runs.get(id) ?? 0,
      held: chosen === id && loose.has(id),
    });
  }
}

/** @param {Element} node @param {string} name @param {string | null} value */
function put(node, name, value) {
  if (node.getAttribute(name) === value) return;
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}
