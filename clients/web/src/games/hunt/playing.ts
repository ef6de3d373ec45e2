// What a match of Dice & Dragons is played with.
import { definePlaying } from '../module';
import Board from './Board.svelte';
import { later } from './later';
import { huntOf, worthOffering } from './scene';
import { HuntStage } from './stage.svelte';

export const playing = definePlaying({
  makeStage: (_, { speed, hear }) => new HuntStage(speed, hear),
  Board,
  offered: (choices, { view }) => worthOffering(choices, huntOf(view)),
  later,
});
