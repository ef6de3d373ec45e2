// Each power of each species.
import { at } from '../../../art/moment';
import { pieces } from '../../../art/pieces';
import { token } from './drawn';

const SIZE = 72;
const APART = 100;
const POWERS = [1, 2, 3, 4, 5, 6];

export const drawn = pieces(
  ...([0, 1] as const).flatMap((species) =>
    POWERS.map((power, i) => at(34 + i * APART, 12 + species * (SIZE + 8), SIZE, token(species, power))),
  ),
);
