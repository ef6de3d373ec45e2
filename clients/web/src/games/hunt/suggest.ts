// What is suggested for a part of a form that is still open: one press is enough where the suggestion will do.
import type { HuntView } from '../../gen/wyrmhall/v1/hunt_pb';
import { HuntPhrase } from '../../gen/wyrmhall/v1/hunt_sentence_pb';
import type { FormPart } from '../../gen/wyrmhall/v1/game_pb';
import { DICE, diceOf, membersOf, phraseOf } from './scene';

const lacks = (view: HuntView, hero: number): number =>
  (view.progress[hero]?.hpMax ?? 0) - (view.heroes[hero]?.hp ?? 0);

// The first of the sets of dice with the same symbols; the others differ only for the hero who gets a die passed on.
export function usefulDice(view: HuntView, { values }: FormPart): number[] {
  const dice = diceOf(view);
  const seen = new Set<string>();
  return values.filter((set) => {
    const symbols = membersOf(set)
      .map((slot) => (slot < DICE ? dice[slot] : `item ${slot}`))
      .sort()
      .join();
    return !seen.has(symbols) && seen.add(symbols);
  });
}

// The first value, or the heroes who lack most hit points.
export function suggestion(view: HuntView, part: FormPart): number {
  const { values, sentence } = part;
  if (phraseOf(sentence) !== HuntPhrase.PART_TARGETS) return values[0] ?? 0;
  const lack = (set: number) => membersOf(set).reduce((sum, hero) => sum + lacks(view, hero), 0);
  return values.reduce((best, set) => (lack(set) > lack(best) ? set : best), values[0] ?? 0);
}
