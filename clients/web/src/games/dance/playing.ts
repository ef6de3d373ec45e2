// What a match of Dragon Dance is played with.
import { definePlaying } from '../module';
import Board from './Board.svelte';
import { DanceStage } from './stage.svelte';

export const playing = definePlaying({
  makeStage: (_, { speed, hear }) => new DanceStage(speed, hear),
  Board,
});
