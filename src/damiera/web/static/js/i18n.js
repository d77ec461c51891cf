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
  const pair = Array.isArray(forms) && forms.length === 2 ? forms : [one, many];
  return fill(pair[n === 1 ? 0 : 1] ?? many, { n, ...values });
}
