// Which heroes of a stable come along unless their player says otherwise.
import { HuntClass } from '../../../gen/wyrmhall/v1/hunt_pb';
import type { Hero } from '../../../gen/wyrmhall/v1/hero_pb';
import { USUAL_CLASSES } from '../party';
import { classOf, isAlive, levelOf } from './hero';

export interface Place {
  seat: number;
  class: HuntClass;
}

// First the heroes who have come as far as the chapter, or the match is practice; then by level, the highest first.
const bestFirst = (heroes: readonly Hero[], chapter: number): Hero[] => {
  const comesSoFar = (hero: Hero): number => (hero.chapter + 1 >= chapter ? 1 : 0);
  return heroes.toSorted((a, b) => comesSoFar(b) - comesSoFar(a) || levelOf(b) - levelOf(a));
};

// By place. First the heroes of the place's class. A place that still has its usual class, which nobody has chosen,
// is for
// any hero of a class that the band lacks (S1).
export function comingTo(
  places: readonly Place[],
  seat: number,
  free: readonly Hero[],
  chapter: number,
): Map<number, Hero> {
  const left = new Set(bestFirst(free.filter(isAlive), chapter));
  const mine = [...places.keys()].filter((place) => places[place].seat === seat);
  const coming = new Map<number, Hero>();
  const take = (place: number, fits: (hero: Hero) => boolean): void => {
    const hero = [...left].find(fits);
    if (!hero) return;
    left.delete(hero);
    coming.set(place, hero);
  };
  for (const place of mine) take(place, (hero) => classOf(hero) === places[place].class);
  for (const place of mine) {
    if (coming.has(place) || places[place].class !== USUAL_CLASSES[place]) continue;
    const taken = places.map((other, i) => {
      const hero = coming.get(i);
      return hero ? classOf(hero) : other.class;
    });
    take(place, (hero) => classOf(hero) === HuntClass.CUSTOM || !taken.includes(classOf(hero)));
  }
  return new Map([...coming].sort(([a], [b]) => a - b));
}

// Tables at which this player has said in this tab who comes: there nobody comes unasked any more, after a reload neither.
const SAID_KEY = 'wyrmhall.bring.said';
const SAID_MOST = 20;
const saidAt = (): string[] => sessionStorage.getItem(SAID_KEY)?.split(' ') ?? [];
export const hasSaid = (table: string): boolean => saidAt().includes(table);
export const said = (table: string): void =>
  sessionStorage.setItem(SAID_KEY, [...new Set([...saidAt(), table])].slice(-SAID_MOST).join(' '));
