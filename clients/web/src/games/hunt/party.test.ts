import { expect, test } from 'vitest';
import { HuntClass, HuntDragonKind } from '../../gen/wyrmhall/v1/hunt_pb';
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
} from './party';
import { setup } from './setup';

const { WARRIOR, WIZARD, CLERIC, ROGUE, RANGER } = HuntClass;
const seats = (values: Record<string, number>) => heroesIn(values).map(({ class: kind, seat }) => [kind, seat]);

test('a warrior and a cleric are a band for one', () => {
  expect(seats({})).toEqual([
    [WARRIOR, 0],
    [CLERIC, 0],
  ]);
  expect([isAlone({}), dragonCount({}), dragonsIn({})]).toEqual([true, 1, []]);
});

test('players have seats without gaps, whoever leaves the band', () => {
  const values = { [keyOf(WIZARD)]: 3, [keyOf(CLERIC)]: 5 };
  expect(seats(values)).toEqual([
    [WARRIOR, 0],
    [WIZARD, 1],
    [CLERIC, 2],
  ]);
  expect(isAlone(values)).toBe(false);
  expect(seats({ ...values, [keyOf(WARRIOR)]: 0 })).toEqual([
    [WIZARD, 0],
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
  expect(game?.case === 'hunt' && game.value.heroes?.map(({ seat }) => seat)).toEqual([0, 1, 0]);
});

test('four heroes may choose who faces which dragon, two or three each (P1)', () => {
  const four = Object.fromEntries(CLASSES.slice(0, 4).map((kind) => [keyOf(kind), 1]));
  expect(groupsIn(four)).toEqual([]);
  const split = { ...four, [SPLIT_KEY]: 1 };
  expect(groupsIn(split)).toEqual([0, 1, 0, 1]);
  expect(groupsIn({ ...split, [groupKey(CLASSES[1])]: 0, [groupKey(CLASSES[2])]: 1 })).toEqual([0, 0, 1, 1]);
  expect(isLegalSplit(split)).toBe(true);
  expect(isLegalSplit({ ...split, [groupKey(CLASSES[1])]: 0 })).toBe(false);
  // Of three there is one dragon, and nothing to choose.
  expect(groupsIn({ ...split, [keyOf(CLASSES[3])]: 0 })).toEqual([]);
});
