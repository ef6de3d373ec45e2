// What a match of Dice & Dragons is played with.
import { world } from '../../world.svelte';
import { definePlaying } from '../module';
import Board from './Board.svelte';
import { later } from './later';
import { huntOf, worthOffering } from './scene';
import { HuntStage } from './stage.svelte';

export const playing = definePlaying({
  makeStage: () =>
    new HuntStage(
      () => world.settings.values.speed,
      (sound) => world.sounds.play(sound),
    ),
  Board,
  offered: (choices, { view }) => worthOffering(choices, huntOf(view)),
  later,
});
