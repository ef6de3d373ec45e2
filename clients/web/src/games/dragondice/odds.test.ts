import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DragondiceIcon as I, DragondiceSpecies as S } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondiceEffectsSchema, DragondiceViewSchema } from '../../gen/wyrmhall/v1/dragondice_pb';
import { answerOdds, atLeast, distribution, meanOf, type Die, type Result } from './odds';
import type { Face } from './scene';

const face = (icon: I, number: number): Face => ({ icon, number });
const FOOTMAN: Die = {
  species: S.DWARF,
  faces: [face(I.ID, 1), face(I.SAVE, 1), face(I.MELEE, 1), face(I.SAVE, 1), face(I.MELEE, 1), face(I.MELEE, 2)],
};
const GARGOYLE: Die = {
  species: S.DWARF,
  faces: [
    face(I.ID, 4),
    face(I.FLY, 4),
    face(I.SMITE, 4),
    face(I.MELEE, 3),
    face(I.DISPEL_MAGIC, 0),
    face(I.COUNTER, 4),
  ],
};
const none = { effects: undefined, trumpets: false, dodging: new Set<S>(), specialManeuvers: false };

// Every combination of faces, counted one by one.
function counted(dice: readonly Die[], value: (faces: readonly Face[]) => number): number[] {
  const chances: number[] = [];
  const go = (at: number, faces: Face[], chance: number): void => {
    if (at === dice.length) {
      const n = value(faces);
      while (chances.length <= n) chances.push(0);
      chances[n] += chance;
      return;
    }
    for (const one of dice[at].faces) go(at + 1, [...faces, one], chance / dice[at].faces.length);
  };
  go(0, [], 1);
  return chances;
}
const close = (found: readonly number[] | undefined, wanted: readonly number[]) => {
  expect(found?.length).toBe(wanted.length);
  wanted.forEach((chance, n) => expect(found?.[n], String(n)).toBeCloseTo(chance, 9));
};
const sum = (faces: readonly Face[], ...icons: I[]): number =>
  faces.reduce((all, { icon, number }) => all + (icons.includes(icon) ? number : 0), 0);

test('chances are those of all combinations of faces, IDs counting as what is asked about', () => {
  const dice = [FOOTMAN, FOOTMAN, GARGOYLE];
  close(
    distribution(dice, 'save', none),
    counted(dice, (faces) => sum(faces, I.SAVE, I.ID, I.FLY, I.COUNTER)),
  );
  close(
    distribution(dice, 'melee', none),
    counted(dice, (faces) => sum(faces, I.MELEE, I.ID, I.SMITE, I.COUNTER)),
  );
});

test('a Trample is saves where maneuvers of its species are, and is never halved; before rules version 2 it was not', () => {
  const giant: Die = {
    species: S.CORAL_ELF,
    faces: [
      face(I.ID, 4),
      face(I.SAVE, 4),
      face(I.TRAMPLE, 4),
      face(I.MANEUVER, 3),
      face(I.MELEE, 4),
      face(I.SMITE, 4),
    ],
  };
  const effects = create(DragondiceEffectsSchema, { halveManeuver: true });
  const at = { ...none, effects, dodging: new Set([S.CORAL_ELF]), specialManeuvers: true };
  const plain = (faces: readonly Face[]) => sum(faces, I.SAVE, I.ID) + Math.floor(sum(faces, I.MANEUVER) / 2);
  close(
    distribution([giant, giant], 'save', at),
    counted([giant, giant], (faces) => plain(faces) + sum(faces, I.TRAMPLE)),
  );
  close(distribution([giant, giant], 'save', { ...at, specialManeuvers: false }), counted([giant, giant], plain));
  close(
    distribution([FOOTMAN, giant], 'save', { ...at, dodging: new Set([S.LAVA_ELF]) }),
    counted([FOOTMAN, giant], (faces) => sum(faces, I.SAVE, I.ID)),
  );
});

test('halving takes plain results only, rounded down; ignored IDs count nothing; saves are added last', () => {
  const dice = [FOOTMAN, FOOTMAN, GARGOYLE];
  const effects = create(DragondiceEffectsSchema, { halveMelee: true, ignoreId: true, addSave: 2 });
  close(
    distribution(dice, 'melee', { ...none, effects }),
    counted(dice, (faces) => Math.floor(sum(faces, I.MELEE) / 2) + sum(faces, I.SMITE, I.COUNTER)),
  );
  close(
    distribution(dice, 'save', { ...none, effects }),
    counted(dice, (faces) => sum(faces, I.SAVE, I.FLY, I.COUNTER) + 2),
  );
});

test('a unit that is rolled again keeps what it has shown', () => {
  const wolf: Die = { species: S.FROSTWING, faces: [face(I.REND, 3), face(I.MELEE, 1)] };
  const chances = distribution([wolf], 'melee', none)!;
  // 1 at once, 4 after one Rend, 7 after two, …
  [0, 0.5, 0, 0, 0.25, 0, 0, 0.125].forEach((chance, n) => expect(chances[n]).toBeCloseTo(chance, 9));
  expect(meanOf(chances)).toBeCloseTo(1 + 3, 6);
});

test('a trumpet counts the results of Feral units twice, and of no others', () => {
  const feral: Die = { species: S.FERAL, faces: [face(I.TRUMPET, 0), face(I.MELEE, 2), face(I.HUG, 3)] };
  const dwarf: Die = { species: S.DWARF, faces: [face(I.MELEE, 1), face(I.SMITE, 2)] };
  const dice = [feral, feral, dwarf];
  const value = (faces: readonly Face[]): number => {
    const own = faces.slice(0, 2);
    const all = sum(faces, I.MELEE, I.HUG, I.SMITE);
    return own.some(({ icon }) => icon === I.TRUMPET) ? all + sum(own, I.MELEE, I.HUG) : all;
  };
  close(distribution(dice, 'melee', { ...none, trumpets: true }), counted(dice, value));
});

test('maneuvers of who dodges count as saves, after halving no more than there are', () => {
  const elf: Die = { species: S.CORAL_ELF, faces: [face(I.MANEUVER, 3), face(I.SAVE, 1)] };
  const dwarf: Die = { species: S.DWARF, faces: [face(I.MANEUVER, 4), face(I.SAVE, 1)] };
  const at = { ...none, dodging: new Set([S.CORAL_ELF]) };
  const effects = create(DragondiceEffectsSchema, { halveManeuver: true });
  const dice = [elf, dwarf];
  const value = (half: boolean) => (faces: readonly Face[]) => {
    const all = sum(faces, I.MANEUVER);
    const own = sum(faces.slice(0, 1), I.MANEUVER);
    return sum(faces, I.SAVE) + Math.min(half ? Math.floor(all / 2) : all, own);
  };
  close(distribution(dice, 'save', at), counted(dice, value(false)));
  close(distribution(dice, 'save', { ...at, effects }), counted(dice, value(true)));
});

test('a whole army is counted, and all chances add up', () => {
  const army = Array.from({ length: 15 }, (_, i) => (i % 3 === 0 ? GARGOYLE : FOOTMAN));
  for (const result of ['melee', 'missile', 'save', 'maneuver'] as Result[]) {
    const chances = distribution(army, result, none)!;
    expect(atLeast(chances, 0)).toBeCloseTo(1, 9);
    expect(atLeast(chances, chances.length)).toBe(0);
  }
});

test('the odds of an army follow what lies on it', () => {
  const faces = Uint8Array.from([I.MELEE, 2, I.MELEE, 3]);
  const view = (effects: object) =>
    create(DragondiceViewSchema, {
      units: { 0: { kind: 1 }, 1: { kind: 1 }, 2: { kind: 1, owner: 1 } },
      places: { 0: 2, 1: 2, 2: 2 },
      kinds: { 1: { health: 1, faces } },
      effects: { 2: effects },
    });
  close(answerOdds(view({}), 0, 2, 'melee'), [0, 0, 0, 0, 0.25, 0.5, 0.25]);
  close(answerOdds(view({ halveMelee: true }), 0, 2, 'melee'), [0, 0, 0.75, 0.25]);
  close(answerOdds(view({ halveMelee: true }), 1, 2, 'melee'), [0, 0, 0.5, 0.5]);
});
