import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { FormSchema } from '../../gen/wyrmhall/v1/game_pb';
import { isFilled } from '../shared/form';
import { EMPTY, PRESETS, canAdd, changed, countsOf, diceIn, pointsIn, powersOf } from './allocation';
import { POWERS } from './scene';

const parts = Array.from({ length: 8 }, () => ({ values: [...POWERS] }));
const big = create(FormSchema, { number: 1, parts, sumLeast: 28, sumMost: 28, interchangeable: true });
const free = create(FormSchema, { number: 1, parts, interchangeable: true });
const addable = (counts: readonly number[], form = big) => [0, 1, 2, 3, 4, 5].filter((i) => canAdd(counts, i, form));

test('only what leads to an allocation of the right sum can be added', () => {
  expect(addable(EMPTY)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(addable(countsOf([6, 6, 6]))).toEqual([0, 1, 2, 3, 4, 5]);
  expect(addable(countsOf([6, 6, 6, 4]))).toEqual([0, 1, 2]);
  expect(addable(countsOf([6, 6, 6, 4, 1, 1, 1]))).toEqual([2]);
  expect(addable(countsOf([1, 1, 1, 1, 1, 1, 1]))).toEqual([]);
  expect(addable(PRESETS.even)).toEqual([]);
  expect(addable(countsOf([1, 1, 1, 1, 1, 1, 1]), free)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(addable(PRESETS.even, free)).toEqual([]);
});

test('an allocation goes out as its powers', () => {
  expect(powersOf(PRESETS.ladder)).toEqual([1, 1, 2, 3, 4, 5, 6, 6]);
  for (const preset of Object.values(PRESETS)) expect(isFilled(big, powersOf(preset))).toBe(true);
  expect(isFilled(big, powersOf(countsOf([1, 1, 1, 1, 1, 1, 1, 1])))).toBe(false);
  expect(isFilled(free, powersOf(countsOf([1, 1, 1, 1, 1, 1, 1, 1])))).toBe(true);
  expect(diceIn(PRESETS.ladder)).toBe(8);
  expect(Object.values(PRESETS).map(pointsIn)).toEqual([28, 28, 28]);
  expect(changed(EMPTY, 2, -1)).toEqual(EMPTY);
});
