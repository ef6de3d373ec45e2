// The place of each line in a list that has the most first: those who are level share one.
export function placesOf(lines: readonly { nuggets: bigint }[]): number[] {
  const places: number[] = [];
  for (const [i, { nuggets }] of lines.entries())
    places.push(i > 0 && lines[i - 1].nuggets === nuggets ? places[i - 1] : i + 1);
  return places;
}
