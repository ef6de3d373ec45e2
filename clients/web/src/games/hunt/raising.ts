// The dead of a village: who should come back, whose gold brings them back, and who could help where there is none (V3).
import type { Form } from '../../gen/wyrmhall/v1/game_pb';
import { HuntPhrase } from '../../gen/wyrmhall/v1/hunt_sentence_pb';
import type { HuntView } from '../../gen/wyrmhall/v1/hunt_pb';
import type { Scene } from '../module';
import { keptName } from './names';
import { heroesOf, isPlaying, partOf, type Hero } from './scene';

// V3. Out of one purse: what heroes have is not put together.
export const RAISING_GOLD = 2;

// Whether anything comes of bringing it back: no hunt follows the last village, but a hero that is kept lives on.
export const wantsRaising = (scene: Scene, view: HuntView, hero: Hero): boolean =>
  !hero.now.alive &&
  isPlaying(hero) &&
  view.village?.before !== true &&
  (view.village?.last !== true || keptName(scene, hero.index) !== '');

const valuesOf = (form: Form, phrase: HuntPhrase): number[] => form.parts[partOf(form, phrase)]?.values ?? [];

export const payersIn = (form: Form): number[] => valuesOf(form, HuntPhrase.PART_PAYER);

// The dead hero itself if it can pay, since it has no other use for gold; otherwise the richest who can.
export function payerFor(form: Form | undefined, view: HuntView, dead: number): Hero | undefined {
  if (!form || !valuesOf(form, HuntPhrase.PART_WHO).includes(dead)) return undefined;
  const payers = heroesOf(view).filter(({ index }) => payersIn(form).includes(index));
  return payers.find(({ index }) => index === dead) ?? payers.toSorted((a, b) => richness(b) - richness(a))[0];
}
const richness = ({ progress }: Hero): number => progress.gold;

// Other people who still shop and have a purse with enough in it. A bot that has it pays without being asked.
export function helpersIn({ info, seat }: Scene, view: HuntView): number[] {
  const rich = heroesOf(view).filter((hero) => isPlaying(hero) && richness(hero) >= RAISING_GOLD);
  const seats = new Set(rich.map(({ sheet }) => sheet.seat));
  const isPerson = (other: number): boolean => info.seats[other]?.occupant.case === 'player';
  return [...seats]
    .filter((other) => other !== seat && isPerson(other) && !view.village?.ready?.includes(other))
    .sort();
}
