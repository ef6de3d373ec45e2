// The first match of Dragon Dice, explained.
import { world } from '../../world.svelte';
import { t } from './messages';

type Card = 'call' | 'regroup' | 'allocate' | 'hits' | 'casualties' | 'breath' | 'promote' | 'attack';

// Browsers keep which cards they have shown, by these names.
export const explain = (card: Card, on: string): void =>
  world.tour.offer(`tour.dragondice.${card}`, on, () => t(`tour.${card}`));
