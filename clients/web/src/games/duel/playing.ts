// What a match of Dragon Duel is played with.
import { definePlaying } from '../module';
import Board from './Board.svelte';
import { DuelStage } from './stage.svelte';
import { lessons } from './tour';

export const playing = definePlaying({
  makeStage: (seat, { speed, hear }) => new DuelStage(seat, speed, hear),
  Board,
  lessons,
});
