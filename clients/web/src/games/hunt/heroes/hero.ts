// A hero of a stable, read.
import type { Hero } from '../../../gen/wyrmhall/v1/hero_pb';
import { HuntClass, type HuntSymbol } from '../../../gen/wyrmhall/v1/hunt_pb';
import type { Table } from '../../../gen/wyrmhall/v1/table_pb';
import { equal } from '../../../net/bytes';
import { LEVELS } from '../levels';

export const classOf = (hero: Hero): HuntClass => hero.values?.class ?? HuntClass.UNSPECIFIED;
export const levelOf = (hero: Hero): number => hero.values?.level ?? 1;
// A class's own symbol has its number; a custom hero has chosen one.
export const symbolOf = (hero: Hero): HuntSymbol => hero.values?.symbol || (classOf(hero) as number);
export const isGone = (hero: Hero): boolean => hero.fallenAtUs > 0n || hero.retiredAtUs > 0n;
// One that is dead may be brought back to life in a village.
export const isAlive = (hero: Hero): boolean => !isGone(hero) && (hero.values?.alive ?? true);

// How far it is from the level that it has to the next one, 0 to 1; 1 at the highest.
export function progressOf(hero: Hero): number {
  const level = levelOf(hero);
  const [from, to] = [LEVELS[level] ?? 0, LEVELS[level + 1]];
  if (to === undefined) return 1;
  return Math.min(1, Math.max(0, ((hero.values?.xp ?? 0) - from) / (to - from)));
}

// Where it was brought, of the tables at which its player sits.
export const tableOf = (hero: Hero, tables: Iterable<Table>): Table | undefined =>
  [...tables].find(({ options }) => options?.heroes.some(({ heroId }) => equal(heroId, hero.heroId)));
