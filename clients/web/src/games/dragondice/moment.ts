// Armies on their terrains, and a dragon over one of them.
import { die, moment as drawn } from '../../../art/moment';
import { DragondiceDragonForm, DragondiceIcon as I } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { TINTS, type Tint } from './elements';
import { FORM_FACES, dragonMarkOf, markOf } from './icons';

const SIZE = 40;
const STEP = 33;
const FACES = [I.ID, I.MELEE, I.SAVE, I.MISSILE, I.MELEE, I.MANEUVER].map(markOf);
const DRAKE = FORM_FACES[DragondiceDragonForm.DRAKE].map(dragonMarkOf);
// Where an army's first die lies, and which faces its dice show.
const ARMIES: readonly (readonly [tint: Tint, x: number, faces: readonly number[]])[] = [
  ['air', -1, [4, 3]],
  ['water', 74, [2, 1, 4]],
  ['air', 181, [2]],
];

export const moment = drawn(
  die(9, 28, 50, { sides: 8, value: 4, ramp: 'verdigris' }),
  die(82, 28, 50, { sides: 8, value: 6, ramp: 'amber' }),
  die(172, 28, 50, { sides: 8, value: 2, ramp: 'basalt' }),
  die(116, 0, 64, { sides: 12, value: 1, ramp: TINTS.fire, faces: DRAKE }),
  ...ARMIES.flatMap(([tint, x, faces]) =>
    faces.map((value, i) => die(x + i * STEP, 78, SIZE, { sides: 6, value, ramp: TINTS[tint], faces: FACES })),
  ),
);
