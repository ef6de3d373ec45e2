// What a match of Dragon Duel is played with.
import { world } from '../../world.svelte';
import { definePlaying } from '../module';
import Board from './Board.svelte';
import { DuelStage } from './stage.svelte';
import { lessons } from './tour';

export const playing = definePlaying({
  makeStage: (seat) =>
    new DuelStage(
      seat,
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
  lessons,
});
