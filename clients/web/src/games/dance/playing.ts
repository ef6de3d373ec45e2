// What a match of Dragon Dance is played with.
import { world } from '../../world.svelte';
import { definePlaying } from '../module';
import Board from './Board.svelte';
import { DanceStage } from './stage.svelte';

export const playing = definePlaying({
  makeStage: () =>
    new DanceStage(
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
});
