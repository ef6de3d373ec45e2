import { expect, test } from 'vitest';
import { Glances } from './glances.svelte';

const tiles = [1, 2, 3, 4, 5, 6].map((n) => Symbol(n));
const shown = (glances: Glances): number[] => tiles.flatMap((tile, i) => (glances.shows(tile) ? [i + 1] : []));

test('of the tiles in view the first four show their match; as one leaves, the next has its place', () => {
  const glances = new Glances();
  for (const tile of tiles) glances.enter(tile);
  expect(shown(glances)).toEqual([1, 2, 3, 4]);
  glances.leave(tiles[1]);
  expect(shown(glances)).toEqual([1, 3, 4, 5]);
  // Back in view, it waits behind the others.
  glances.enter(tiles[1]);
  expect(shown(glances)).toEqual([1, 3, 4, 5]);
  glances.leave(tiles[5]);
  glances.leave(tiles[0]);
  expect(shown(glances)).toEqual([2, 3, 4, 5]);
});

test('a tile that is seen twice has one place', () => {
  const glances = new Glances();
  for (const tile of [tiles[0], tiles[0], tiles[0], tiles[0], tiles[1]]) glances.enter(tile);
  expect(shown(glances)).toEqual([1, 2]);
});
