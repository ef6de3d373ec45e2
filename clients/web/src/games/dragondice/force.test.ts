import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import {
  DragondiceDragonForm as F,
  DragondiceDragonType as T,
  DragondiceIcon as I,
} from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondiceUnitKind as K, DragondiceUnitKindSchema } from '../../gen/wyrmhall/v1/dragondice_unit_pb';
import {
  UNITS,
  codeOf,
  dragonsFor,
  faultsIn,
  SIZES,
  forceHealth,
  forceOf,
  presetForce,
  readyForce,
  smallForce,
  speciesOf,
  unitOf,
  waysOf,
} from './force';

test('every unit of the protocol is there with its faces', () => {
  const kinds = DragondiceUnitKindSchema.values.map(({ number }) => number).filter((number) => number > 0);
  expect(UNITS.map(({ kind }) => kind)).toEqual(kinds);
  expect(UNITS.every(({ health, faces }) => faces.length === (health === 4 ? 10 : 6))).toBe(true);
  expect(UNITS.flatMap(({ faces }) => faces).every(({ icon }) => icon > 0)).toBe(true);
  expect(unitOf(K.AMAZON_CENTAUR)?.faces[2]).toEqual({ icon: I.KICK, number: 4 });
});

const every = Array.from({ length: 12 }, (_, i) => presetForce(i + 1));

test('every preset can be played, and comes back from its code', () => {
  for (const force of every) {
    expect(forceHealth(force)).toBe(30);
    expect(faultsIn(force, 30)).toEqual([]);
    const back = forceOf(codeOf(force))!;
    expect(codeOf(back)).toBe(codeOf(force));
    expect([...back.home].sort()).toEqual([...force.home].sort());
    expect(back.dragons).toEqual(force.dragons);
    expect(codeOf(force).length).toBeLessThan(40);
  }
});

test('what species have ready is what the rules say, and can be played', () => {
  const path = fileURLToPath(new URL('../../../../../tests/vectors/dragondice-forces.vectors.json', import.meta.url));
  type Ready = Record<'home' | 'campaign' | 'horde', string[]> & { dragons: [string, string][] };
  const wanted = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, Ready>>;
  const word = (of: Record<number, string>, number: number) => of[number].toLowerCase();
  for (const [at, sizes] of Object.values(wanted).entries()) {
    for (const points of SIZES) {
      const force = readyForce(at + 1, points);
      const { home, campaign, horde, dragons } = sizes[points];
      const names = (kinds: readonly K[]) => kinds.map((kind) => word(K, kind));
      expect([force.home, force.campaign, force.horde].map(names)).toEqual([home, campaign, horde]);
      expect(force.dragons.map(({ type, form }) => [word(T, type), word(F, form)])).toEqual(dragons);
      expect(faultsIn(force, points)).toEqual([]);
      expect(codeOf(forceOf(codeOf(force))!)).toBe(codeOf(force));
      expect(speciesOf(force)).toBe(at + 1);
    }
    expect(speciesOf({ ...readyForce(at + 1, 30), home: [] })).toBe(0);
  }
  expect(Object.keys(wanted)).toHaveLength(12);
});

test('a force of another size is one with a fault', () => {
  expect(faultsIn(presetForce(3), 24)).toEqual([
    { what: 'size', n: 30, m: 24 },
    { what: 'dragons', n: 2, m: 1 },
  ]);
});

test('the small forces of a first battle can be played', () => {
  for (const seat of [0, 1]) {
    expect(forceHealth(smallForce(seat))).toBe(15);
    expect(faultsIn(smallForce(seat), 15)).toEqual([]);
  }
});

test('a code that was copied in part, or is none, is not read', () => {
  const code = codeOf(every[0]);
  for (const other of ['', 'x', '%%', code.slice(0, -2), `${code.slice(0, 4)}A${code.slice(5)}`])
    expect(forceOf(other), other).toBeUndefined();
});

test('what is wrong is said by its rule', () => {
  const dwarves = presetForce(3);
  const faults = (more: object) => faultsIn({ ...dwarves, ...more }, 30).map(({ what }) => what);
  expect(faults({ home: [] })).toEqual(['empty', 'size']);
  expect(faults({ home: [...dwarves.home, ...dwarves.home, ...dwarves.home] })).toContain('large');
  expect(faults({ dragons: dwarves.dragons.slice(1) })).toEqual(['dragons']);
  expect(faults({ dragons: [{ type: T.WHITE, form: 1 }] })).toEqual([]);
  expect([15, 24, 30, 36, 60].map(dragonsFor)).toEqual([1, 1, 2, 2, 3]);
  const footmen = new Array<K>(10).fill(K.DWARF_FOOTMAN);
  const crowd = { ...dwarves, home: footmen, campaign: footmen, horde: [...footmen, ...footmen.slice(0, 3)] };
  expect(faultsIn(crowd, 36)).toContainEqual({ what: 'units', n: 33, m: 32 });
});

test('too many ways to choose losses are refused', () => {
  // Each number of twelve equal units can be lost in one way; of different ones every set can be lost.
  expect(waysOf(new Array<K>(12).fill(K.DWARF_FOOTMAN))).toBe(1);
  const ones = UNITS.filter(({ health }) => health === 1).map(({ kind }) => kind);
  expect(waysOf(ones.slice(0, 4))).toBe(6);
  const many = { ...presetForce(3), home: ones.slice(0, 10), campaign: ones.slice(10, 20), horde: ones.slice(20, 30) };
  expect(faultsIn(many, 30).map(({ what }) => what)).toEqual(['ways']);
});
