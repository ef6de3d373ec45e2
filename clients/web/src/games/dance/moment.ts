// Knight and dragon at long range, with the dice that they have chosen.
import { at, die, moment as drawn } from '../../../art/moment';
import { FIGURES, FIGURE_BOX, type Facet } from './figures';

const figure = (facets: readonly Facet[]): string =>
  `<svg viewBox="${FIGURE_BOX}">${facets.map(([fill, points]) => `<polygon fill="${fill}" points="${points}"/>`).join('')}</svg>`;

export const moment = drawn(
  '<path d="M0 104h220v16H0z" fill="#2d3a40"/>',
  at(2, 18, 92, figure(FIGURES[0])),
  at(124, 18, 92, figure(FIGURES[1])),
  die(76, 72, 34, { sides: 6, value: 4, ramp: 'bone' }),
  die(114, 72, 34, { sides: 6, value: 2, ramp: 'ember' }),
);
