// How Dragons Arena can be set up.
import type { Setup, Shown } from '../setup';
import { t, type Key } from './messages';
import type { ArenaSpecies } from '../../gen/wyrmhall/v1/arena_pb';

const plays = (values: Record<string, number>) => values['solo'] !== 1;
const enumerator: Shown['enumerator'] = (_, name) => ({ text: () => t(name as Key) });

export const setup: Setup = {
  game: 'arena',
  settings: [
    {
      name: 'placement',
      text: () => t('placement'),
      main: true,
      enumerator: (_, name) => ({ text: () => t(name as Key), note: () => t(`${name}.line` as Key) }),
      fits: plays,
    },
    { name: 'nuggets', text: () => t('nuggets.needed'), main: true, fits: plays },
    { name: 'master', text: () => t('master') },
    { name: 'solo', text: () => t('solo.option') },
    { name: 'difficulty', text: () => t('difficulty'), enumerator, fits: (values) => !plays(values) },
  ],
  // Fire and ice.
  sides: {
    text: () => t('setup.species'),
    names: [() => t('fire'), () => t('ice')],
    part: (species: ArenaSpecies) => ({ game: { case: 'arena', value: { species } } }),
  },
  alone: (values) => !plays(values),
};
