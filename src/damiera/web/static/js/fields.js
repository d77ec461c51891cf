/** What somebody has filled in stays filled in while the page around it is written anew. */

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** The fields under an element that a person can fill in. @param {Element} root @returns {Field[]} */
function fieldsOf(root) {
  return [.../** @type {NodeListOf<Field>} */ (root.querySelectorAll("input:not([type=hidden]), textarea, select"))];
}

/** @param {Field} field @returns {field is HTMLInputElement} */
function isTick(field) {
  return field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");
}

/** Whether a field holds anything else than the server wrote in it. @param {Field} field */
function isFilled(field) {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const written = [...field.options].findLastIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(written, 0);
}

/** Whether somebody has filled in anything under an element. @param {Element} root */
export function anyFilled(root) {
  return fieldsOf(root).some(isFilled);
}

/**
 * Carry what was filled in over to the element that comes in place of another: fields are known by their ids.
 * @param {Element} from
 * @param {Element} to
 */
export function keepFilled(from, to) {
  const heirs = new Map(fieldsOf(to).map((field) => [field.id, field]));
  for (const field of fieldsOf(from).filter(({ id }) => id).filter(isFilled)) {
    const heir = heirs.get(field.id);
    if (!heir) continue;
    if (isTick(field) && isTick(heir)) heir.checked = field.checked;
    else if (!(heir instanceof HTMLSelectElement) || [...heir.options].some(({ value }) => value === field.value)) heir.value = field.value;
  }
}
