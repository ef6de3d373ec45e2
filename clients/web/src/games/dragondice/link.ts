// Three dice, one on the others, as a preview of a link shows them.
import type { Placed } from '../../../art/linked_games';
import { BLOW, CUBES, LEFT, MARKED, RIGHT, SHIELD, TOP, WING } from './emblem';

const cubes = CUBES.map(
  ({ x, y, top, left, right }) =>
    `<g transform="translate(${x} ${y})"><path d="${TOP}" fill="${top}"/><path d="${LEFT}" fill="${left}"/>` +
    `<path d="${RIGHT}" fill="${right}"/></g>`,
);

export const link: readonly Placed[] = [
  {
    svg:
      `<svg viewBox="0 0 100 100">${cubes.join('')}<g fill="${MARKED}"><path d="${WING}"/><path d="${SHIELD}"/></g>` +
      `<path d="${BLOW}" fill="none" stroke="${MARKED}" stroke-width="3.5"/></svg>`,
    x: 285,
    y: 15,
    width: 630,
  },
];
