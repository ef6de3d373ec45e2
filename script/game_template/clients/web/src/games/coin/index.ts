// Heads or Tails. It is drawn by the generic module's board until it has one of its own.
import Board from '../generic/Board.svelte';
import { PlainStage } from '../generic/stage.svelte';
import { defineGame } from '../module';
import { t } from './messages';
import { coinWords } from './words';

export const game = defineGame({
  words: coinWords,
  makeStage: () => new PlainStage(),
  Board,
  setup: { game: 'coin', settings: [{ name: 'points', text: () => t('setup.points'), main: true }] },
  rules: { paragraphs: () => [t('rules.1'), t('rules.2')] },
});
