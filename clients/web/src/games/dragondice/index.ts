// Dragon Dice.
import { world } from '../../world.svelte';
import { defineGame } from '../module';
import AtTable from './AtTable.svelte';
import Board from './Board.svelte';
import Ending from './Ending.svelte';
import IconTable from './IconTable.svelte';
import { t } from './messages';
import { setup } from './setup';
import { DragondiceStage } from './stage.svelte';
import { lessons } from './tour';
import { dragondiceWords } from './words';

export const game = defineGame({
  words: dragondiceWords,
  makeStage: () =>
    new DragondiceStage(
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
  Ending,
  AtTable,
  setup,
  rules: {
    paragraphs: () => [
      t('rules.alone'),
      t('rules.1'),
      t('rules.2'),
      t('rules.3'),
      t('rules.4'),
      t('rules.5'),
      t('rules.6'),
    ],
    Appendix: IconTable,
  },
  lessons,
});
