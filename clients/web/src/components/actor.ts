// How a figure moves that strikes, is struck, or falls: the numbers behind Actor.svelte.

export type Toward = 'left' | 'right' | 'up' | 'down';

export const LUNGE_MS = 320;
export const RECOIL_MS = 260;
// Pixels.
const LUNGE = 24;
const RECOIL = 12;

const WAYS: Record<Toward, readonly [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

function moved(toward: Toward, by: number): string {
  const [x, y] = WAYS[toward];
  return `translate(${x * by}px, ${y * by}px)`;
}

// It is at its farthest after a third of the time: out is faster than back.
const out = (transform: string): Keyframe[] => [
  { transform: 'none' },
  { transform, offset: 0.35 },
  { transform: 'none' },
];
export const lunge = (toward: Toward): Keyframe[] => out(moved(toward, LUNGE));
export const recoil = (toward: Toward): Keyframe[] => out(moved(toward, -RECOIL));

export interface Shard {
  // The corners of a clip-path, in percent of the picture.
  outline: string;
  // How far it has drifted from the middle, in percent, and turned, in degrees.
  x: number;
  y: number;
  turn: number;
}

type Corner = readonly [number, number];
// How far a shard drifts, as a part of its distance from the middle.
const DRIFT = 0.15;
// Degrees by which the first one turns; each a degree more than the one before, to the other side.
const FIRST_TURN = 4;
const MIDDLE: Corner = [48, 52];
// Around the edge of the picture, and between it and the middle: no two shards are alike.
const RIM: readonly Corner[] = [
  [0, 0],
  [42, 0],
  [100, 0],
  [100, 46],
  [100, 100],
  [56, 100],
  [0, 100],
  [0, 58],
];

function shard(corners: readonly Corner[], turn: number): Shard {
  const centre = [0, 1].map((i) => corners.reduce((sum, corner) => sum + (corner[i] ?? 0), 0) / corners.length);
  return {
    outline: corners.map(([x, y]) => `${x}% ${y}%`).join(', '),
    x: ((centre[0] ?? 0) - MIDDLE[0]) * DRIFT,
    y: ((centre[1] ?? 0) - MIDDLE[1]) * DRIFT,
    turn,
  };
}

// Eight pieces that make up the whole: what is cut lies beside what it was cut from.
export const SHARDS: readonly Shard[] = RIM.map((from, i) => {
  const to = RIM[(i + 1) % RIM.length] ?? from;
  return shard([MIDDLE, from, to], i % 2 === 0 ? FIRST_TURN + i : -FIRST_TURN - i);
});
