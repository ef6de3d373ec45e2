// Armies on their terrains, and a dragon over one of them.
import { die, moment as drawn } from '../../../art/moment';
import type { RampName } from '../../dice/ramps';

const SIZE = 44;
const STEP = 29;
// Where an army's first die lies, and what its dice show.
const ARMIES: readonly (readonly [ramp: RampName, x: number, faces: readonly number[]])[] = [
  ['ice', -4, [3, 5]],
  ['ember', 68, [2, 6, 1]],
  ['ice', 176, [4]],
];

export const moment = drawn(
  die(6, 30, 54, { sides: 8, value: 4, ramp: 'verdigris' }),
  die(82, 30, 54, { sides: 8, value: 6, ramp: 'amber' }),
  die(166, 30, 54, { sides: 8, value: 2, ramp: 'basalt' }),
  die(116, -2, 66, { sides: 12, value: 7, ramp: 'ember' }),
  ...ARMIES.flatMap(([ramp, x, faces]) =>
    faces.map((value, i) => die(x + i * STEP, 76, SIZE, { sides: 6, value, ramp })),
  ),
);
