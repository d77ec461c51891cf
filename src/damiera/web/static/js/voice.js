// @ts-check
/** The browser's own voice, in the language of the page: what the live regions say, and the square that has the keyboard. */

const RATES = { slow: 0.7, normal: 1, fast: 1.5 };

const root = document.documentElement;

let listening = false;

/**
 * How a text is spelt to be spoken: a3 as a 3, the squares of a move apart.
 * @param {string} text
 */
export function spelt(text) {
  return text.replace(/(\d)[-x×:](?=[a-p]?\d)/g, "$1, ").replace(/\b([a-p])(\d{1,2})\b/gi, "$1 $2");
}

/** The voice of the page's language: one of this machine before one from elsewhere. @returns {SpeechSynthesisVoice | null} */
function voiceOf(/** @type {string} */ lang) {
  const voices = speechSynthesis.getVoices().filter((voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === lang.split("-")[0]);
  return voices.find((voice) => voice.localService && voice.default) ?? voices.find((voice) => voice.localService) ?? voices[0] ?? null;
}

/** @param {string} text @param {{now?: boolean}} [how] `now`: instead of what is being said */
export function speak(text, { now = false } = {}) {
  if (!("speechSynthesis" in window) || !text) return;
  if (now) speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(spelt(text));
  words.lang = root.lang;
  words.voice = voiceOf(root.lang);
  words.rate = RATES[/** @type {keyof typeof RATES} */ (root.dataset.rate ?? "normal")] ?? 1;
  speechSynthesis.speak(words);
}

/** Say no more. */
export function hush() {
  if ("speechSynthesis" in window) speechSynthesis.cancel();
}

/** Say the square that the keyboard has come to, and write it. @param {(text: string) => void} write */
export function listenToPage(write) {
  if (listening) return;
  listening = true;
  document.addEventListener("focusin", (event) => {
    if (root.dataset.voice !== "on" || !(event.target instanceof Element)) return;
    const label = event.target.matches("[role=gridcell]") ? event.target.getAttribute("aria-label") : null;
    if (!label) return;
    write(label);
    speak(label, { now: true });
  });
}
