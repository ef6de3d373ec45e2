// Dragons Arena.
import { world } from '../../world.svelte';
import { defineGame } from '../module';
import AtTable from './AtTable.svelte';
import Board from './Board.svelte';
import Ending from './Ending.svelte';
import { t } from './messages';
import { setup } from './setup';
import { ArenaStage } from './stage.svelte';
import { arenaWords } from './words';

export const game = defineGame({
  words: arenaWords,
  makeStage: () =>
    new ArenaStage(
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
  Ending,
  AtTable,
  setup,
  rules: { paragraphs: () => [t('rules.1'), t('rules.2'), t('rules.3'), t('rules.4'), t('rules.5')] },
});
