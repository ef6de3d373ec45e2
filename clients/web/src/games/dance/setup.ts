// How Dragon Dance can be set up.
import type { DanceRole } from '../../gen/wyrmhall/v1/dance_pb';
import type { Setup } from '../setup';
import { t } from './messages';

export const setup: Setup = {
  game: 'dance',
  settings: [
    { name: 'return_one', text: () => t('setup.return') },
    { name: 'round_limit', text: () => t('setup.rounds'), only: [10, 20, 40, 80], house: true },
    { name: 'knight_life', text: () => t('setup.knight'), only: [5, 7, 9, 12, 15] },
    { name: 'dragon_life', text: () => t('setup.dragon'), only: [10, 15, 20, 25, 30] },
  ],
  // The knight and the dragon (G1).
  sides: {
    text: () => t('setup.role'),
    names: [() => t('side.0'), () => t('side.1')],
    part: (role: DanceRole) => ({ game: { case: 'dance', value: { role } } }),
  },
};
