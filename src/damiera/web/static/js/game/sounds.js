/** Sounds made on the spot, each with a visible twin elsewhere on the page: none is needed. */

/** @typedef {"move" | "must" | "low" | "offer" | "illegal" | "end"} Sound */
/** @typedef {{frequency: number, length: number, gain: number}} Knock */
/** @typedef {{frequency: number, at: number, length: number, gain: number, type?: OscillatorType}} Tone */

/** @type {Record<Exclude<Sound, "move" | "illegal">, Tone[]>} */
const TONES = {
  must: [{ frequency: 587, at: 0, length: 0.12, gain: 0.12 }, { frequency: 784, at: 0.13, length: 0.16, gain: 0.12 }],
  low: [{ frequency: 1175, at: 0, length: 0.7, gain: 0.1 }, { frequency: 2350, at: 0, length: 0.4, gain: 0.04 }],
  offer: [{ frequency: 190, at: 0, length: 0.07, gain: 0.3 }, { frequency: 190, at: 0.16, length: 0.07, gain: 0.3 }],
  end: [262, 330, 392].map((frequency) => ({ frequency, at: 0, length: 1, gain: 0.09 })),
};

/** What a set sounds like: how a piece is put down, how a move is refused, and the colour of its tones. @type {Record<string, {move: Knock | Tone[], illegal: Knock | Tone[], type: OscillatorType, shift: number}>} */
const SETS = {
  wood: { move: { frequency: 1900, length: 0.05, gain: 0.5 }, illegal: { frequency: 160, length: 0.16, gain: 0.8 }, type: "sine", shift: 1 },
  stone: { move: { frequency: 3600, length: 0.03, gain: 0.7 }, illegal: { frequency: 90, length: 0.22, gain: 1 }, type: "triangle", shift: 0.75 },
  bells: {
    move: [{ frequency: 1319, at: 0, length: 0.25, gain: 0.1 }, { frequency: 3517, at: 0, length: 0.08, gain: 0.03 }],
    illegal: [{ frequency: 196, at: 0, length: 0.3, gain: 0.2 }],
    type: "sine",
    shift: 1.5,
  },
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
  const { dataset } = document.documentElement;
  document.dispatchEvent(new CustomEvent("damiera:sound", { detail: { sound, set: dataset.sounds ?? "wood" } }));
  if (!audio || audio.state !== "running" || dataset.sound === "off") return;
  const set = SETS[dataset.sounds ?? ""] ?? SETS.wood;
  const made = sound === "move" || sound === "illegal" ? set[sound] : TONES[sound].map((tone) => ({ type: set.type, ...tone, frequency: tone.frequency * set.shift }));
  if (!Array.isArray(made)) return knock(audio, made);
  for (const tone of made) ring(audio, tone);
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

/** Wood or stone: a breath of noise through a filter. @param {AudioContext} context @param {Knock} sound */
function knock(context, { frequency, length, gain }) {
  const frames = Math.ceil(context.sampleRate * length);
  const buffer = new AudioBuffer({ length: frames, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: 1.2 });
  source.connect(filter).connect(new GainNode(context, { gain })).connect(outlet(context));
  source.start();
}
