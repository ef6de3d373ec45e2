// How Dragons Arena can be set up.
import type { Setup } from '../setup';
import { named, t } from './messages';
import { ArenaDifficultySchema, ArenaPlacementSchema, type ArenaSpecies } from '../../gen/wyrmhall/v1/arena_pb';

const plays = (values: Record<string, number>) => values['solo'] !== 1;

export const setup: Setup = {
  game: 'arena',
  settings: [
    {
      name: 'placement',
      text: () => t('placement'),
      main: true,
      enumerator: (one) => ({
        text: () => named(ArenaPlacementSchema, one) ?? '',
        note: () => named(ArenaPlacementSchema, one, {}, '.line') ?? '',
      }),
      fits: plays,
    },
    { name: 'nuggets', text: () => t('nuggets.needed'), main: true, fits: plays },
    { name: 'master', text: () => t('master') },
    { name: 'solo', text: () => t('solo.option') },
    {
      name: 'difficulty',
      text: () => t('difficulty'),
      enumerator: (one) => ({ text: () => named(ArenaDifficultySchema, one) ?? '' }),
      fits: (values) => !plays(values),
    },
  ],
  // Fire and ice.
  sides: {
    text: () => t('setup.species'),
    names: [() => t('fire'), () => t('ice')],
    part: (species: ArenaSpecies) => ({ game: { case: 'arena', value: { species } } }),
  },
  alone: (values) => !plays(values),
};
