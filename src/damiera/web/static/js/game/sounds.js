/** Sounds, each with a visible twin elsewhere on the page: none is needed. What makes them comes with the first touch. */

/** @typedef {"move" | "capture" | "must" | "low" | "offer" | "illegal" | "end"} Sound */

/** @type {AudioContext | null} */
let audio = null;
/** @type {Promise<typeof import("./synth.js") | null> | null} */
let synth = null;

/** A browser lets a page sound only after a touch or a key. */
export function readySounds() {
  const wake = () => {
    if (!audio && typeof AudioContext === "function") audio = new AudioContext();
    synth ??= import("./synth.js").catch(() => (synth = null)); // the line is lost: with the next touch again
    if (audio?.state === "suspended") void audio.resume();
  };
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake, { capture: true, passive: true });
}

/** @param {Sound} sound */
export async function play(sound) {
  const { dataset } = document.documentElement;
  document.dispatchEvent(new CustomEvent("damiera:sound", { detail: { sound, set: dataset.sounds ?? "wood" } }));
  if (!audio || audio.state !== "running" || dataset.sound === "off" || !synth) return;
  (await synth)?.make(audio, sound, dataset);
}

/** A move, heard as a capture where pieces are taken. @param {{captured: number[]}} made */
export function playMove({ captured }) {
  play(captured.length ? "capture" : "move");
}

