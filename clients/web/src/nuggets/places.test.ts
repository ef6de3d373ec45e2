import { expect, test } from 'vitest';
import { placesOf } from './places';

test('who is level shares a place, and the next one counts all before', () => {
  const lines = [9n, 7n, 7n, 7n, 2n].map((nuggets) => ({ nuggets }));
  expect(placesOf(lines)).toEqual([1, 2, 2, 2, 5]);
  expect(placesOf([])).toEqual([]);
});
