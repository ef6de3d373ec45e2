// Aiming at a skill: the dice that its pattern takes are kept, in this roll and in those that follow.
import { LETTERS, type Hero, coversOf, diceOf } from './scene';
import type { HuntView } from '../../gen/wyrmhall/v1/hunt_pb';

const symbolOf = (sign: string): number => LETTERS.indexOf(sign) + 1;

// A pattern of any equal or different symbols asks for no die in particular.
const asksForSymbols = (pattern: string): boolean => pattern !== '' && [...pattern].every((sign) => symbolOf(sign) > 0);

// A skill of the sheet that no token lies on.
export function canAimAt(view: HuntView, hero: Hero, skill: number): boolean {
  const at = hero.sheet.skills.findIndex(({ id }) => id === skill);
  return at >= 0 && coversOf(hero, at) === 0 && asksForSymbols(view.skills[skill]?.pattern ?? '');
}

// The places of the dice that a pattern takes: of each symbol no more than it asks for.
export function diceFor(pattern: string, dice: readonly number[]): ReadonlySet<number> {
  const wanted = [...pattern].map(symbolOf);
  const kept = new Set<number>();
  dice.forEach((symbol, slot) => {
    const at = wanted.indexOf(symbol);
    if (symbol === 0 || at < 0) return;
    wanted.splice(at, 1);
    kept.add(slot);
  });
  return kept;
}

// The open skills of a hero in whose pattern this symbol is.
export const helps = (view: HuntView, hero: Hero, symbol: number): number[] =>
  hero.sheet.skills.flatMap(({ id }, i) =>
    coversOf(hero, i) === 0 && [...(view.skills[id]?.pattern ?? '')].some((sign) => symbolOf(sign) === symbol)
      ? [id]
      : [],
  );

// The dice as they lie, and before the first roll the one that somebody has passed on, in the first place (H2).
export function diceShown(view: HuntView): number[] {
  const dice = diceOf(view);
  if ((view.rolls ?? 0) === 0 && (view.kept ?? 0) > 0 && dice.length > 0) dice[0] = view.kept!;
  return dice;
}
