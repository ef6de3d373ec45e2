// An attack that is about to be compared with its defence.
import { DRAGONS } from '../../../art/dragons';
import { die, dragon, moment as drawn } from '../../../art/moment';

export const moment = drawn(
  dragon(-6, 12, 104, DRAGONS['ember']),
  dragon(122, 12, 104, DRAGONS['frost'], true),
  die(84, 4, 34, { sides: 8, value: 7, ramp: 'ember' }),
  die(106, 26, 34, { sides: 10, value: 9, ramp: 'ember' }),
  die(92, 72, 38, { sides: 10, value: 4, ramp: 'basalt' }),
);
