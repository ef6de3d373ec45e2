// A band of heroes in the making: who takes part, and who plays whom. The set-up page keeps it as numbers.
import { create } from '@bufbuild/protobuf';
import {
  HuntClass,
  HuntHeroOptionSchema,
  type HuntDragonKind,
  type HuntHeroOption,
} from '../../gen/wyrmhall/v1/hunt_pb';

type Values = Record<string, number>;

export const CLASSES = [
  HuntClass.WARRIOR,
  HuntClass.WIZARD,
  HuntClass.CLERIC,
  HuntClass.RANGER,
  HuntClass.ROGUE,
] as const;
// Two dragons come for so many heroes.
const TWO_DRAGONS = 4;

// Who plays a hero: a player from 1, or 0 for nobody. A warrior and a cleric are a band for one.
const USUAL: Values = { [HuntClass.WARRIOR]: 1, [HuntClass.CLERIC]: 1 };
export const keyOf = (kind: HuntClass): string => `hero.${kind}`;
export const playerOf = (values: Values, kind: HuntClass): number => values[keyOf(kind)] ?? USUAL[kind] ?? 0;

export const bandOf = (values: Values): HuntClass[] => CLASSES.filter((kind) => playerOf(values, kind) > 0);

// The players who have a hero, without gaps between them.
const playersOf = (values: Values): number[] =>
  [...new Set(bandOf(values).map((kind) => playerOf(values, kind)))].sort((a, b) => a - b);

export const heroesIn = (values: Values): HuntHeroOption[] => {
  const players = playersOf(values);
  return bandOf(values).map((kind) =>
    create(HuntHeroOptionSchema, { seat: players.indexOf(playerOf(values, kind)), class: kind }),
  );
};
export const isAlone = (values: Values): boolean => playersOf(values).length < 2;

// As many as the first hunt has; each can be left to the chapter, as long as all are.
export const dragonCount = (values: Values): number => (bandOf(values).length >= TWO_DRAGONS ? 2 : 1);
export const dragonKey = (place: number): string => `dragon.${place}`;
export function dragonsIn(values: Values): HuntDragonKind[] {
  const chosen = Array.from({ length: dragonCount(values) }, (_, place) => values[dragonKey(place)] ?? 0);
  return chosen.every((kind) => kind > 0) ? chosen : [];
}

// Who faces which of two dragons in the first hunt (P1): unless chosen, the rules say it by initiative.
export const SPLIT_KEY = 'split';
export const isSplit = (values: Values): boolean => dragonCount(values) === 2 && values[SPLIT_KEY] === 1;
export const groupKey = (kind: HuntClass): string => `group.${kind}`;
export const groupOf = (values: Values, kind: HuntClass): number =>
  values[groupKey(kind)] ?? bandOf(values).indexOf(kind) % 2;
export const groupsIn = (values: Values): number[] =>
  isSplit(values) ? bandOf(values).map((kind) => groupOf(values, kind)) : [];
// Two or three heroes for each.
export const isLegalSplit = (values: Values): boolean => {
  const groups = groupsIn(values);
  return [0, 1].every((group) => groups.length === 0 || groups.filter((one) => one === group).length >= 2);
};
