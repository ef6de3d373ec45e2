import { expect, test } from 'vitest';
import { placesOf } from './places';

test('who is level shares a place, and the next one counts all before', () => {
  expect(placesOf([9n, 7n, 7n, 7n, 2n])).toEqual([1, 2, 2, 2, 5]);
  expect(placesOf([])).toEqual([]);
});
