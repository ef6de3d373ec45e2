// What each sound is made of, as numbers: nothing is played here, so that a test can look at it and render it.

export type Sound =
  // Small beats, soft and short.
  | 'keep'
  | 'energy'
  | 'count'
  | 'move'
  // What dice and cards do.
  | 'rattle'
  | 'land'
  | 'commit'
  // What it comes to.
  | 'hit'
  | 'beaten'
  | 'ice'
  // What nobody may miss.
  | 'turn'
  | 'victory'
  | 'defeat';

// A note that glides from one pitch to another and dies away, duller than its wave by a low-pass filter.
export interface Tone {
  kind: 'tone';
  wave: 'sine' | 'triangle' | 'sawtooth';
  // Seconds after the voice begins.
  at: number;
  seconds: number;
  // Hertz.
  from: number;
  to: number;
  cutoff: number;
  // A fraction of full scale.
  gain: number;
}
// Noise through a band, which dies away: what a die says to a table.
export interface Noise {
  kind: 'noise';
  at: number;
  seconds: number;
  // Hertz.
  centre: number;
  gain: number;
}
export type Piece = Tone | Noise;
export type Voice = readonly Piece[];

// No voice is louder than this by itself: −12 dBFS.
export const PEAK = 0.25;

// The least important sound makes room for one that is more so.
export const IMPORTANCE: Record<Sound, number> = {
  keep: 0,
  energy: 0,
  count: 0,
  move: 0,
  rattle: 1,
  land: 1,
  commit: 1,
  hit: 2,
  beaten: 2,
  ice: 2,
  turn: 3,
  victory: 3,
  defeat: 3,
};
export const SOUNDS = Object.keys(IMPORTANCE) as Sound[];

// As it is written below, a semitone lower and duller, a semitone higher and brighter.
const SEMITONE = 2 ** (1 / 12);
const SHIFTS = [
  { pitch: 1, filter: 1 },
  { pitch: 1 / SEMITONE, filter: 0.75 },
  { pitch: SEMITONE, filter: 1.3 },
] as const;
export const VARIATIONS = SHIFTS.length;

// Chooses, for each sound, any variation but its last one. What is random here is for the ear alone: a replay need not
// sound as the match did.
export class Variations {
  private readonly last: Partial<Record<Sound, number>> = {};

  constructor(private readonly random: () => number = Math.random) {}

  next(sound: Sound): number {
    const others = SHIFTS.map((_, i) => i).filter((i) => i !== this.last[sound]);
    return (this.last[sound] = others[Math.floor(this.random() * others.length)] ?? 0);
  }
}

export function voiceOf(sound: Sound, variation: number): Voice {
  const { pitch, filter } = SHIFTS[variation] ?? SHIFTS[0];
  return VOICES[sound].map((piece) =>
    piece.kind === 'noise'
      ? { ...piece, centre: piece.centre * filter }
      : { ...piece, from: piece.from * pitch, to: piece.to * pitch, cutoff: piece.cutoff * filter },
  );
}

export const lengthOf = (voice: Voice): number => Math.max(...voice.map(({ at, seconds }) => at + seconds));

// Hertz.
const OPEN = 8000;
const TABLE = 2200;
const WOOD = 1100;
const FELT = 700;
// Seconds.
const CLICK = 0.012;
// How loud a small beat is, beside a blow.
const SOFT = 0.35;

// Levels are shares of the peak: those that sound together come to no more than 1.
const tone = (
  wave: Tone['wave'],
  [from, to]: readonly [number, number],
  seconds: number,
  { at = 0, level = 1, cutoff = OPEN }: { at?: number; level?: number; cutoff?: number } = {},
): Tone => ({ kind: 'tone', wave, at, seconds, from, to, cutoff, gain: level * PEAK });
const noise = (seconds: number, { at = 0, level = 1, centre = TABLE } = {}): Noise => ({
  kind: 'noise',
  at,
  seconds,
  centre,
  gain: level * PEAK,
});

const VOICES: Record<Sound, Voice> = {
  keep: [
    tone('triangle', [520, 500], 0.05, { level: SOFT, cutoff: 1400 }),
    noise(CLICK, { level: SOFT, centre: WOOD }),
  ],
  energy: [tone('triangle', [660, 520], 0.07, { level: SOFT, cutoff: 1600 })],
  count: [tone('sine', [880, 880], 0.04, { level: SOFT, cutoff: 2000 }), noise(CLICK, { level: SOFT / 2 })],
  move: [noise(0.07, { level: 2 * SOFT, centre: FELT }), tone('sine', [150, 120], 0.06, { level: SOFT })],
  // Ticks that come ever more slowly.
  rattle: [0, 0.04, 0.09, 0.15, 0.22, 0.3].map((at) => noise(CLICK, { at })),
  land: [tone('sine', [90, 60], 0.08, { level: 0.8 }), noise(CLICK, { level: 0.4 })],
  commit: [tone('sine', [140, 90], 0.12, { level: 0.7 }), noise(0.06, { level: 0.6 })],
  hit: [tone('sawtooth', [220, 70], 0.16, { cutoff: 900 })],
  beaten: [tone('triangle', [620, 600], 0.05), tone('triangle', [480, 460], 0.06, { at: 0.09 })],
  ice: [1600, 2000, 2400].map((pitch, i) => tone('triangle', [pitch, pitch], 0.14, { at: i * 0.05, level: 0.6 })),
  turn: [440, 659].map((pitch, i) => tone('sine', [pitch, pitch], 0.09, { at: i * 0.1, level: 0.95 })),
  victory: [
    ...[110, 165].map((pitch) => tone('sine', [pitch, pitch], 0.9, { level: 0.18 })),
    ...[294, 370, 440, 587].map((pitch, i) => tone('triangle', [pitch, pitch], 0.4, { at: i * 0.16, level: 0.55 })),
  ],
  defeat: [tone('sine', [294, 294], 0.3, { level: 0.9 }), tone('sine', [220, 216], 0.5, { at: 0.28, level: 0.9 })],
};
