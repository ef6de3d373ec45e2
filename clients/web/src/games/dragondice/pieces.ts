// The six faces of a unit, a trooper of the coral elves, and the icons of a dragon, a drake of fire.
import { at, die } from '../../../art/moment';
import { pieces, plate } from '../../../art/pieces';
import { numeral, numeralWidth } from '../../dice/numeral';
import { DragondiceDragonForm, DragondiceIcon as I, DragondiceSpecies } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { TINTS, tintOfSpecies } from './elements';
import { FORM_FACES, dragonMarkOf, markOf } from './icons';

const TROOPER: readonly (readonly [icon: I, number: number])[] = [
  [I.ID, 2],
  [I.SAVE, 2],
  [I.MELEE, 3],
  [I.MANEUVER, 2],
  [I.MELEE, 3],
  [I.MISSILE, 2],
];
const MARK_BOX = '-2 -1 14 18';
const DIE = 76;
const APART = 103;
const COUNT = 16;
const DRAKE = FORM_FACES[DragondiceDragonForm.DRAKE];

const count = (x: number, y: number, text: string): string =>
  at(x, y, COUNT, `<svg viewBox="0 0 ${numeralWidth(text)} 16">${numeral(text, '#eee7d8', 1, 'translate(0 0)')}</svg>`);

export const drawn = pieces(
  ...TROOPER.flatMap(([, number], i) => [
    die(8 + i * APART, 6, DIE, {
      sides: 6,
      value: i + 1,
      ramp: TINTS[tintOfSpecies(DragondiceSpecies.CORAL_ELF)],
      faces: TROOPER.map(([icon]) => markOf(icon)),
    }),
    count(84 + i * APART, 31, String(number)),
  ]),
  die(4, 86, DIE + 8, { sides: 12, value: 1, ramp: TINTS.fire, faces: DRAKE.map(dragonMarkOf) }),
  ...[...new Set(DRAKE)].map((icon, i) => plate(117 + i * 84, 100, 60, MARK_BOX, dragonMarkOf(icon), 1.7)),
);
