import { expect, test } from 'vitest';
import { EMPTY, PRESETS, canAdd, changed, countsOf, diceIn, offeredAs, pointsIn } from './allocation';

const offered = [countsOf([3, 3, 3, 3, 4, 4, 4, 4]), countsOf([1, 1, 1, 1, 6, 6, 6, 6])];

test('only what leads to an offered allocation can be added', () => {
  expect([0, 1, 2, 3, 4, 5].filter((i) => canAdd(EMPTY, i, offered))).toEqual([0, 2, 3, 5]);
  const begun = changed(EMPTY, 0, 1);
  expect([0, 1, 2, 3, 4, 5].filter((i) => canAdd(begun, i, offered))).toEqual([0, 5]);
  expect([0, 1, 2, 3, 4, 5].some((i) => canAdd(PRESETS.even, i, offered))).toBe(false);
});

test('an allocation is known by its counts', () => {
  expect(offeredAs(PRESETS.even, offered)).toBe(0);
  expect(offeredAs(PRESETS.ladder, offered)).toBe(-1);
  expect(diceIn(PRESETS.ladder)).toBe(8);
  expect(Object.values(PRESETS).map(pointsIn)).toEqual([28, 28, 28]);
  expect(changed(EMPTY, 2, -1)).toEqual(EMPTY);
});
