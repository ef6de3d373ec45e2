import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DragondiceArmySchema, DragondiceOptionsSchema } from '../../gen/wyrmhall/v1/dragondice_pb';
import { optionsOf, partOf } from '../setup';
import { smallForce } from './force';
import { FIRST_BATTLE, armyKey, healths, isFirst, partIn, pointsOf, readyIn } from './forces';
import { setup } from './setup';

test('each side brings a force, unless one says what the other has', () => {
  const part = partOf(setup, {});
  expect(part?.game).toMatchObject({ case: 'dragondice', value: { army: { species: 2 }, dragons: [] } });
  expect(optionsOf(setup, [], {}).game?.value).toMatchObject({ armies: [], dragons: [] });
  const said = { 'army.1': 3 };
  expect(partOf(setup, said)).toBeUndefined();
  expect(optionsOf(setup, [], said).game?.value).toMatchObject({ armies: [{ species: 2 }, { species: 3 }] });
});

test('forces have the points that one chooses', () => {
  expect(healths({})).toEqual([30, 30]);
  for (const points of [15, 24, 36, 60]) {
    expect(healths({ points })).toEqual([points, points]);
    const own = partIn({ points, [armyKey(0)]: 0 })?.game;
    const army = own?.case === 'dragondice' ? own.value.army : undefined;
    // One’s own begins as a ready force of the size, and is known as one.
    expect(army?.home?.length).toBeGreaterThan(0);
    expect(readyIn(create(DragondiceArmySchema, army))).toBe(2);
  }
});

test('a first battle is one of 15 points, until larger forces are wanted', () => {
  expect(isFirst(FIRST_BATTLE)).toBe(true);
  expect(healths(FIRST_BATTLE)).toEqual([15, 15]);
  expect(isFirst({ ...FIRST_BATTLE, points: 24 })).toBe(false);
  expect(healths({ ...FIRST_BATTLE, points: 24 })).toEqual([24, 24]);
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
