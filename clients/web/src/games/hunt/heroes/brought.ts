// What the own seat brings to a table: the newcomers of its places, and which dragon each of its heroes faces.
import { HuntClass, HuntDefeatRule, type HuntHeroOption } from '../../../gen/wyrmhall/v1/hunt_pb';
import { PracticeReason } from '../../../gen/wyrmhall/v1/hero_pb';
import type { Table } from '../../../gen/wyrmhall/v1/table_pb';
import type { Part } from '../../../state/wish';
import type { Sheet } from './custom';

export type Newcomer = { class: HuntClass } & Partial<Sheet>;

// The options of the match that would start now.
export const startingOptions = ({ startingOptions, options }: Table) => startingOptions ?? options;
export function partyAt(table: Table): { heroes: readonly HuntHeroOption[]; groups: readonly number[] } {
  const game = startingOptions(table)?.game;
  return game?.case === 'hunt' ? game.value : { heroes: [], groups: [] };
}

export function chapterOf(table: Table): number {
  const game = startingOptions(table)?.game;
  return game?.case === 'hunt' ? (game.value.chapter ?? 1) : 1;
}

const partAt = (table: Table, seat: number) => {
  const game = table.seats[seat]?.part?.game;
  return game?.case === 'hunt' ? game.value : undefined;
};
const newcomerAt = (hero: HuntHeroOption): Newcomer =>
  hero.class === HuntClass.CUSTOM
    ? { class: hero.class, symbol: hero.symbol, skills: hero.skills.map(({ id }) => id) }
    : { class: hero.class };

// The part of a seat with another newcomer in a place. Who stood there before a kept hero came is in the part already.
export function withNewcomer(table: Table, seat: number, place: number, newcomer: Newcomer): Part {
  const { heroes } = partyAt(table);
  const part = partAt(table, seat);
  const kept = new Set(table.options?.heroes.map((hero) => hero.place));
  const places = [...heroes.keys()].filter((each) => heroes[each].seat === seat);
  const brought = places.map((each, i): Newcomer => {
    if (each === place) return newcomer;
    const before = part?.heroes[i];
    if (!kept.has(each)) return newcomerAt(heroes[each]);
    return before
      ? { class: before.class, symbol: before.symbol, skills: before.skills }
      : { class: heroes[each].class };
  });
  const value = {
    heroes: brought.map((hero) => ({ ...hero, skills: [...(hero.skills ?? [])] })),
    groups: part?.groups ?? [],
  };
  return { game: { case: 'hunt', value } };
}

// P1: of two dragons, the one that each hero of the seat faces.
export const hasGroups = (table: Table): boolean => partyAt(table).heroes.length >= 4;
export function withGroup(table: Table, seat: number, place: number, group: number): Part {
  const { heroes, groups } = partyAt(table);
  const places = [...heroes.keys()].filter((each) => heroes[each].seat === seat);
  const value = {
    heroes: (partAt(table, seat)?.heroes ?? []).map((hero) => ({ ...hero, skills: [...hero.skills] })),
    groups: places.map((each) => (each === place ? group : (groups[each] ?? each % 2))),
  };
  return { game: { case: 'hunt', value } };
}

// What a defeat of the whole band costs the seat that brings heroes (W2).
export interface Risk {
  // They are gone for good, or come back to life without gold and items.
  isLost: boolean;
  names: string[];
}
// Absent where nothing of it is kept: the seat brings nobody, or the match is practice.
export function riskAt(table: Table, seat: number): Risk | undefined {
  const { heroes } = partyAt(table);
  const game = startingOptions(table)?.game;
  const names = (table.options?.heroes ?? [])
    .filter(({ place }) => heroes[place]?.seat === seat)
    .map(({ name }) => name);
  if (names.length === 0 || table.practice !== PracticeReason.UNSPECIFIED) return undefined;
  return { isLost: game?.case === 'hunt' && game.value.defeatRule !== HuntDefeatRule.MERCY, names };
}
