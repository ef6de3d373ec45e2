// The place of each line in a list that has the most first: those who are level share one.
export function placesOf(amounts: readonly bigint[]): number[] {
  const places: number[] = [];
  for (const [i, amount] of amounts.entries()) places.push(i > 0 && amounts[i - 1] === amount ? places[i - 1] : i + 1);
  return places;
}
