import { expect, test } from 'vitest';
import { HuntClass, HuntDragonKind, HuntSkill, HuntSymbol } from '../../gen/wyrmhall/v1/hunt_pb';
import { optionsOf } from '../setup';
import {
  CLASSES,
  SPLIT_KEY,
  bandOf,
  dragonCount,
  dragonKey,
  dragonsIn,
  groupKey,
  groupsIn,
  heroesIn,
  isAlone,
  isLegalSplit,
  keyOf,
  partIn,
  sheetIn,
  sheetValues,
} from './party';
import { setup } from './setup';

const { WARRIOR, WIZARD, CLERIC, ROGUE, RANGER, CUSTOM } = HuntClass;
const seats = (values: Record<string, number>) => heroesIn(values).map(({ class: kind, seat }) => [kind, seat]);

test('a warrior and a cleric are a band for one', () => {
  expect(seats({})).toEqual([
    [WARRIOR, 0],
    [CLERIC, 0],
  ]);
  expect([isAlone({}), dragonCount({}), dragonsIn({})]).toEqual([true, 1, []]);
});

test('players have seats without gaps, whichever hero leaves the band', () => {
  const values = { [keyOf(WIZARD)]: 3, [keyOf(CLERIC)]: 5 };
  expect(seats(values)).toEqual([
    [WARRIOR, 0],
    [WIZARD, 1],
    [CLERIC, 2],
  ]);
  expect(isAlone(values)).toBe(false);
  // Who plays the wizard brings it: so this is the usual hunt of two.
  expect(seats({ ...values, [keyOf(WARRIOR)]: 0 })).toEqual([
    [WARRIOR, 0],
    [CLERIC, 1],
  ]);
});

test('four heroes meet two dragons, both chosen or none', () => {
  const values = { [keyOf(ROGUE)]: 2, [keyOf(RANGER)]: 2 };
  expect([bandOf(values).length, dragonCount(values)]).toEqual([4, 2]);
  const one = { ...values, [dragonKey(0)]: HuntDragonKind.BONE_TYRANT };
  expect(dragonsIn(one)).toEqual([]);
  expect(dragonsIn({ ...one, [dragonKey(1)]: HuntDragonKind.YOUNG_RED })).toEqual([
    HuntDragonKind.BONE_TYRANT,
    HuntDragonKind.YOUNG_RED,
  ]);
});

test('the band goes into the options of the match', () => {
  const { game } = optionsOf(setup, [], { [keyOf(WIZARD)]: 2 });
  expect(game?.case === 'hunt' && game.value.heroes?.map(({ seat }) => seat)).toEqual([0, 0, 1]);
});

test('four heroes may choose who faces which dragon, two or three each (P1)', () => {
  const four = Object.fromEntries(CLASSES.slice(0, 4).map((kind) => [keyOf(kind), 1]));
  expect(groupsIn(four)).toEqual([]);
  const split = { ...four, [SPLIT_KEY]: 1 };
  expect(groupsIn(split)).toEqual([0, 1, 0, 1]);
  expect(groupsIn({ ...split, [groupKey(CLASSES[1])]: 0, [groupKey(CLASSES[2])]: 1 })).toEqual([0, 0, 1, 1]);
  expect(isLegalSplit(split)).toBe(true);
  expect(isLegalSplit({ ...split, [groupKey(CLASSES[1])]: 0 })).toBe(false);
  expect(setup.faults?.(split)).toEqual([]);
  expect(setup.faults?.({ ...split, [groupKey(CLASSES[1])]: 0 })).toEqual(['Two or three heroes face each dragon.']);
  // Three face one dragon, and have nothing to choose.
  expect(groupsIn({ ...split, [keyOf(CLASSES[3])]: 0 })).toEqual([]);
});

test('with others one brings the own heroes, and the usual hunt stays the usual one', () => {
  expect(partIn({})).toBeUndefined();
  const usual = [
    [WARRIOR, 0],
    [CLERIC, 1],
  ];
  const brings = (values: Record<string, number>) => {
    const game = partIn(values)?.game;
    return game?.case === 'hunt' ? game.value.heroes?.map((hero) => hero.class) : [];
  };
  expect([seats({ [keyOf(CLERIC)]: 2 }), brings({ [keyOf(CLERIC)]: 2 })]).toEqual([usual, [WARRIOR]]);
  // The cleric that the other would have had gives way, and a warrior comes in its stead.
  const cleric = { [keyOf(WARRIOR)]: 2 };
  expect([seats(cleric), brings(cleric)]).toEqual([usual, [CLERIC]]);
  const rogue = { [keyOf(WARRIOR)]: 0, [keyOf(ROGUE)]: 1, [keyOf(CLERIC)]: 2 };
  expect([seats(rogue), brings(rogue)]).toEqual([usual, [ROGUE]]);
  // What the other would not have had is said in the options.
  const wizard = { [keyOf(CLERIC)]: 0, [keyOf(WIZARD)]: 2 };
  expect(seats(wizard)).toEqual([
    [WARRIOR, 0],
    [WIZARD, 1],
  ]);
});

test('a custom hero is brought, or alone stands in the options (N1)', () => {
  const sheet = { symbol: HuntSymbol.MAGIC, skills: [HuntSkill.CLEAVE, HuntSkill.HEAL] };
  const custom = { ...sheetValues(sheet), [keyOf(CUSTOM)]: 1, [keyOf(WARRIOR)]: 0 };
  expect(sheetIn(custom)).toEqual(sheet);
  expect(setup.faults?.({ [keyOf(CUSTOM)]: 1 })).toHaveLength(2);
  expect(setup.faults?.({})).toEqual([]);
  const alone = heroesIn(custom).find((hero) => hero.class === CUSTOM);
  expect(alone?.symbol).toBe(HuntSymbol.MAGIC);
  expect(alone?.skills.map(({ id }) => id)).toEqual(sheet.skills);
  const together = { ...custom, [keyOf(CLERIC)]: 2 };
  expect(seats(together)).toEqual([
    [WARRIOR, 0],
    [CLERIC, 1],
  ]);
  expect(partIn(together)?.game).toEqual({ case: 'hunt', value: { heroes: [{ class: CUSTOM, ...sheet }] } });
});
