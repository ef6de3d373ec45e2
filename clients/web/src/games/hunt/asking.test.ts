import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { FormSchema, type Form } from '../../gen/wyrmhall/v1/game_pb';
import { HuntSkill } from '../../gen/wyrmhall/v1/hunt_pb';
import { HuntPhrase } from '../../gen/wyrmhall/v1/hunt_sentence_pb';
import { answered, answers, asksOn, isOpen, type Asked } from './asking';
import { NONE } from './scene';

const saying = (phrase: HuntPhrase, ...all: number[]) => ({
  phrase: { case: 'hunt' as const, value: phrase },
  arguments: all,
});
const DICE = { sentence: saying(HuntPhrase.PART_DICE), values: [3] };
const targets = (...values: number[]) => ({ sentence: saying(HuntPhrase.PART_TARGETS), values });
const COVER = {
  sentence: saying(HuntPhrase.PART_COVER),
  values: [7, 9],
  meanings: [saying(HuntPhrase.SKILL, HuntSkill.CLEAVE), saying(HuntPhrase.SKILL, HuntSkill.HEAL)],
};
const askedBy = (form: Form, skill: number = HuntSkill.HEAL, ways = 1): Asked => ({
  form,
  title: '',
  skill,
  ways,
  given: form.parts.map(({ values }) => values[0]),
  offered: form.parts.map(({ values }) => values),
});

test('who is healed is pressed, then what is covered, and then nothing is open', () => {
  const asked = askedBy(create(FormSchema, { parts: [DICE, targets(1, 4), COVER] }));
  expect(asksOn(asked)).toBe('heroes');
  expect([...answers(asked)]).toEqual([
    [0, 1],
    [2, 4],
  ]);
  const next = answered(asked, 4);
  expect(asksOn(next)).toBe('covers');
  expect([...answers(next)]).toEqual([
    [HuntSkill.CLEAVE, 7],
    [HuntSkill.HEAL, 9],
  ]);
  const last = answered(next, 9);
  expect(asksOn(last)).toBe('nothing');
  expect(isOpen(last)).toBe(false);
  expect(last.given).toEqual([3, 4, 9]);
});

test('several heroes at once, several ways, other dice and whatever a village asks are asked in words', () => {
  const several = create(FormSchema, { parts: [DICE, targets(3, 5)] });
  expect(asksOn(askedBy(several))).toBe('words');
  const one = create(FormSchema, { parts: [DICE, targets(1, 4)] });
  expect(asksOn(askedBy(one, HuntSkill.HEAL, 2))).toBe('words');
  expect(asksOn(askedBy(one, NONE))).toBe('words');
  const dice = create(FormSchema, { parts: [{ ...DICE, values: [3, 6] }, targets(1, 4)] });
  expect(asksOn(askedBy(dice))).toBe('words');
  expect(answers(askedBy(dice)).size).toBe(0);
});
