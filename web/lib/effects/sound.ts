import { soundSettings } from "#web/lib/effects/sound-settings.ts";

export type Sound = "coin-flip" | "win" | "lose" | "bet-place" | "coin-land";

/** One tone of a sound: it starts at `at` seconds, lasts `length`, and glides `from` one frequency `to` another. */
interface Tone {
  readonly wave: OscillatorType;
  readonly at: number;
  readonly length: number;
  readonly from: number;
  readonly to: number;
  readonly gain: number;
}

const tone = (at: number, length: number, from: number, rest: Partial<Tone> = {}): Tone => ({
  wave: "sine",
  to: from,
  gain: 0.3,
  ...rest,
  at,
  length,
  from,
});

/** A spinning coin rings ever more slowly. */
const spin = Array.from({ length: 14 }, (_, i) =>
  tone(0.01 + i * 0.07 + i * i * 0.006, 0.06, 2300 - i * 45, { wave: "triangle", gain: 0.1 - i * 0.005 }),
);

const SOUNDS: Readonly<Record<Sound, readonly Tone[]>> = {
  "bet-place": [
    tone(0, 0.05, 520, { to: 260, wave: "triangle", gain: 0.4 }),
    tone(0.05, 0.08, 780, { gain: 0.2 }),
  ],
  "coin-flip": [tone(0, 0.5, 2700, { to: 3100, gain: 0.12 }), ...spin],
  "coin-land": [
    tone(0, 0.16, 1850, { wave: "triangle", gain: 0.3 }),
    tone(0.09, 0.12, 2050, { wave: "triangle", gain: 0.18 }),
    tone(0.15, 0.1, 2200, { wave: "triangle", gain: 0.1 }),
  ],
  win: [523.25, 659.25, 783.99, 1046.5].flatMap((note, i) => [
    tone(i * 0.1, 0.34, note, { wave: "triangle", gain: 0.26 }),
    tone(i * 0.1, 0.34, note * 2, { gain: 0.07 }),
  ]),
  lose: [
    tone(0, 0.24, 330, { to: 294, wave: "triangle", gain: 0.24 }),
    tone(0.2, 0.5, 262, { to: 196, wave: "triangle", gain: 0.24 }),
  ],
};

let context: AudioContext | null = null;

/** Browsers let a page sound only after its visitor has acted; asking earlier makes a context that never starts. */
const hasGesture = (): boolean => navigator.userActivation?.hasBeenActive ?? false;

function audio(): AudioContext | null {
  if (!hasGesture() || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function schedule(output: { context: AudioContext; master: GainNode }, played: Tone): void {
  const start = output.context.currentTime + played.at;
  const end = start + played.length;
  const oscillator = output.context.createOscillator();
  const envelope = output.context.createGain();
  oscillator.type = played.wave;
  oscillator.frequency.setValueAtTime(played.from, start);
  oscillator.frequency.exponentialRampToValueAtTime(played.to, end);
  envelope.gain.setValueAtTime(0.0001, start);
  envelope.gain.exponentialRampToValueAtTime(played.gain, start + 0.008);
  envelope.gain.exponentialRampToValueAtTime(0.0001, end);
  oscillator.connect(envelope).connect(output.master);
  oscillator.start(start);
  oscillator.stop(end);
}

function play(sound: Sound, volume: number): void {
  const playing = audio();
  if (!playing) return;
  const master = playing.createGain();
  master.gain.value = volume;
  master.connect(playing.destination);
  for (const part of SOUNDS[sound]) schedule({ context: playing, master }, part);
}

/** Plays a sound once, at the volume set; nothing when muted or before the first gesture. */
export function playSound(sound: Sound): void {
  const { volume, muted } = soundSettings.get();
  if (muted || volume === 0) return;
  // Opening the audio device can take a tenth of a second, so the click's effect is painted first.
  setTimeout(play, 0, sound, volume);
}
