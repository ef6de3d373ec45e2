// What levels are reached with, and what they bring (L1 to L6).
import { HuntClass, HuntSymbol, type HuntView } from '../../gen/wyrmhall/v1/hunt_pb';
import { LETTERS } from './scene';

// L1: the experience at which a level begins. A test holds it to the server's.
export const LEVELS = [0, 0, 6, 14, 26, 39] as const;
export const LATER = [2, 3, 4, 5] as const;

export type Brought = 'improve' | 'learn' | 'ac' | 'tokens';

// L6: the level of a Wizard's fourth token, unless a match says otherwise.
const FOURTH_TOKEN = 4;

// What a level brings beside hit points.
export function broughtBy(level: number, kind: HuntClass, fourthToken = FOURTH_TOKEN): Brought[] {
  const even = level % 2 === 0;
  const brought: Brought[] = [even ? 'improve' : 'learn']; // L3, L4
  if (kind === HuntClass.ROGUE && even) brought.push('ac'); // L5
  if (kind === HuntClass.WIZARD && level === fourthToken) brought.push('tokens'); // L6
  return brought;
}

// L2: hit points beside those that are rolled.
export const morePoints = (kind: HuntClass): number => (kind === HuntClass.WARRIOR ? 2 : 1);

// L4: new skills with the own symbol in their pattern, but for those that are on the sheet.
export function skillsToCome(view: HuntView, symbol: HuntSymbol, known: readonly number[]): number[] {
  const letter = LETTERS.charAt(symbol - 1);
  return Object.entries(view.skills).flatMap(([id, { learnt, pattern }]) =>
    learnt && letter !== '' && pattern.includes(letter) && !known.includes(Number(id)) ? [Number(id)] : [],
  );
}
