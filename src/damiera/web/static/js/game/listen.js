/** Moves by speech, where the browser can listen: what it writes down goes to the command line as if it had been typed. */

import { gettext } from "../i18n.js";
import { byId, h, icon } from "./dom.js";

/** @typedef {{transcript: string}} Alternative */
/** @typedef {{results: ArrayLike<ArrayLike<Alternative> & {isFinal: boolean}>}} Heard */
/**
 * @typedef {EventTarget & {lang: string, interimResults: boolean, maxAlternatives: number, start: () => void, abort: () => void}} Recognition
 */

/** So long after a question, or its last word, its answer is listened for. */
const PAUSE_MS = 300;

/** @returns {(new () => Recognition) | null} */
function recognition() {
  const known = /** @type {any} */ (window);
  return known.SpeechRecognition ?? known.webkitSpeechRecognition ?? null;
}

export class Listener {
  /** @param {(text: string) => void} heard @param {(text: string) => void} trouble told in words */
  constructor(heard, trouble) {
    this.heard = heard;
    this.trouble = trouble;
    /** @type {Recognition | null} */
    this.ear = null;
    /** whether the last line was spoken: an answer to a question is then listened for */
    this.spoke = false;
    /** the timer of an answer that is to be listened for */
    this.waiting = 0;
    this.button = this.offer();
  }

  /** The button beside the command line, where there is something to listen with. */
  offer() {
    if (!recognition()) return null;
    const button = h("button", { class: "btn quiet icon listen", type: "button", "aria-pressed": "false", "aria-label": gettext("Say a move (key s)"), title: gettext("Say a move. What is said may go to the maker of the browser.") }, [icon("ear")]);
    button.addEventListener("click", () => this.toggle());
    byId("command")?.append(button);
    return button;
  }

  toggle() {
    clearTimeout(this.waiting);
    if (this.ear) return this.stop();
    if ("speechSynthesis" in window) speechSynthesis.cancel();
    this.start();
  }

  start() {
    const Ear = recognition();
    if (!Ear) return this.trouble(gettext("This browser cannot listen."));
    const ear = new Ear();
    ear.lang = document.documentElement.lang;
    ear.interimResults = false;
    ear.maxAlternatives = 1;
    ear.addEventListener("result", (event) => this.take(/** @type {Event & Heard} */ (/** @type {unknown} */ (event))));
    ear.addEventListener("error", (event) => this.failed(/** @type {Event & {error: string}} */ (event).error));
    ear.addEventListener("end", () => this.ended(ear));
    this.ear = ear;
    this.button?.setAttribute("aria-pressed", "true");
    ear.start();
  }

  stop() {
    this.ear?.abort();
    if (this.ear) this.ended(this.ear);
  }

  /** @param {Recognition} ear */
  ended(ear) {
    if (this.ear !== ear) return;
    this.ear = null;
    this.button?.setAttribute("aria-pressed", "false");
  }

  /** @param {Heard} event */
  take({ results }) {
    const text = results[results.length - 1]?.[0]?.transcript.trim();
    if (!text) return;
    this.spoke = true;
    this.heard(text);
  }

  /** @param {string} error */
  failed(error) {
    if (error === "aborted") return;
    this.spoke = false;
    if (error === "no-speech") this.trouble(gettext("Nothing was heard."));
    else if (error === "not-allowed" || error === "service-not-allowed") this.trouble(gettext("The browser may not use the microphone."));
    else this.trouble(gettext("The browser could not listen."));
  }

  /** A question was asked: listen for its answer, if the line was spoken. */
  again() {
    if (this.spoke) this.startAfterVoice();
    this.spoke = false;
  }

  /** Listen once the voice has read the question: it would hear itself. */
  startAfterVoice() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      if ("speechSynthesis" in window && (speechSynthesis.speaking || speechSynthesis.pending)) this.startAfterVoice();
      else if (!this.ear) this.start();
    }, PAUSE_MS);
  }
}
