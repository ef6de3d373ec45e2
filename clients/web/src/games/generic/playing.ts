// What a match of a game that has no board of its own is played with.
import { definePlaying } from '../module';
import Board from './Board.svelte';
import { PlainStage } from './stage.svelte';

export const playing = definePlaying({ makeStage: () => new PlainStage(), Board });
