// Luck: what the dice of a seat came to, against what such dice give on average.

export interface Thrown {
  sides: number;
  value: number;
}
export interface Luck {
  // After each die: how far the sum is above (or below) its expectation.
  path: number[];
  // After each die: one standard deviation of that.
  band: number[];
  sum: number;
  mean: number;
}

export function luckOf(dice: Thrown[]): Luck {
  const luck: Luck = { path: [0], band: [0], sum: 0, mean: 0 };
  let variance = 0;
  for (const { sides, value } of dice) {
    luck.sum += value;
    luck.mean += (sides + 1) / 2;
    variance += (sides * sides - 1) / 12;
    luck.path.push(luck.sum - luck.mean);
    luck.band.push(Math.sqrt(variance));
  }
  return luck;
}
