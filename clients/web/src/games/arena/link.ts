// The strongest of both species, and those that come after them, as a preview of a link shows them.
import type { Placed } from '../../../art/linked_games';
import { GRID_HEIGHT, numeral, numeralWidth } from '../../dice/numeral';
import { CUTS } from './tokens';

const NUMERAL = 40; // pixels of the box of 100

function token(species: 0 | 1, power: number): string {
  const { fill, bright, deep, ink, edge, lit, dim, lines } = CUTS[species];
  const scale = NUMERAL / GRID_HEIGHT;
  const text = String(power);
  const [x, y] = [50 - (numeralWidth(text) * scale) / 2, 50 - NUMERAL / 2];
  return (
    `<svg viewBox="0 0 100 100"><path d="${edge}" fill="${fill}"/><path d="${lit}" fill="${bright}"/>` +
    `<path d="${dim}" fill="${deep}"/><path d="${lines}" fill="none" stroke="${ink}" stroke-width="2" opacity=".4"/>` +
    `${numeral(text, ink, 1, `translate(${x} ${y}) scale(${scale})`)}</svg>`
  );
}

export const link: readonly Placed[] = [
  { svg: token(1, 2), x: 30, y: 310, width: 250 },
  { svg: token(0, 3), x: 920, y: 310, width: 250 },
  { svg: token(0, 6), x: 180, y: 60, width: 480 },
  { svg: token(1, 5), x: 580, y: 80, width: 440 },
];
