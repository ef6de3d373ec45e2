// A dragon of the arena as a drawing of its own, for pictures that are made when the client is built.
import { GRID_HEIGHT, numeral, numeralWidth } from '../../dice/numeral';
import { CUTS } from './tokens';

const NUMERAL = 40; // pixels of the box of 100

export function token(species: 0 | 1, power: number): string {
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
