import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { ChoicesSchema, FormPartSchema } from '../../gen/wyrmhall/v1/game_pb';
import { HuntSkill, HuntSymbol, HuntViewSchema, HuntVillageSchema } from '../../gen/wyrmhall/v1/hunt_pb';
import { HuntPhrase } from '../../gen/wyrmhall/v1/hunt_sentence_pb';
import { SentenceSchema } from '../../gen/wyrmhall/v1/sentence_pb';
import {
  choicesWith,
  generalOf,
  heroesOf,
  itemsOf,
  membersOf,
  nextHero,
  orderOf,
  placesOf,
  reasonForSkill,
  rollsOf,
  waysOf,
  worthOffering,
} from './scene';
import { suggestion, usefulDice } from './suggest';

const { SWORD, MAGIC, HOLY } = HuntSymbol;
const numbers = (...values: number[]) => Uint8Array.from(values);
const sentence = (phrase: HuntPhrase, ...list: number[]) =>
  create(SentenceSchema, { phrase: { case: 'hunt', value: phrase }, arguments: list });
const view = create(HuntViewSchema, {
  acting: 1,
  order: numbers(1, 0),
  dice: numbers(SWORD, SWORD, SWORD, HOLY, MAGIC),
  sheets: { 0: {}, 1: { skills: [{ id: HuntSkill.CLEAVE }] }, 2: {} },
  progress: { 0: { hpMax: 23 }, 1: { hpMax: 24 }, 2: { hpMax: 20 } },
  heroes: { 0: { hp: 10, alive: true }, 1: { hp: 23, alive: true }, 2: { hp: 0 } },
});

test('heroes stand in the order of their turns, who takes no part last', () => {
  expect(heroesOf(view).map(({ index }) => index)).toEqual([1, 0, 2]);
  expect(orderOf(view).map(({ index }) => index)).toEqual([1, 0]);
});

test('the next turn is of the next hero in order who lives and has a token', () => {
  const withTokens = (...tokens: number[]) =>
    create(HuntViewSchema, {
      acting: 2,
      order: numbers(2, 0, 1),
      heroes: Object.fromEntries(tokens.map((n, i) => [i, { alive: n >= 0, tokens: Math.max(0, n) }])),
    });
  expect(nextHero(withTokens(1, 1, 1))).toBe(0);
  expect(nextHero(withTokens(-1, 1, 1))).toBe(1);
  expect(nextHero(withTokens(0, 0, 1))).toBe(2);
  expect(nextHero(withTokens(0, 0, 0))).toBe(2);
  expect(nextHero(withTokens(0, 0, -1))).toBe(0);
});

test('the symbols of a pattern are met one die each; places for any stay open', () => {
  const met = (pattern: string) => placesOf(pattern, [SWORD, SWORD, HOLY]).map((place) => place.met);
  expect(met('SSS')).toEqual([true, true, false]);
  expect(met('SH!!')).toEqual([true, true, false, false]);
});

test('what can be activated is what the server offers, by skill', () => {
  const choices = create(ChoicesSchema, {
    forms: [
      { number: 1, sentence: sentence(HuntPhrase.ROLL_AGAIN, 2) },
      {
        number: 16,
        sentence: sentence(HuntPhrase.ATTACK, HuntSkill.CLEAVE, 3),
        parts: [{ sentence: sentence(HuntPhrase.PART_DICE), values: [0b011, 0b101, 0b0100001, 0b1000010] }],
      },
      { number: 8, sentence: sentence(HuntPhrase.ATTACK, HuntSkill.JAB, 2) },
    ],
    unavailable: [{ reason: sentence(HuntPhrase.WRONG_DICE, HuntSkill.WHIRLWIND) }],
  });
  expect(rollsOf(choices).map(({ number }) => number)).toEqual([1]);
  const ways = waysOf(choices, HuntSkill.CLEAVE);
  expect(ways.map(({ number, parts }) => [number, parts[0].values])).toEqual([
    [16, [0b011, 0b101]],
    [16, [0b0100001]],
    [16, [0b1000010]],
  ]);
  expect(ways.map(itemsOf)).toEqual([0, 1, 2]);
  expect(generalOf(choices, view)).toEqual([HuntSkill.JAB]);
  expect(reasonForSkill(choices, HuntSkill.WHIRLWIND)).toBeDefined();
  expect(reasonForSkill(choices, HuntSkill.CLEAVE)).toBeUndefined();
});

test('changes of groups are offered if enough heroes live for two groups', () => {
  const choices = create(ChoicesSchema, {
    choices: [{ sentence: sentence(HuntPhrase.GROUP, 0, 1) }, { sentence: sentence(HuntPhrase.READY) }],
    forms: [{ number: 7, sentence: sentence(HuntPhrase.BUY, 0) }],
  });
  const band = (...alive: boolean[]) =>
    create(HuntViewSchema, {
      sheets: Object.fromEntries(alive.map((_, i) => [i, {}])),
      progress: Object.fromEntries(alive.map((_, i) => [i, {}])),
      heroes: Object.fromEntries(alive.map((is, i) => [i, { alive: is }])),
    });
  const few = worthOffering(choices, band(true, true, true, false));
  expect(few.choices).toEqual(choicesWith(choices, HuntPhrase.READY));
  expect(few.forms).toEqual(choices.forms);
  const four = band(true, true, true, true);
  expect(worthOffering(choices, four)).toEqual(choices);
  // After the last village nobody goes on.
  four.village = create(HuntVillageSchema, { last: true });
  expect(worthOffering(choices, four).choices).toEqual(few.choices);
});

test('dice of the same symbols are offered once; a heal is meant for who lacks most', () => {
  const part = (phrase: HuntPhrase, ...values: number[]) =>
    create(FormPartSchema, { values, sentence: sentence(phrase) });
  expect(membersOf(0b10011)).toEqual([0, 1, 4]);
  expect(usefulDice(view, part(HuntPhrase.PART_DICE, 0b00011, 0b00101, 0b01001))).toEqual([0b00011, 0b01001]);
  expect(usefulDice(view, part(HuntPhrase.PART_DICE, 0b0100001, 0b0100010, 0b1000001))).toEqual([0b0100001, 0b1000001]);
  expect(suggestion(view, part(HuntPhrase.PART_TARGETS, 0b10, 0b01))).toBe(0b01);
  expect(suggestion(view, part(HuntPhrase.PART_DICE, 3, 5))).toBe(3);
});
