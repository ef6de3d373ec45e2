import { expect, test } from 'vitest';
import { Tour } from './tour.svelte';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

const offer = (tour: Tour, id: string, on: string): void => tour.offer(id, on, () => id);

test('cards come one at a time, in the order in which they were offered, and none twice', () => {
  const kept = storage();
  const tour = new Tour(kept);
  offer(tour, 'choose', '.pick');
  offer(tour, 'first', '.tray');
  offer(tour, 'choose', '.pick');
  expect(tour.card?.id).toBe('choose');
  tour.next();
  expect(tour.card?.id).toBe('first');
  tour.next();
  expect(tour.card).toBeUndefined();
  offer(tour, 'choose', '.pick');
  expect(tour.card).toBeUndefined();
  // Not even by another visit.
  const again = new Tour(kept);
  offer(again, 'first', '.tray');
  expect(again.card).toBeUndefined();
});

test('acting clears what was waiting, but that may come again; skipping ends it for good, restarting brings it back', () => {
  const kept = storage();
  const tour = new Tour(kept);
  offer(tour, 'choose', '.pick');
  offer(tour, 'first', '.tray');
  tour.acted();
  expect(tour.card).toBeUndefined();
  offer(tour, 'first', '.tray');
  expect(tour.card?.id).toBe('first');
  tour.skip();
  expect(tour.card).toBeUndefined();
  offer(tour, 'low', '.act');
  expect(tour.card).toBeUndefined();
  expect(new Tour(kept).off).toBe(true);
  tour.restart();
  offer(tour, 'choose', '.pick');
  expect(tour.card?.id).toBe('choose');
});

test('what was kept by something else does no harm', () => {
  const kept = storage();
  kept.setItem('wyrmhall.tour', '{');
  expect(new Tour(kept).off).toBe(false);
});
