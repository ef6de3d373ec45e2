// What a match of Dragon Dice is played with.
import { world } from '../../world.svelte';
import { definePlaying } from '../module';
import Board from './Board.svelte';
import { later } from './later';
import { DragondiceStage } from './stage.svelte';
import { lessons } from './tour';

export const playing = definePlaying({
  makeStage: () =>
    new DragondiceStage(
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
  lessons,
  later,
});
