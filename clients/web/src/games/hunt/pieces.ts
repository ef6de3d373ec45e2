// The six faces of a die.
import { die } from '../../../art/moment';
import { pieces } from '../../../art/pieces';
import { HuntSymbol } from '../../gen/wyrmhall/v1/hunt_pb';
import { MARKS } from './marks';

const SIZE = 100;

export const drawn = pieces(
  ...MARKS.map((_, i) =>
    die(8 + i * (SIZE + 5), 38, SIZE, {
      sides: 6,
      value: i + 1,
      ramp: i + 1 === Number(HuntSymbol.DRAGON) ? 'ember' : 'bone',
      faces: MARKS,
    }),
  ),
);
