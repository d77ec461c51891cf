/** Lists of articles that can be searched: what is typed above a list leaves the articles that have all its words. */

/** @type {WeakMap<HTMLSelectElement, HTMLOptionElement[]>} every article of a list, also those not shown now */
const whole = new WeakMap();

/** @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** @param {HTMLInputElement} field */
function search(field) {
  const list = document.getElementById(field.dataset.filters ?? "");
  if (!(list instanceof HTMLSelectElement)) return;
  const options = whole.get(list) ?? [...list.options];
  whole.set(list, options);
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const found = options.filter(({ text }) => words.every((word) => plain(text).includes(word)));
  for (const option of options) option.hidden = option.disabled = !found.includes(option) && option.value !== "";
  const first = found.find(({ value }) => value);
  if (list.selectedOptions[0]?.disabled || !list.value) list.value = words.length && first ? first.value : "";
}

/** Show the fields above the lists, which the page without scripts does without. */
export function showSearches() {
  for (const field of document.querySelectorAll("[data-filters]")) {
    if (!(field instanceof HTMLInputElement)) continue;
    field.hidden = false;
    if (field.value) search(field);
  }
}

document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.dataset.filters) search(target);
});
