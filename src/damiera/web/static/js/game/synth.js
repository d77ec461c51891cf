/** What the sounds are: knocks of wood or stone, and bells. */

/** @typedef {import("./sounds.js").Sound} Sound */
/** @typedef {{frequency: number, length: number, gain: number, at?: number}} Knock */
/** @typedef {{frequency: number, at: number, length: number, gain: number, type?: OscillatorType}} Tone */
/** @typedef {{move: Knock[] | Tone[], capture: Knock[] | Tone[], illegal: Knock[] | Tone[]}} Hands */

/** @type {Record<Exclude<Sound, keyof Hands>, Tone[]>} */
const TONES = {
  must: [{ frequency: 587, at: 0, length: 0.12, gain: 0.12 }, { frequency: 784, at: 0.13, length: 0.16, gain: 0.12 }],
  low: [{ frequency: 1175, at: 0, length: 0.7, gain: 0.1 }, { frequency: 2350, at: 0, length: 0.4, gain: 0.04 }],
  offer: [{ frequency: 440, at: 0, length: 0.07, gain: 0.3 }, { frequency: 440, at: 0.16, length: 0.07, gain: 0.3 }],
  end: [262, 330, 392].map((frequency) => ({ frequency, at: 0, length: 1, gain: 0.09 })),
};

/** What a set sounds like: how a piece is put down, how one is taken, how a move is refused, and the colour of its tones. @type {Record<string, Hands & {knocks: boolean, type: OscillatorType, shift: number}>} */
const SETS = {
  wood: {
    move: [{ frequency: 1900, length: 0.05, gain: 0.8 }],
    capture: [{ frequency: 1200, length: 0.06, gain: 1 }, { frequency: 1900, length: 0.05, gain: 0.8, at: 0.1 }],
    illegal: [{ frequency: 260, length: 0.18, gain: 2.4 }],
    knocks: true,
    type: "sine",
    shift: 1,
  },
  stone: {
    move: [{ frequency: 3600, length: 0.03, gain: 0.7 }],
    capture: [{ frequency: 2500, length: 0.04, gain: 0.8 }, { frequency: 3600, length: 0.03, gain: 0.7, at: 0.09 }],
    illegal: [{ frequency: 200, length: 0.24, gain: 2.6 }],
    knocks: true,
    type: "triangle",
    shift: 0.75,
  },
  bells: {
    move: [{ frequency: 1319, at: 0, length: 0.25, gain: 0.1 }, { frequency: 3517, at: 0, length: 0.08, gain: 0.03 }],
    capture: [{ frequency: 1760, at: 0, length: 0.15, gain: 0.1 }, { frequency: 1319, at: 0.1, length: 0.25, gain: 0.1 }],
    illegal: [{ frequency: 196, at: 0, length: 0.3, gain: 0.2 }],
    knocks: false,
    type: "sine",
    shift: 1.5,
  },
};

/** How loud, beside the loudest. @type {Record<string, number>} */
const VOLUMES = { half: 0.4, low: 0.15 };

/** Make a sound as the page is set. @param {AudioContext} context @param {Sound} sound @param {DOMStringMap} settings */
export function make(context, sound, { sounds = "", volume = "" }) {
  const set = SETS[sounds] ?? SETS.wood;
  const outlet = new GainNode(context, { gain: VOLUMES[volume] ?? 1 });
  outlet.connect(context.destination);
  if (sound === "move" || sound === "capture" || sound === "illegal") {
    for (const one of set[sound]) (set.knocks ? knock : ring)(context, outlet, /** @type {Tone} */ (one));
    return;
  }
  for (const tone of TONES[sound]) ring(context, outlet, { type: set.type, ...tone, frequency: tone.frequency * set.shift });
}

/** @param {AudioContext} context @param {AudioNode} outlet @param {Tone} tone */
function ring(context, outlet, { frequency, at, length, gain, type = "sine" }) {
  const start = context.currentTime + at;
  const voice = new OscillatorNode(context, { frequency, type });
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(gain, start + 0.01);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(level).connect(outlet);
  voice.start(start);
  voice.stop(start + length);
}

/** Wood or stone: a breath of noise through a filter. @param {AudioContext} context @param {AudioNode} outlet @param {Knock} sound */
function knock(context, outlet, { frequency, length, gain, at = 0 }) {
  const frames = Math.ceil(context.sampleRate * length);
  const buffer = new AudioBuffer({ length: frames, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < frames; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: 1.2 });
  source.connect(filter).connect(new GainNode(context, { gain })).connect(outlet);
  source.start(context.currentTime + at);
}
