import { expect, test } from 'vitest';
import { fortuneOf, luckOf } from './luck';

test('dice of all kinds are added up, with the spread of such dice', () => {
  const luck = luckOf([
    { sides: 8, rolled: 2, sum: 12n, expectedSum: 9 },
    { sides: 10, rolled: 1, sum: 1n, expectedSum: 5.5 },
  ]);
  expect(luck).toMatchObject({ rolled: 3, sum: 13, mean: 14.5 });
  expect(luck.spread).toBeCloseTo(Math.sqrt((2 * 63) / 12 + 99 / 12));
});

test('fortune is what came less what was to be expected, one decision after the other', () => {
  const path = fortuneOf([
    { expected: 0.5, came: 0.7 },
    { expected: 0.7, came: 0.4 },
  ]);
  expect(path.map((v) => Math.round(v * 10))).toEqual([0, 2, -1]);
});
