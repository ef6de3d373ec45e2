// How Dragon Dice can be set up.
import type { Setup } from '../setup';
import { faultsAt } from './faults';
import { armiesIn, dragonsIn, frontierOf, partIn } from './forces';
import Forces from './Forces.svelte';
import { t } from './setup_messages';

export const setup: Setup = {
  game: 'dragondice',
  settings: [
    { name: 'points', text: () => t('setup.points'), main: true },
    { name: 'rounds', text: () => t('setup.rounds'), only: [3, 5, 8, 12, 20], main: true },
    { name: 'regroup', text: () => t('setup.regroup') },
    { name: 'slay_points', text: () => t('setup.slay'), only: [0, 2, 4, 6, 8, 10] },
    { name: 'species_abilities', text: () => t('setup.abilities') },
  ],
  Editor: Forces,
  more: (values) => ({
    armies: armiesIn(values),
    dragons: dragonsIn(values),
    frontier: frontierOf(values),
  }),
  part: partIn,
  faults: faultsAt,
};
