// Dragons Arena.
import { world } from '../../world.svelte';
import type { GameModule } from '../module';
import Board from './Board.svelte';
import { ArenaStage } from './stage.svelte';
import { arenaWords } from './words';

export const game: GameModule = {
  words: arenaWords,
  makeStage: () =>
    new ArenaStage(
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
};
