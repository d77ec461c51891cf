/** What the server answers, whole; null if it cannot be asked, refuses, or is gone in the middle of its answer. */

/** @param {string} address @param {RequestInit} [options] @returns {Promise<string | null>} */
export async function textOf(address, options) {
  return fetch(address, options).then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);
}

/** @param {string} address @param {RequestInit} [options] @returns {Promise<any>} */
export async function jsonOf(address, options) {
  return fetch(address, options).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
}
