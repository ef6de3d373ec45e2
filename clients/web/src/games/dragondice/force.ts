// A force in the making: what it consists of, what is wrong with it by which rule (A-2, DR-0), and its short code.
import {
  DragondiceDragonForm as F,
  DragondiceDragonType as T,
  DragondiceIcon as I,
  DragondiceSpecies as S,
  DragondiceTerrain,
} from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondiceUnitKind as K } from '../../gen/wyrmhall/v1/dragondice_unit_pb';
import { PRESET_TABLE, UNIT_TABLE } from './roster';
import type { Face } from './scene';

// --- What there is ---

export interface Unit {
  kind: K;
  species: S;
  health: number;
  faces: Face[];
}

// Enumerators by the names that the tables have.
const named = <E extends number>(of: Record<string, string | number>, name: string): E =>
  (of[name.toUpperCase()] ?? 0) as E;

const PLAIN: Record<string, I> = {
  I: I.ID,
  M: I.MELEE,
  R: I.MISSILE,
  G: I.MAGIC,
  V: I.MANEUVER,
  S: I.SAVE,
};
function faceIn(word: string): Face {
  const [, icon, number] = /^([A-Za-z_]+?)(\d+)$/.exec(word) ?? [];
  return { icon: PLAIN[icon] ?? named<I>(I as never, icon ?? ''), number: Number(number) };
}

function read(): Unit[] {
  const units: Unit[] = [];
  let species = '';
  for (const line of UNIT_TABLE.trim().split('\n')) {
    const [name, health, ...faces] = line.split(' ');
    if (name === '=') species = health;
    else
      units.push({
        kind: named<K>(K as never, `${species}_${name}`),
        species: named<S>(S as never, species),
        health: Number(health),
        faces: faces.map(faceIn),
      });
  }
  return units;
}
export const UNITS: readonly Unit[] = read();
const BY_KIND = new Map(UNITS.map((unit) => [unit.kind, unit]));
export const unitOf = (kind: K): Unit | undefined => BY_KIND.get(kind);

// --- A force ---

export const PARTS = ['home', 'campaign', 'horde'] as const;
export type PartName = (typeof PARTS)[number];
export interface ForceDragon {
  type: T;
  form: F;
}
export interface Force {
  home: readonly K[];
  campaign: readonly K[];
  horde: readonly K[];
  homeTerrain: DragondiceTerrain;
  frontierTerrain: DragondiceTerrain;
  dragons: readonly ForceDragon[];
}

const presets = PRESET_TABLE.trim().split('\n');
// By its number in the protocol.
export function presetForce(preset: number): Force {
  const [first, ...lists] = presets.slice(4 * (preset - 1), 4 * preset);
  const [species, homeTerrain, frontierTerrain, ...dragons] = first.split(' ');
  const [home, campaign, horde] = lists.map((line) =>
    line.split(' ').map((name) => named<K>(K as never, `${species}_${name}`)),
  );
  const dragon = (i: number): ForceDragon => ({
    type: named<T>(T as never, dragons[i]),
    form: named<F>(F as never, dragons[i + 1]),
  });
  return {
    home,
    campaign,
    horde,
    homeTerrain: named(DragondiceTerrain as never, homeTerrain),
    frontierTerrain: named(DragondiceTerrain as never, frontierTerrain),
    dragons: [dragon(0), dragon(2)],
  };
}

export const SIZES = [15, 24, 30, 36, 60] as const;
export const USUAL_SIZE = 30;

// Takes each of these units that still fits, from the first on, and again from the first until the army has its points.
function armyOf(kinds: readonly K[], points: number): K[] {
  const army: K[] = [];
  for (let left = points; left > 0;) {
    const before = left;
    for (const kind of kinds) {
      const { health } = BY_KIND.get(kind)!;
      if (health > left) continue;
      army.push(kind);
      left -= health;
    }
    if (left === before) break;
  }
  return army;
}
// The first unit of each health above 1.
const fewKinds = (kinds: readonly K[]): K[] => {
  const healths = kinds.map((kind) => unitOf(kind)?.health ?? 0);
  return kinds.filter((_, i) => healths[i] > 1 && healths.indexOf(healths[i]) === i);
};

// What a species has ready, by the rules' own way (A-11); a test holds it to theirs.
export function readyForce(species: number, points: number): Force {
  const preset = presetForce(species);
  if (points === USUAL_SIZE) return preset;
  const army = (kinds: readonly K[]) => armyOf(points > USUAL_SIZE ? fewKinds(kinds) : kinds, points / PARTS.length);
  return {
    ...preset,
    home: army(preset.home),
    campaign: army(preset.campaign),
    horde: army(preset.horde),
    dragons: Array.from({ length: dragonsFor(points) }, (_, i) => preset.dragons[i % preset.dragons.length]),
  };
}

// Whose ready force these units are; 0 where they are none.
export function speciesOf(army: Pick<Force, PartName>): number {
  const points = healthIn(allOf(army));
  if (!SIZES.some((size) => size === points)) return 0;
  const text = (of: Pick<Force, PartName>) => PARTS.map((part) => [...of[part]].sort((a, b) => a - b).join()).join(';');
  const species = Array.from({ length: presets.length / 4 }, (_, i) => i + 1);
  return species.find((one) => text(readyForce(one, points)) === text(army)) ?? 0;
}

// For a first battle: small enough to be looked over at once.
const SMALL: readonly Pick<Force, PartName>[] = [
  {
    home: [K.CORAL_ELF_CORAL_GIANT, K.CORAL_ELF_GUARD],
    campaign: [K.CORAL_ELF_SHARPSHOOTER, K.CORAL_ELF_TROOPER],
    horde: [K.CORAL_ELF_KNIGHT, K.CORAL_ELF_COURIER, K.CORAL_ELF_BOWMAN],
  },
  {
    home: [K.DWARF_ANDROSPHINX, K.DWARF_FOOTMAN],
    campaign: [K.DWARF_CRACK_SHOT, K.DWARF_SERGEANT],
    horde: [K.DWARF_LIZARD_RIDER, K.DWARF_MARKSMAN, K.DWARF_SENTRY],
  },
];
const OF_SEAT = [2, 3] as const;
export const SMALL_SIZE = 15;
export function smallForce(seat: number): Force {
  const preset = presetForce(OF_SEAT[seat]);
  return { ...preset, ...SMALL[seat], dragons: preset.dragons.slice(0, 1) };
}

export const healthIn = (kinds: readonly K[]): number =>
  kinds.reduce((sum, kind) => sum + (unitOf(kind)?.health ?? 0), 0);
export const allOf = ({ home, campaign, horde }: Pick<Force, PartName>): K[] => [...home, ...campaign, ...horde];
export const forceHealth = (force: Force): number => healthIn(allOf(force));

// --- What is wrong with it ---

export const MOST_UNITS = 32;
export const MOST_WAYS = 4096;
const PER_DRAGON = 24;

export const countOf = ({ type }: ForceDragon): number => (type === T.WHITE ? 2 : 1);
export const dragonsFor = (health: number): number => Math.ceil(health / PER_DRAGON);

// In how many ways the losses can be chosen at most, whatever the damage (DR-19).
export function waysOf(kinds: readonly K[]): number {
  const counts = new Map<K, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const ways = new Array<number>(healthIn(kinds) + 1).fill(0);
  ways[0] = 1;
  for (const [kind, count] of counts) {
    const each = unitOf(kind)?.health ?? 1;
    const before = [...ways];
    for (let lost = 1; lost <= count; lost++)
      for (let sum = each * lost; sum < ways.length; sum++) ways[sum] += before[sum - each * lost];
  }
  return Math.max(...ways);
}

export type Fault =
  | { what: 'empty'; part: PartName }
  | { what: 'large'; part: PartName; n: number; m: number }
  | { what: 'size' | 'units' | 'ways' | 'dragons'; n: number; m: number };

// What is wrong with it as a force of `points` points.
export function faultsIn(force: Force, points: number): Fault[] {
  const all = allOf(force);
  const health = healthIn(all);
  const half = Math.floor(points / 2);
  const faults: Fault[] = [];
  for (const part of PARTS) {
    const n = healthIn(force[part]);
    if (force[part].length === 0) faults.push({ what: 'empty', part });
    else if (n > half) faults.push({ what: 'large', part, n, m: half });
  }
  if (health !== points) faults.push({ what: 'size', n: health, m: points });
  if (all.length > MOST_UNITS) faults.push({ what: 'units', n: all.length, m: MOST_UNITS });
  const ways = waysOf(all);
  if (ways > MOST_WAYS) faults.push({ what: 'ways', n: ways, m: MOST_WAYS });
  const counted = force.dragons.reduce((sum, dragon) => sum + countOf(dragon), 0);
  const wanted = dragonsFor(points);
  if (counted !== wanted) faults.push({ what: 'dragons', n: counted, m: wanted });
  return faults;
}

// --- Its code ---

const VERSION = 1;
const checkOf = (bytes: readonly number[]): number => bytes.reduce((sum, byte, i) => (sum + byte * (i + 7)) % 251, 0);

// Numbers of the protocol, which never change, as letters; the last one is a check.
export function codeOf(force: Force): string {
  const bytes = [VERSION, force.homeTerrain, force.frontierTerrain];
  for (const part of PARTS) bytes.push(force[part].length, ...[...force[part]].sort((a, b) => a - b));
  bytes.push(force.dragons.length, ...force.dragons.map(({ type, form }) => 2 * type + form));
  return btoa(String.fromCharCode(...bytes, checkOf(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

// Undefined for what is none, or was copied in part.
export function forceOf(code: string): Force | undefined {
  let bytes: number[];
  try {
    const text = atob(code.trim().replaceAll('-', '+').replaceAll('_', '/'));
    bytes = [...text].map((letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
  const check = bytes.pop();
  if (bytes.length < 7 || check !== checkOf(bytes) || bytes[0] !== VERSION) return undefined;
  let at = 3;
  const list = (): number[] => {
    const size = bytes[at] ?? 0;
    const some = bytes.slice(at + 1, at + 1 + size);
    at += 1 + size;
    return some;
  };
  const [home, campaign, horde, dragons] = [list(), list(), list(), list()];
  const known = [...home, ...campaign, ...horde].every((kind) => BY_KIND.has(kind));
  const terrains = bytes.slice(1, 3).every((terrain) => terrain > 0 && terrain in DragondiceTerrain);
  const kinds = dragons.every((dragon) => dragon >= 3 && Math.floor((dragon - 1) / 2) in T);
  if (at !== bytes.length || !known || !terrains || !kinds) return undefined;
  return {
    home,
    campaign,
    horde,
    homeTerrain: bytes[1],
    frontierTerrain: bytes[2],
    dragons: dragons.map((dragon) => ({ type: Math.floor((dragon - 1) / 2), form: ((dragon - 1) % 2) + 1 })),
  };
}
