// Dragon Dance.
import { world } from '../../world.svelte';
import { defineGame } from '../module';
import AtTable from './AtTable.svelte';
import Board from './Board.svelte';
import Ending from './Ending.svelte';
import { t } from './messages';
import { setup } from './setup';
import { DanceStage } from './stage.svelte';
import { danceWords } from './words';

export const game = defineGame({
  words: danceWords,
  makeStage: () =>
    new DanceStage(
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
  Ending,
  AtTable,
  setup,
  rules: {
    paragraphs: () => [t('rules.1'), t('rules.2'), t('rules.3'), t('rules.4'), t('rules.5'), t('rules.6')],
  },
});
