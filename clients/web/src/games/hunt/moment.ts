// A dragon, and the dice of the hero who answers it.
import { HUNT_DRAGONS } from '../../../art/hunt';
import { die, dragon, moment as drawn } from '../../../art/moment';
import { HuntSymbol } from '../../gen/wyrmhall/v1/hunt_pb';
import { MARKS } from './marks';

const { SWORD, DAGGER, MAGIC, DRAGON } = HuntSymbol;
const ROLLED = [SWORD, DAGGER, MAGIC, DAGGER, DRAGON];
const SIZE = 42;

export const moment = drawn(
  dragon(64, 0, 92, HUNT_DRAGONS['young_red']),
  ...ROLLED.map((value, i) =>
    die(4 + i * (SIZE + 0.5), 76, SIZE, {
      sides: 6,
      value,
      ramp: value === DRAGON ? 'ember' : 'bone',
      faces: MARKS,
    }),
  ),
);
