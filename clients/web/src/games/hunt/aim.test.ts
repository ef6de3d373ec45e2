import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { HuntSkill, HuntSymbol, HuntViewSchema } from '../../gen/wyrmhall/v1/hunt_pb';
import { canAimAt, diceFor, diceShown, helps } from './aim';
import { heroesOf } from './scene';

const { SWORD, MAGIC, HOLY, DAGGER, DRAGON } = HuntSymbol;

const SKILLS = [HuntSkill.CLEAVE, HuntSkill.MIGHTY_STRIKE, HuntSkill.JAB];
const viewWith = (covered: number[]) =>
  create(HuntViewSchema, {
    order: Uint8Array.of(0),
    skills: {
      [HuntSkill.CLEAVE]: { pattern: 'SS' },
      [HuntSkill.MIGHTY_STRIKE]: { pattern: 'SD' },
      [HuntSkill.JAB]: { pattern: '===' },
    },
    sheets: { 0: { skills: SKILLS.map((id) => ({ id })) } },
    progress: { 0: {} },
    heroes: { 0: { alive: true, covered: Uint8Array.from(covered) } },
  });

test('no more dice of a symbol are kept than a pattern takes, and those that come first', () => {
  expect([...diceFor('SS', [SWORD, MAGIC, SWORD, SWORD, DRAGON])]).toEqual([0, 2]);
  expect([...diceFor('SD', [HOLY, DAGGER, DRAGON, DAGGER, SWORD])]).toEqual([1, 4]);
  expect([...diceFor('MM', [SWORD, HOLY, DRAGON, DAGGER, SWORD])]).toEqual([]);
  expect([...diceFor('SS', [0, 0, 0, 0, 0])]).toEqual([]);
});

test('a skill is aimed at that is open and asks for symbols', () => {
  const view = viewWith([0, 1, 0]);
  const [hero] = heroesOf(view);
  expect(SKILLS.map((skill) => canAimAt(view, hero, skill))).toEqual([true, false, false]);
  expect(canAimAt(view, hero, HuntSkill.HEAL)).toBe(false);
});

test('a die helps the open skills that take its symbol', () => {
  const view = viewWith([0, 0, 0]);
  const [hero] = heroesOf(view);
  expect(helps(view, hero, SWORD)).toEqual([HuntSkill.CLEAVE, HuntSkill.MIGHTY_STRIKE]);
  expect(helps(view, hero, DAGGER)).toEqual([HuntSkill.MIGHTY_STRIKE]);
  expect(helps(view, hero, DRAGON)).toEqual([]);
  const [tired] = heroesOf(viewWith([1, 0, 0]));
  expect(helps(view, tired, SWORD)).toEqual([HuntSkill.MIGHTY_STRIKE]);
});

test('what an ally has passed on lies in the first place until the dice are rolled', () => {
  const before = create(HuntViewSchema, { dice: Uint8Array.of(0, 0, 0, 0, 0), kept: HOLY });
  expect(diceShown(before)).toEqual([HOLY, 0, 0, 0, 0]);
  const after = create(HuntViewSchema, { dice: Uint8Array.of(SWORD, 1, 1, 1, 1), kept: HOLY, rolls: 1 });
  expect(diceShown(after)).toEqual([SWORD, 1, 1, 1, 1]);
});
