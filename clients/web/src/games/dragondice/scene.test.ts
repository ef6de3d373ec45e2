import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DragondiceDragonType, DragondiceIcon as I, DragondiceTerrain } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondiceStep, DragondiceViewSchema } from '../../gen/wyrmhall/v1/dragondice_pb';
import { DragondicePhrase as P } from '../../gen/wyrmhall/v1/dragondice_sentence_pb';
import { ChoicesSchema } from '../../gen/wyrmhall/v1/game_pb';
import { SentenceSchema } from '../../gen/wyrmhall/v1/sentence_pb';
import { elementsOfDragon, elementsOfTerrain, tintOfDragon } from './elements';
import {
  answerOf,
  damageToArmy,
  groupsOf,
  healthAt,
  isFighting,
  pairedIn,
  plainChoices,
  poolOf,
  targetOf,
  unitsAt,
} from './scene';

const bytes = (...values: number[]) => Uint8Array.from(values);
const sentence = (phrase: P, ...list: number[]) =>
  create(SentenceSchema, { phrase: { case: 'dragondice', value: phrase }, arguments: list });
const view = create(DragondiceViewSchema, {
  step: DragondiceStep.ALLOCATE,
  seat: 1,
  units: { 0: { kind: 1 }, 1: { kind: 2 }, 2: { kind: 1 }, 3: { kind: 2, owner: 1 }, 4: { kind: 2, owner: 1 } },
  places: { 0: 2, 1: 2, 2: 2, 3: 0, 4: 4 },
  kinds: { 1: { health: 1, faces: bytes(I.ID, 1, I.MELEE, 2) }, 2: { health: 4, faces: bytes(I.ID, 4, I.FLY, 4) } },
  dragons: { 0: { at: 2 }, 1: { at: 6 }, 2: { owner: 1, at: 6 } },
  attack: {
    terrain: 0,
    dragons: bytes(0, 2),
    targets: bytes(100, 0),
    damage: { 0: 6, 2: 12 },
    rolls: bytes(2, 1),
  },
});

test('units stand together by kind, the healthiest first', () => {
  expect(unitsAt(view, 0, 2)).toEqual([0, 1, 2]);
  expect(groupsOf(view, unitsAt(view, 0, 2)).map(({ kind, units }) => [kind, units])).toEqual([
    [2, [1]],
    [1, [0, 2]],
  ]);
  expect(healthAt(view, 0, 2)).toBe(6);
  expect(poolOf(view, 0).map(({ index }) => index)).toEqual([1]);
});

test('the attack: what is aimed at, what threatens the army, and what its units show', () => {
  const attack = view.attack!;
  expect(isFighting(view)).toBe(true);
  expect([targetOf(attack, 0), targetOf(attack, 2)]).toEqual([100, 0]);
  expect(damageToArmy(attack)).toBe(6);
  // Counted from the first unit of who marches.
  expect(answerOf(view)).toEqual([
    { unit: 3, icon: I.FLY, number: 4 },
    { unit: 4, icon: I.ID, number: 4 },
  ]);
  expect(isFighting(create(DragondiceViewSchema, { ...view, step: DragondiceStep.CALL }))).toBe(false);
});

test('choices of two parts are asked one after the other', () => {
  const choices = create(ChoicesSchema, {
    choices: [
      { sentence: sentence(P.REGROUP_NO_MORE) },
      { sentence: sentence(P.REGROUP, 2, 0, 0) },
      { sentence: sentence(P.REGROUP, 2, 0, 3) },
      { sentence: sentence(P.REGROUP, 2, 1, 0) },
    ],
  });
  const paired = pairedIn(choices)!;
  expect([paired.phrase, paired.isDragon]).toEqual([P.REGROUP, false]);
  expect([...paired.things].map(([unit, all]) => [unit, all.length])).toEqual([
    [0, 2],
    [1, 1],
  ]);
  expect(plainChoices(choices)).toEqual([choices.choices[0]]);
  expect(pairedIn(create(ChoicesSchema, { choices: [{ sentence: sentence(P.ATTACK_TERRAIN, 1) }] }))).toBeUndefined();
});

test('elements stand in the names of dragons and terrains', () => {
  expect(elementsOfDragon(DragondiceDragonType.HYBRID_DEATH_FIRE)).toEqual(['death', 'fire']);
  expect(elementsOfDragon(DragondiceDragonType.IVORY)).toEqual([]);
  expect(tintOfDragon(DragondiceDragonType.IVORY_HYBRID_AIR)).toBe('ivory');
  expect(tintOfDragon(DragondiceDragonType.WHITE)).toBe('white');
  expect(elementsOfTerrain(DragondiceTerrain.SWAMPLAND_CITY)).toEqual(['earth', 'water']);
});
