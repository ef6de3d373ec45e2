// The middle of a board in the heat of a duel.
import { at, moment as drawn } from '../../../art/moment';
import { token } from './drawn';

// By rows: the species and the power of who stands there.
const ROWS: readonly (readonly (readonly [species: 0 | 1, power: number] | undefined)[])[] = [
  [[0, 6], [1, 2], undefined, [0, 3]],
  [[1, 5], [0, 1], [1, 6], undefined],
];
const SQUARE = 54;

export const moment = drawn(
  ...ROWS.flatMap((row, y) =>
    row.map((one, x) => {
      const [left, top] = [2 + x * SQUARE, 6 + y * SQUARE];
      const ground = `<path d="M${left} ${top}h${SQUARE - 2}v${SQUARE - 2}h${2 - SQUARE}z" fill="${(x + y) % 2 ? '#232d32' : '#2d3a40'}"/>`;
      return ground + (one ? at(left + 3, top + 3, SQUARE - 8, token(...one)) : '');
    }),
  ),
);
