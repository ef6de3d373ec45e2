import { expect, test } from 'vitest';
import { Tour } from './tour.svelte';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

const ALL = ['goal', 'spend', 'next', 'rare'];
// The board says what it has to explain, and which of it fits now.
const tell = (tour: Tour, ...fits: string[]): void =>
  tour.tell(ALL.map((id) => ({ id, text: () => id, on: fits.includes(id) ? `.${id}` : undefined })));

// What stands on the page now, as the page says it.
function shown(tour: Tour): string | undefined {
  if (tour.card) tour.stands(tour.card.id);
  return tour.card?.id;
}

test('cards come one at a time, what is played for first, and none twice', () => {
  const kept = storage();
  const tour = new Tour(kept);
  tell(tour, 'next', 'spend', 'goal');
  expect(shown(tour)).toBe('goal');
  tour.next();
  expect(shown(tour)).toBe('spend');
  tour.next();
  expect(shown(tour)).toBe('next');
  tour.next();
  expect(tour.card).toBeUndefined();
  tell(tour, 'next', 'spend', 'goal');
  expect(tour.card).toBeUndefined();
  // Not even by another visit.
  const again = new Tour(kept);
  tell(again, 'next', 'spend', 'goal');
  expect(again.card).toBeUndefined();
});

test('the third does not come before the second, though the second does not fit yet', () => {
  const tour = new Tour(storage());
  tell(tour, 'goal', 'next');
  tour.next();
  expect(tour.card).toBeUndefined();
  tell(tour, 'spend', 'next');
  expect(tour.card?.id).toBe('spend');
});

test('a player who acts without putting cards away is shown all of them, and those once more', () => {
  const kept = storage();
  const tour = new Tour(kept);
  const seen: (string | undefined)[] = [];
  for (let i = 0; i < 9; i++) {
    tell(tour, ...ALL);
    seen.push(shown(tour));
    tour.acted();
  }
  expect(seen).toEqual([...ALL, ...ALL, undefined]);
});

test('what was acted over comes again only once something has come of it', () => {
  const tour = new Tour(storage());
  tell(tour, 'goal');
  shown(tour);
  tour.acted();
  expect(tour.card).toBeUndefined();
  tell(tour, 'goal', 'spend');
  expect(tour.card?.id).toBe('spend');
});

test('a card that there was no room for was not shown', () => {
  const tour = new Tour(storage());
  for (let i = 0; i < 3; i++) {
    tell(tour, 'goal', 'spend');
    expect(tour.card?.id).toBe('goal');
    tour.acted();
  }
  expect(tour.untold).toEqual(ALL);
});

test('a card goes when what it speaks of has gone, and comes when that is there again', () => {
  const tour = new Tour(storage());
  tell(tour, 'goal');
  tour.next();
  tell(tour, 'spend');
  expect(shown(tour)).toBe('spend');
  tell(tour);
  expect(tour.card).toBeUndefined();
  tell(tour, 'spend', 'next');
  expect(shown(tour)).toBe('next');
  tour.next();
  expect(shown(tour)).toBe('spend');
});

test('at the end is known what was never shown', () => {
  const kept = storage();
  const tour = new Tour(kept);
  tell(tour, 'goal', 'spend');
  shown(tour);
  tour.next();
  shown(tour);
  tour.acted();
  expect(tour.untold).toEqual(['next', 'rare']);
  tour.left();
  expect(tour.untold).toEqual([]);
});

test('what was not put away when the match is left comes again in the next one', () => {
  const kept = storage();
  const tour = new Tour(kept);
  tell(tour, 'goal');
  shown(tour);
  tour.acted();
  tour.left();
  expect(tour.card).toBeUndefined();
  tell(tour, 'goal', 'spend');
  expect(tour.card?.id).toBe('goal');
});

test('what was taught is summed up once', () => {
  const kept = storage();
  const tour = new Tour(kept);
  expect(tour.taught('goal')).toBe(false);
  tell(tour, 'goal');
  expect(tour.taught('goal')).toBe(false);
  shown(tour);
  expect(tour.taught('goal')).toBe(true);
  tour.next();
  expect(new Tour(kept).taught('goal')).toBe(true);
  tour.summedUp('goal');
  expect(tour.taught('goal')).toBe(false);
  expect(new Tour(kept).taught('goal')).toBe(false);
});

test('skipping ends it for good, restarting brings it back', () => {
  const kept = storage();
  const tour = new Tour(kept);
  tell(tour, 'goal');
  tour.skip();
  expect(tour.card).toBeUndefined();
  tell(tour, 'goal');
  expect(tour.card).toBeUndefined();
  expect(tour.untold).toEqual([]);
  expect(new Tour(kept).off).toBe(true);
  tour.restart();
  tell(tour, 'goal');
  expect(tour.card?.id).toBe('goal');
});

test('what was kept by something else does no harm', () => {
  const kept = storage();
  kept.setItem('wyrmhall.tour', '{');
  expect(new Tour(kept).off).toBe(false);
});
