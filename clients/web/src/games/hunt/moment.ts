// A dragon, and the dice of the hero who answers it.
import { HUNT_DRAGONS } from '../../../art/hunt';
import { die, dragon, moment as drawn } from '../../../art/moment';
import { MARKS } from './marks';

const ROLLED = [1, 5, 2, 5, 6];
const SIZE = 42;

export const moment = drawn(
  dragon(64, 0, 92, HUNT_DRAGONS['young_red']),
  ...ROLLED.map((value, i) => die(4 + i * (SIZE + 0.5), 76, SIZE, { sides: 6, value, ramp: 'bone', faces: MARKS })),
);
