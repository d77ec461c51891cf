/** Sounds made on the spot, each with a visible twin elsewhere on the page: none is needed. */

/** @typedef {"move" | "must" | "low" | "offer" | "illegal" | "end"} Sound */
/** @typedef {{frequency: number, at: number, length: number, gain: number, type?: OscillatorType}} Tone */

/** @type {Record<Exclude<Sound, "move" | "illegal">, Tone[]>} */
const TONES = {
  must: [{ frequency: 587, at: 0, length: 0.12, gain: 0.12 }, { frequency: 784, at: 0.13, length: 0.16, gain: 0.12 }],
  low: [{ frequency: 1175, at: 0, length: 0.7, gain: 0.1 }, { frequency: 2350, at: 0, length: 0.4, gain: 0.04 }],
  offer: [{ frequency: 190, at: 0, length: 0.07, gain: 0.3 }, { frequency: 190, at: 0.16, length: 0.07, gain: 0.3 }],
  end: [262, 330, 392].map((frequency) => ({ frequency, at: 0, length: 1, gain: 0.09 })),
};

/** How loud, beside the loudest. @type {Record<string, number>} */
const VOLUMES = { half: 0.4, low: 0.15 };

/** @type {AudioContext | null} */
let audio = null;

/** What all sounds go through, as loud as was chosen. @param {AudioContext} context */
function outlet(context) {
  const level = new GainNode(context, { gain: VOLUMES[document.documentElement.dataset.volume ?? ""] ?? 1 });
  level.connect(context.destination);
  return level;
}

/** A browser lets a page sound only after a touch or a key. */
export function readySounds() {
  const wake = () => {
    if (!audio && typeof AudioContext === "function") audio = new AudioContext();
    if (audio?.state === "suspended") void audio.resume();
  };
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, wake, { capture: true, passive: true });
}

/** @param {Sound} sound */
export function play(sound) {
  document.dispatchEvent(new CustomEvent("damiera:sound", { detail: { sound } }));
  if (!audio || audio.state !== "running" || document.documentElement.dataset.sound === "off") return;
  if (sound === "move") return knock(audio, 1900, 0.05, 0.5);
  if (sound === "illegal") return knock(audio, 160, 0.16, 0.8);
  for (const tone of TONES[sound]) ring(audio, tone);
}

/** @param {AudioContext} context @param {Tone} tone */
function ring(context, { frequency, at, length, gain, type = "sine" }) {
  const start = context.currentTime + at;
  const voice = new OscillatorNode(context, { frequency, type });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(gain, start + 0.01);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(level).connect(outlet(context));
  voice.start(start);
  voice.stop(start + length);
}

/** Wood on wood: a breath of noise through a filter. @param {AudioContext} context @param {number} frequency @param {number} length @param {number} gain */
function knock(context, frequency, length, gain) {
  const frames = Math.ceil(context.sampleRate * length);
  const buffer = new AudioBuffer({ length: frames, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: 1.2 });
  source.connect(filter).connect(new GainNode(context, { gain })).connect(outlet(context));
  source.start();
}
