// Knight and dragon, and the princess for whom they dance, as a preview of a link shows them.
import type { Placed } from '../../../art/linked_games';
import { FIGURES, FIGURE_BOX, PRINCESS, PRINCESS_BOX, type Facet } from './figures';

const drawn = (box: string, facets: readonly Facet[]): string =>
  `<svg viewBox="${box}">${facets.map(([fill, points]) => `<polygon fill="${fill}" points="${points}"/>`).join('')}</svg>`;

export const link: readonly Placed[] = [
  { svg: drawn(PRINCESS_BOX, PRINCESS), x: 500, y: 50, width: 200 },
  { svg: drawn(FIGURE_BOX, FIGURES[0]), x: 5, y: 80, width: 500 },
  { svg: drawn(FIGURE_BOX, FIGURES[1]), x: 690, y: 80, width: 500 },
];
