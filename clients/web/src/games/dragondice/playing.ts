// What a match of Dragon Dice is played with.
import { definePlaying } from '../module';
import Board from './Board.svelte';
import { later } from './later';
import { DragondiceStage } from './stage.svelte';
import { lessons } from './tour';

export const playing = definePlaying({
  makeStage: (_, { speed, hear }) => new DragondiceStage(speed, hear),
  Board,
  lessons,
  later,
});
