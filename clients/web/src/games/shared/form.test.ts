import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { FormSchema, type Form } from '../../gen/wyrmhall/v1/game_pb';
import { fillable, filled, isFilled } from './form';

const form = (parts: number[][], sums: Partial<Pick<Form, 'sumLeast' | 'sumMost'>> = {}): Form =>
  create(FormSchema, { number: 7, parts: parts.map((values) => ({ values })), ...sums });

test('what can still be filled in follows from the values and the sum', () => {
  const damage = form(
    [
      [0, 3],
      [0, 2],
      [0, 7],
    ],
    { sumLeast: 5, sumMost: 5 },
  );
  expect(fillable(damage, [])).toBe(true);
  expect(fillable(damage, [3])).toBe(true);
  expect(fillable(damage, [0])).toBe(false);
  expect(fillable(damage, [undefined, undefined, 7])).toBe(false);
  expect(fillable(damage, [1])).toBe(false);
  expect(isFilled(damage, [3, 2])).toBe(false);
  expect(isFilled(damage, [3, 2, 0])).toBe(true);
  expect(isFilled(damage, [3, 2, 0, 0])).toBe(false);
  expect(isFilled(form([[0, 1]]), [1])).toBe(true);
  expect(isFilled(form([[0, 1]], { sumLeast: 1 }), [0])).toBe(false);
});

test('a form goes back with its number', () => {
  expect(filled(form([[1, 2]]), [2]).game).toMatchObject({ case: 'form', value: { number: 7, values: [2] } });
});
