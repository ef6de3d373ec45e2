// A band of heroes in the making: who takes part, and who plays whom. The set-up page keeps it as numbers.
import { create } from '@bufbuild/protobuf';
import {
  HuntClass,
  HuntHeroOptionSchema,
  HuntSheetSkillSchema,
  HuntSkillSchema,
  HuntSymbol,
  type HuntDragonKind,
  type HuntHeroOption,
  type HuntSkill,
} from '../../gen/wyrmhall/v1/hunt_pb';
import type { Part } from '../../state/wish';
import type { Sheet } from './heroes/custom';

type Values = Record<string, number>;

export const CLASSES = [
  HuntClass.WARRIOR,
  HuntClass.WIZARD,
  HuntClass.CLERIC,
  HuntClass.RANGER,
  HuntClass.ROGUE,
] as const;
// And one that its player puts together.
export const KINDS = [...CLASSES, HuntClass.CUSTOM] as const;
export const MOST_HEROES = 5;
// From this number of heroes on two dragons come.
const TWO_DRAGONS = 4;

// Who plays a hero: a player from 1, or 0 for nobody. A warrior and a cleric are a band for one.
const USUAL: Values = { [HuntClass.WARRIOR]: 1, [HuntClass.CLERIC]: 1 };
export const keyOf = (kind: HuntClass): string => `hero.${kind}`;
export const playerOf = (values: Values, kind: HuntClass): number => values[keyOf(kind)] ?? USUAL[kind] ?? 0;

export const bandOf = (values: Values): HuntClass[] => KINDS.filter((kind) => playerOf(values, kind) > 0);

export const hasCustom = (values: Values): boolean => playerOf(values, HuntClass.CUSTOM) > 0;

// The sheet of a custom hero in the making.
const SYMBOL_KEY = 'custom.symbol';
const skillKey = (skill: HuntSkill): string => `custom.skill.${skill}`;
const SKILLS = HuntSkillSchema.values.map(({ number }) => number);
export const sheetIn = (values: Values): Sheet => ({
  symbol: values[SYMBOL_KEY] ?? HuntSymbol.UNSPECIFIED,
  skills: SKILLS.filter((skill) => values[skillKey(skill)] === 1),
});
export const sheetValues = ({ symbol, skills }: Sheet): Values => ({
  [SYMBOL_KEY]: symbol,
  ...Object.fromEntries(SKILLS.map((skill) => [skillKey(skill), skills.includes(skill) ? 1 : 0])),
});

// The players who have a hero, without gaps between them.
const playersOf = (values: Values): number[] =>
  [...new Set(bandOf(values).map((kind) => playerOf(values, kind)))].sort((a, b) => a - b);

interface Place {
  seat: number;
  kind: HuntClass;
}
const placesOf = (values: Values): Place[] => {
  const players = playersOf(values);
  return bandOf(values).map((kind) => ({ seat: players.indexOf(playerOf(values, kind)), kind }));
};
// In the order of a table that is opened so.
export const placesAt = (values: Values): { seat: number; class: HuntClass }[] =>
  placesOf(values)
    .sort((a, b) => a.seat - b.seat)
    .map(({ seat, kind }) => ({ seat, class: kind }));
export const isAlone = (values: Values): boolean => playersOf(values).length < 2;

// The classes of a band if nobody has said who comes, and of a hero that gives way to a class that is brought (S1).
export const USUAL_CLASSES: readonly HuntClass[] = [
  HuntClass.WARRIOR,
  HuntClass.CLERIC,
  HuntClass.WIZARD,
  HuntClass.RANGER,
  HuntClass.ROGUE,
];
function withBrought(usual: readonly Place[], brought: readonly HuntClass[]): Place[] {
  const taken = new Set(brought);
  let own = 0;
  return usual.map(({ seat, kind }) => {
    if (seat === 0) return { seat, kind: brought[own++] };
    const free = taken.has(kind) ? CLASSES.find((each) => !taken.has(each))! : kind;
    taken.add(free);
    return { seat, kind: free };
  });
}

// What the options of a match with others say of the band. Each brings the own heroes; so where the others' are those that
// would come anyhow, the options are the usual ones, and a player who looks for the usual hunt is met.
function proposed(values: Values): Place[] {
  const places = placesOf(values);
  const mine = places.filter(({ seat }) => seat === 0).map(({ kind }) => kind);
  const bySeat = [...places].sort((a, b) => a.seat - b.seat);
  const usual = bySeat.map(({ seat }, place) => ({ seat, kind: USUAL_CLASSES[place] }));
  const coming = withBrought(usual, mine);
  const same = coming.every(({ seat, kind }) => places.some((one) => one.seat === seat && one.kind === kind));
  if (same && !isSplit(values)) return usual;
  // A custom hero is brought, and a class stands in its place.
  const free = CLASSES.find((kind) => !places.some((one) => one.kind === kind))!;
  return places.map((one) => (one.kind === HuntClass.CUSTOM ? { ...one, kind: free } : one));
}

const customOf = ({ symbol, skills }: Sheet) => ({
  symbol,
  skills: skills.map((id) => create(HuntSheetSkillSchema, { id })),
});

export const heroesIn = (values: Values): HuntHeroOption[] =>
  (isAlone(values) ? placesOf(values) : proposed(values)).map(({ seat, kind }) =>
    create(HuntHeroOptionSchema, {
      seat,
      class: kind,
      ...(kind === HuntClass.CUSTOM ? customOf(sheetIn(values)) : {}),
    }),
  );

// The own heroes, in a match with others.
export function partIn(values: Values): Part | undefined {
  if (isAlone(values)) return undefined;
  const mine = placesOf(values).filter(({ seat }) => seat === 0);
  const heroes = mine.map(({ kind }) => ({
    class: kind,
    ...(kind === HuntClass.CUSTOM ? { ...sheetIn(values), skills: [...sheetIn(values).skills] } : {}),
  }));
  return { game: { case: 'hunt', value: { heroes } } };
}

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
