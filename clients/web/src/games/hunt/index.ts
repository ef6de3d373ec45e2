// Dice & Dragons.
import { world } from '../../world.svelte';
import { defineGame } from '../module';
import Board from './Board.svelte';
import Ending from './Ending.svelte';
import Brought from './heroes/Brought.svelte';
import Heroes from './heroes/Heroes.svelte';
import { t } from './messages';
import { huntOf, worthOffering } from './scene';
import { setup } from './setup';
import { HuntStage } from './stage.svelte';
import { huntWords } from './words';

export const game = defineGame({
  words: huntWords,
  makeStage: () =>
    new HuntStage(
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
  Ending,
  offered: (choices, { view }) => worthOffering(choices, huntOf(view)),
  setup,
  Heroes,
  AtTable: Brought,
  rules: {
    paragraphs: () => [t('rules.1'), t('rules.2'), t('rules.3'), t('rules.4'), t('rules.5'), t('rules.6')],
  },
});
