// @ts-check
/** The words of the scripts, from the same catalogue as the pages. English needs no catalogue. */

/** @typedef {Record<string, string | number>} Values */

/** @type {Record<string, string | string[]>} */
const strings = JSON.parse(document.getElementById("strings")?.textContent || "{}");

/**
 * @param {string} text
 * @param {Values} [values]
 */
function fill(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Say `msgid` in the language of the page; `{name}` is filled from `values`.
 * @param {string} msgid
 * @param {Values} [values]
 */
export function gettext(msgid, values) {
  const said = strings[msgid];
  return fill(typeof said === "string" && said ? said : msgid, values);
}

/**
 * Say how many: `{n}` is filled with the number.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} [values]
 */
export function ngettext(one, many, n, values) {
  const forms = strings[one];
  const said = Array.isArray(forms) ? forms[formOf(n)] : n === 1 ? one : many;
  return fill(said ?? many, { n, ...values });
}

/**
 * Which plural form a number takes in the language of the page.
 * @param {number} n
 */
function formOf(n) {
  const table = String(strings[""] ?? "");
  const known = n < table.length ? n : 100 + (n % 100);
  return Number(table[known] ?? (n === 1 ? 0 : 1));
}
