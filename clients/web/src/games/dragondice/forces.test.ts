import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DragondiceArmySchema, DragondiceOptionsSchema } from '../../gen/wyrmhall/v1/dragondice_pb';
import { optionsOf, partOf } from '../setup';
import { forceHealth, readyForce, smallForce } from './force';
import { FIRST_BATTLE, SEATS, armyKey, forceAt, isFirst, partIn, pointsOf, readyIn } from './forces';
import { forge } from './forge.svelte';
import { setup } from './setup';

const healthOf = (values: Record<string, number>, seat = 0): number => forceHealth(forceAt(values, seat));

test('each side brings a force, unless one says what the other has', () => {
  const part = partOf(setup, {});
  expect(part?.game).toMatchObject({ case: 'dragondice', value: { army: { species: 2 }, dragons: [] } });
  expect(optionsOf(setup, [], {}).game?.value).toMatchObject({ armies: [], dragons: [] });
  const said = { 'army.1': 3 };
  expect(partOf(setup, said)).toBeUndefined();
  expect(optionsOf(setup, [], said).game?.value).toMatchObject({ armies: [{ species: 2 }, { species: 3 }] });
});

test('forces have the points that one chooses', () => {
  expect(healthOf({})).toBe(30);
  for (const points of [15, 24, 36, 60]) {
    expect(healthOf({ points })).toBe(points);
    const own = partIn({ points, [armyKey(0)]: 0 })?.game;
    const army = own?.case === 'dragondice' ? own.value.army : undefined;
    // One’s own begins as a ready force of the size, and is known as one.
    expect(army?.home?.length).toBeGreaterThan(0);
    expect(readyIn(create(DragondiceArmySchema, army))).toBe(2);
  }
});

test('a first battle is one of 15 points, until larger forces are wanted', () => {
  expect(isFirst(FIRST_BATTLE)).toBe(true);
  for (const seat of SEATS) expect(healthOf(FIRST_BATTLE, seat)).toBe(15);
  expect(isFirst({ ...FIRST_BATTLE, points: 24 })).toBe(false);
  expect(healthOf({ ...FIRST_BATTLE, points: 24 })).toBe(24);
});

test('the points of a table are said, or those of its armies', () => {
  const options = (more: object) => create(DragondiceOptionsSchema, more);
  expect(pointsOf(options({}))).toBe(30);
  expect(pointsOf(options({ points: 60 }))).toBe(60);
  expect(pointsOf(options({ armies: [{ preset: 2 }, { preset: 3 }] }))).toBe(30);
  const { home, campaign, horde } = smallForce(0);
  const army = { home: [...home], campaign: [...campaign], horde: [...horde] };
  expect(pointsOf(options({ armies: [army, army] }))).toBe(15);
  expect(readyIn(create(DragondiceArmySchema, army))).toBe(0);
  expect(readyIn(create(DragondiceArmySchema, { preset: 12 }))).toBe(12);
});

test('a force of one’s own that breaks a rule is named with its side and the rule', () => {
  const values = { [armyKey(0)]: 0, [armyKey(1)]: 0 };
  expect(setup.faults?.(values)).toEqual([]);
  const built = readyForce(3, 30);
  forge.change(1, 30, { ...built, dragons: [] });
  expect(setup.faults?.(values)).toEqual([
    'The other side’s · The dragons count 0, and must count 2; a white one counts two (DR-0).',
  ]);
  // It is not of this match.
  expect(setup.faults?.({ ...values, [armyKey(1)]: 3 })).toEqual([]);
  forge.change(1, 30, built);
});
