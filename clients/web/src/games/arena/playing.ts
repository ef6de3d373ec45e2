// What a match of Dragons Arena is played with.
import { world } from '../../world.svelte';
import { definePlaying } from '../module';
import Board from './Board.svelte';
import { ArenaStage } from './stage.svelte';

export const playing = definePlaying({
  makeStage: () =>
    new ArenaStage(
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
});
