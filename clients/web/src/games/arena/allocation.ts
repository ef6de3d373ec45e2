// An allocation in the making, held against the form that is offered: so no rule about sums is in the client.
import type { Form } from '../../gen/wyrmhall/v1/game_pb';
import { fillable } from '../shared/form';
import { POWERS } from './scene';

// How many dice of each power; index 0 is power 1.
export type Counts = readonly number[];

export const EMPTY: Counts = [0, 0, 0, 0, 0, 0];

export const countsOf = (powers: Iterable<number>): Counts => {
  const counts = [...EMPTY];
  for (const power of powers) counts[power - 1]++;
  return counts;
};
export const diceIn = (counts: Counts): number => counts.reduce((a, b) => a + b, 0);
export const pointsIn = (counts: Counts): number => counts.reduce((sum, n, i) => sum + n * POWERS[i], 0);

export const PRESETS = {
  even: countsOf([3, 3, 3, 3, 4, 4, 4, 4]),
  ladder: countsOf([1, 1, 2, 3, 4, 5, 6, 6]),
  edges: countsOf([1, 1, 1, 1, 6, 6, 6, 6]),
} as const;

// --- The last hand that was committed on this device ---

const KEY = 'wyrmhall.hand';

export function keepHand(counts: Counts): void {
  localStorage.setItem(KEY, counts.join(' '));
}
export function lastHand(): Counts {
  const counts = (localStorage.getItem(KEY) ?? '').split(' ').map(Number);
  const sound = counts.length === EMPTY.length && counts.every((n) => Number.isInteger(n) && n >= 0);
  return sound && diceIn(counts) === diceIn(PRESETS.even) ? counts : PRESETS.even;
}

// As the values of a form's parts, whose order does not matter.
export const powersOf = (counts: Counts): number[] =>
  counts.flatMap((n, i) => Array.from({ length: n }, () => POWERS[i] as number));

// Whether a filling of the form can still be reached by adding dice after one more of this power (index from 0).
export const canAdd = (counts: Counts, index: number, form: Form): boolean =>
  fillable(form, powersOf(changed(counts, index, 1)));

export const changed = (counts: Counts, index: number, by: number): Counts =>
  counts.map((n, i) => (i === index ? Math.max(0, n + by) : n));
