import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { ChoicesSchema } from '../gen/wyrmhall/v1/game_pb';
import { HuntPhrase } from '../gen/wyrmhall/v1/hunt_sentence_pb';
import { spelledOut } from './spelled_out';

const sentence = (value: HuntPhrase, ...list: number[]) => ({
  phrase: { case: 'hunt' as const, value },
  arguments: list,
});

test('a form that is a list becomes choices, behind the others', () => {
  const { choices, forms } = spelledOut(
    create(ChoicesSchema, {
      choices: [{ sentence: sentence(HuntPhrase.READY) }],
      forms: [
        { number: 3, parts: [{ values: [0, 1] }] },
        {
          number: 11,
          sentence: sentence(HuntPhrase.GROUP),
          listed: true,
          group: 28,
          parts: [{ values: [1, 4] }, { values: [0, 1] }],
        },
      ],
    }),
  );
  expect(forms.map(({ number }) => number)).toEqual([3]);
  expect(choices.map(({ sentence }) => sentence?.arguments)).toEqual([[], [1, 0], [1, 1], [4, 0], [4, 1]]);
  expect(choices[4]).toMatchObject({
    action: { game: { case: 'form', value: { number: 11, values: [4, 1] } } },
    sentence: { phrase: { value: HuntPhrase.GROUP } },
    group: 28,
  });
});

test('a list without end stays a form', () => {
  const parts = Array.from({ length: 9 }, () => ({ values: [0, 1] }));
  const { choices, forms } = spelledOut(create(ChoicesSchema, { forms: [{ number: 1, listed: true, parts }] }));
  expect([choices.length, forms.length]).toEqual([0, 1]);
});

test('what is said once is said of each value: with the value, or with the members of the set', () => {
  const { forms } = spelledOut(
    create(ChoicesSchema, {
      forms: [
        {
          parts: [
            { values: [3, 5], meaning: sentence(HuntPhrase.SKILL) },
            { values: [0b00011, 0b1010000], members: sentence(HuntPhrase.DICE) },
            { values: [7], meanings: [sentence(HuntPhrase.NO_SKILL)] },
            { values: [0, 1] },
          ],
        },
      ],
    }),
  );
  const said = forms[0].parts.map(({ meanings }) => meanings.map((each) => each.arguments));
  expect(said).toEqual([
    [[3], [5]],
    [
      [0, 1],
      [4, 6],
    ],
    [[]],
    [],
  ]);
});
