// How Heads or Tails can be set up.
import type { Setup } from '../setup';
import { t } from './messages';

export const setup: Setup = {
  game: 'coin',
  settings: [{ name: 'points', text: () => t('setup.points'), main: true }],
};
