// What a match of Dragons Arena is played with.
import { definePlaying } from '../module';
import Board from './Board.svelte';
import { ArenaStage } from './stage.svelte';

export const playing = definePlaying({
  makeStage: (_, { speed, hear }) => new ArenaStage(speed, hear),
  Board,
});
