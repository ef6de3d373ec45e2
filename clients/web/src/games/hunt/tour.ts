// The first hunt, explained.
import { world } from '../../world.svelte';
import { t } from './messages';

type Card = 'keep' | 'assist' | 'flee' | 'village';

// Browsers keep which cards they have shown, by these names.
export const explain = (card: Card, on: string): void =>
  world.tour.offer({ id: `tour.hunt.${card}`, on, text: () => t(`tour.${card}`) });
