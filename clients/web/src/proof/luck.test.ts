import { expect, test } from 'vitest';
import { luckOf } from './luck';

test('luck is the sum above its expectation, with the spread of such dice', () => {
  const luck = luckOf([
    { sides: 8, value: 8 },
    { sides: 10, value: 1 },
  ]);
  expect(luck.path).toEqual([0, 3.5, -1]);
  expect(luck.sum).toBe(9);
  expect(luck.mean).toBe(10);
  expect(luck.band[2]).toBeCloseTo(Math.sqrt(63 / 12 + 99 / 12));
});
