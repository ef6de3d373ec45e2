import { expect, test } from 'vitest';
import { Tour } from './tour.svelte';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('cards come one at a time, in the order in which they were offered, and none twice', () => {
  const kept = storage();
  const tour = new Tour(kept);
  tour.offer('tour.duel.choose', '.pick');
  tour.offer('tour.duel.first', '.tray');
  tour.offer('tour.duel.choose', '.pick');
  expect(tour.card?.key).toBe('tour.duel.choose');
  tour.next();
  expect(tour.card?.key).toBe('tour.duel.first');
  tour.next();
  expect(tour.card).toBeUndefined();
  tour.offer('tour.duel.choose', '.pick');
  expect(tour.card).toBeUndefined();
  // Not even by another visit.
  const again = new Tour(kept);
  again.offer('tour.duel.first', '.tray');
  expect(again.card).toBeUndefined();
});

test('acting clears what was waiting, but that may come again; skipping ends it for good, restarting brings it back', () => {
  const kept = storage();
  const tour = new Tour(kept);
  tour.offer('tour.duel.choose', '.pick');
  tour.offer('tour.duel.first', '.tray');
  tour.acted();
  expect(tour.card).toBeUndefined();
  tour.offer('tour.duel.first', '.tray');
  expect(tour.card?.key).toBe('tour.duel.first');
  tour.skip();
  expect(tour.card).toBeUndefined();
  tour.offer('tour.duel.low', '.act');
  expect(tour.card).toBeUndefined();
  expect(new Tour(kept).off).toBe(true);
  tour.restart();
  tour.offer('tour.duel.choose', '.pick');
  expect(tour.card?.key).toBe('tour.duel.choose');
});

test('what was kept by something else does no harm', () => {
  const kept = storage();
  kept.setItem('wyrmhall.tour', '{');
  expect(new Tour(kept).off).toBe(false);
});
