// The first match of Dragons Arena, explained.
import { world } from '../../world.svelte';
import { t } from './messages';

type Card = 'higher' | 'become' | 'one' | 'modify';

// Browsers keep which cards they have shown, by these names.
export const explain = (card: Card, on: string): void =>
  world.tour.offer({ id: `tour.arena.${card}`, on, text: () => t(`tour.${card}`) });
