// Forms: decisions that are put together from parts. What may still be filled in follows from the form's own numbers, so no
// rule of any game is here.
import { create } from '@bufbuild/protobuf';
import { GameActionSchema, type Form, type GameAction } from '../../gen/wyrmhall/v1/game_pb';

// A value for each part; undefined where none is chosen yet. What is missing at the end is not chosen either.
export type Given = readonly (number | undefined)[];

// Whether some filling of the form has these values.
export function fillable(form: Form, given: Given): boolean {
  if (given.length > form.parts.length) return false;
  let sums = new Set([0]);
  form.parts.forEach(({ values }, i) => {
    const chosen = given[i];
    const left = chosen === undefined ? values : values.filter((value) => value === chosen);
    sums = new Set([...sums].flatMap((sum) => left.map((value) => sum + value)));
  });
  return [...sums].some((sum) => sum >= (form.sumLeast ?? 0) && sum <= (form.sumMost ?? Infinity));
}

export const isFilled = (form: Form, given: Given): given is readonly number[] =>
  given.length === form.parts.length && given.every((value) => value !== undefined) && fillable(form, given);

export const filled = (form: Form, values: readonly number[]): GameAction =>
  create(GameActionSchema, { game: { case: 'form', value: { number: form.number, values: [...values] } } });
