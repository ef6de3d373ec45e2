import { expect, test } from 'vitest';
import { Tour, type Card } from './tour.svelte';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

const offer = (tour: Tour, id: string, on: string, more: Partial<Card> = {}): void =>
  tour.offer({ id, on, text: () => id, ...more });

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

test('whoever acts without putting cards away is shown all of them, the most important first', () => {
  const kept = storage();
  const tour = new Tour(kept);
  offer(tour, 'first', '.tray');
  offer(tour, 'fight', '.tray');
  offer(tour, 'energy', '.energy', { first: true });
  const shown: (string | undefined)[] = [];
  for (let i = 0; i < 4; i++) {
    shown.push(tour.card?.id);
    tour.acted();
  }
  expect(shown).toEqual(['energy', 'first', 'fight', undefined]);
  offer(tour, 'energy', '.energy', { first: true });
  expect(tour.card).toBeUndefined();
});

test('what waits says what is true when it is shown', () => {
  const tour = new Tour(storage());
  offer(tour, 'choose', '.pick');
  offer(tour, 'fight', '.tray', { text: () => '4 against 6' });
  offer(tour, 'arm', '.act', { passing: true });
  offer(tour, 'fight', '.tray', { text: () => '8 against 2' });
  tour.acted();
  expect(tour.card?.text()).toBe('8 against 2');
  tour.acted();
  expect(tour.card).toBeUndefined();
  offer(tour, 'arm', '.act', { passing: true });
  expect(tour.card?.id).toBe('arm');
});

test('what was not put away when the match is left may come again', () => {
  const kept = storage();
  const tour = new Tour(kept);
  offer(tour, 'choose', '.pick');
  offer(tour, 'first', '.tray');
  tour.left();
  expect(tour.card).toBeUndefined();
  offer(new Tour(kept), 'choose', '.pick');
  offer(tour, 'first', '.tray');
  expect(tour.card?.id).toBe('first');
});

test('what was taught is summed up once, also where its card still waits or is shown', () => {
  const kept = storage();
  const tour = new Tour(kept);
  expect(tour.taught('energy')).toBe(false);
  offer(tour, 'energy', '.energy', { first: true });
  expect(tour.taught('energy')).toBe(true);
  tour.acted();
  expect(new Tour(kept).taught('energy')).toBe(true);
  tour.summedUp('energy');
  expect(tour.taught('energy')).toBe(false);
  expect(new Tour(kept).taught('energy')).toBe(false);
});

test('skipping ends it for good, restarting brings it back', () => {
  const kept = storage();
  const tour = new Tour(kept);
  offer(tour, 'first', '.tray');
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
