/**
 * Whoever uses a page stays where they are while it is written anew: what they filled in is filled in, what they unfolded
 * is unfolded, and they stand on the same thing. `data-about` says what a part of the page is about: where that is
 * something else afterwards, nothing is carried over.
 */

const FREE_MS = 300;

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

const LET_GO = ["pointerup", "pointercancel"];

let pressed = false;
document.addEventListener("pointerdown", ({ button }) => (pressed = button === 0));
for (const kind of LET_GO) document.addEventListener(kind, () => (pressed = false));

/** Call back when no button is being pressed: what is written anew under a finger would swallow the press. @param {() => unknown} then */
export function whenReleased(then) {
  if (!pressed) return void then();
  const letGo = () => {
    for (const kind of LET_GO) document.removeEventListener(kind, letGo);
    setTimeout(() => whenReleased(then)); // the click itself comes first
  };
  for (const kind of LET_GO) document.addEventListener(kind, letGo);
}

/** Whether somebody is writing, choosing from a list or pressing a button under an element. @param {Element | null} root */
export function isBusy(root) {
  const active = document.activeElement;
  const field = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement || active instanceof HTMLSelectElement;
  return pressed || (field && !isTick(active) && Boolean(root?.contains(active)));
}

/** Call back whenever somebody may have ceased to be busy. @param {() => unknown} then */
export function whenFree(then) {
  for (const kind of ["focusout", ...LET_GO]) document.addEventListener(kind, () => setTimeout(then, FREE_MS));
}

/** What an element is about. @param {Element} element */
const about = (element) => element.closest("[data-about]")?.getAttribute("data-about") ?? "";

/**
 * The elements that have an id, by it and by what they are about.
 * @template {Element} E
 * @param {E[]} elements
 */
const byName = (elements) => new Map(elements.filter(({ id }) => id).map((element) => [`${element.id} ${about(element)}`, element]));

/** What was filled in, each with the field that comes in its place. @param {Element} from @param {Element} to */
function filled(from, to) {
  const heirs = byName(fieldsOf(to));
  return fieldsOf(from)
    .filter(isFilled)
    .map((field) => ({ field, heir: field.type === "file" ? undefined : heirs.get(`${field.id} ${about(field)}`) }));
}

/** Whether anything filled in has no place in what comes. @param {Element} from @param {Element} to */
export function wouldLose(from, to) {
  return filled(from, to).some(({ heir }) => !heir);
}

/**
 * Carry what was filled in over to the element that comes in place of another.
 * @param {Element} from
 * @param {Element} to
 */
export function keepFilled(from, to) {
  for (const { field, heir } of filled(from, to)) {
    if (!heir) continue;
    if (isTick(field) && isTick(heir)) heir.checked = field.checked;
    else if (!(heir instanceof HTMLSelectElement) || [...heir.options].some(({ value }) => value === field.value)) heir.value = field.value;
  }
}

/** @param {Element} from @param {Element} to */
function keepUnfolded(from, to) {
  const heirs = byName([...to.querySelectorAll("details")]);
  for (const [name, { open }] of byName([...from.querySelectorAll("details")])) {
    const heir = heirs.get(name);
    if (heir) heir.open = open;
  }
}

/** What tells an element from the others, however the page is written. @param {Element} element */
function sign(element) {
  if (element.id) return JSON.stringify([about(element), element.id]);
  const own = ["name", "value", "href", "aria-label", "aria-labelledby"].map((name) => element.getAttribute(name) ?? "");
  return JSON.stringify([about(element), element.localName, ...own, own.some(Boolean) ? "" : element.textContent?.trim()]);
}

/** The element in `to` that is what another is in `from`. @param {Element} element @param {Element} from @param {Element} to */
function heirOf(element, from, to) {
  const [wanted, like] = [sign(element), (/** @type {Element} */ root) => [...root.querySelectorAll(element.localName)]];
  const place = like(from).filter((other) => sign(other) === wanted).indexOf(element);
  const heir = like(to).filter((other) => sign(other) === wanted)[place];
  return heir instanceof HTMLElement ? heir : null;
}

/** Put an element in place of another; who stands in it stays where they are. @param {Element} now @param {Element} then */
export function replace(now, then) {
  const stood = now.contains(document.activeElement) ? document.activeElement : null;
  const heir = stood && heirOf(stood, now, then);
  now.replaceWith(then);
  heir?.focus({ preventScroll: true });
  if (stood instanceof HTMLInputElement && heir instanceof HTMLInputElement && stood.selectionStart !== null) {
    heir.setSelectionRange(stood.selectionStart, stood.selectionEnd);
  }
}

/** Put an element in place of another, with all that somebody has done to it. @param {Element} now @param {Element} then */
export function renew(now, then) {
  keepFilled(now, then);
  keepUnfolded(now, then);
  replace(now, then);
}
