// Health and energy, the dice of the attacks, and those of the defence.
import { die } from '../../../art/moment';
import { pieces } from '../../../art/pieces';

const TOP = 44;
const SIZE = 84;

export const drawn = pieces(
  die(12, TOP, SIZE, { sides: 20, value: 20, ramp: 'ice' }),
  die(96, TOP, SIZE, { sides: 4, value: 4, ramp: 'amber' }),
  die(206, TOP, SIZE, { sides: 8, value: 7, ramp: 'ember' }),
  die(286, TOP, SIZE, { sides: 10, value: 9, ramp: 'ember' }),
  die(372, TOP, SIZE, { sides: 12, value: 11, ramp: 'ember' }),
  die(478, TOP, SIZE, { sides: 10, value: 4, ramp: 'basalt' }),
  die(554, TOP, SIZE, { sides: 8, value: 5, ramp: 'basalt' }),
);
