// The module of a game that has none.
import { defineGame } from '../module';
import Board from './Board.svelte';
import { PlainStage } from './stage.svelte';
import { plainWords } from './words';

export const game = defineGame({ words: plainWords, makeStage: () => new PlainStage(), Board });
