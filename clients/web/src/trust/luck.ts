// Luck: the dice of a seat compared with the average of such dice. The server counts the dice; the spread follows from
// their sides.

import type { DiceLuck } from '../gen/wyrmhall/v1/luck_pb';

export interface Luck {
  rolled: number;
  sum: number;
  mean: number;
  // One standard deviation of the sum.
  spread: number;
}

const variance = (sides: number): number => (sides * sides - 1) / 12;

export function luckOf(dice: Pick<DiceLuck, 'sides' | 'rolled' | 'sum' | 'expectedSum'>[]): Luck {
  const luck = { rolled: 0, sum: 0, mean: 0 };
  let spread = 0;
  for (const { sides, rolled, sum, expectedSum } of dice) {
    luck.rolled += rolled;
    luck.sum += Number(sum);
    luck.mean += expectedSum;
    spread += rolled * variance(sides);
  }
  return { ...luck, spread: Math.sqrt(spread) };
}

// How well each decision turned out, added up: above 0 where the dice were kinder than expected.
export function fortuneOf(decisions: { expected: number; came: number }[]): number[] {
  const path = [0];
  for (const { expected, came } of decisions) path.push(path.at(-1)! + came - expected);
  return path;
}
