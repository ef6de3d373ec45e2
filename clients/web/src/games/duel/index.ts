// Dragon Duel.
import { world } from '../../world.svelte';
import type { GameModule } from '../module';
import Board from './Board.svelte';
import { DuelStage } from './stage.svelte';
import { duelWords } from './words';

export const game: GameModule = {
  words: duelWords,
  makeStage: (seat) =>
    new DuelStage(
      seat,
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
};
