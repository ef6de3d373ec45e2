// The first match of Dragon Dance, explained.
import { world } from '../../world.svelte';
import { t } from './messages';

type Card = 'die' | 'card' | 'combo';

// Browsers keep which cards they have shown, by these names.
export const explain = (card: Card, on: string): void =>
  world.tour.offer({ id: `tour.dance.${card}`, on, text: () => t(`tour.${card}`) });
