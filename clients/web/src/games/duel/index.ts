// Dragon Duel.
import { world } from '../../world.svelte';
import { defineGame } from '../module';
import Abilities from './Abilities.svelte';
import Board from './Board.svelte';
import Ending from './Ending.svelte';
import { t } from './messages';
import { setup } from './setup';
import { DuelStage } from './stage.svelte';
import { lessons } from './tour';
import { duelWords } from './words';

export const game = defineGame({
  words: duelWords,
  makeStage: (seat) =>
    new DuelStage(
      seat,
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
  Ending,
  setup,
  rules: {
    paragraphs: () => [t('rules.1'), t('rules.2'), t('rules.3'), t('rules.4'), t('rules.5'), t('rules.6')],
    Appendix: Abilities,
  },
  lessons,
});
