// The first match of Dragon Dice, explained.
import { world } from '../../world.svelte';
import type { Lessons } from '../module';
import { t } from './messages';

type Card = 'fight' | 'call' | 'regroup' | 'allocate' | 'hits' | 'casualties' | 'breath' | 'promote' | 'attack';

// Browsers keep which cards they have shown, by these names.
export const explain = (card: Card, on: string): void =>
  world.tour.offer(`tour.dragondice.${card}`, on, () => t(`tour.${card}`));

export const lessons: Lessons = {
  taughtBy: 'tour.dragondice.fight',
  learnt: () => [t('learnt.1'), t('learnt.2'), t('learnt.3')],
};
