// The first match of Dragon Dice, explained.
import { world } from '../../world.svelte';
import type { Lessons } from '../module';
import { t } from './messages';

type Card = 'fight' | 'call' | 'regroup' | 'allocate' | 'hits' | 'casualties' | 'breath' | 'promote' | 'attack';

// Browsers keep which cards they have shown, by these names.
const idOf = (card: Card): string => `tour.dragondice.${card}`;
const FIRST: Card = 'fight';

export const explain = (card: Card, on: string): void =>
  world.tour.offer({ id: idOf(card), on, text: () => t(`tour.${card}`), first: card === FIRST });

export const lessons: Lessons = {
  taughtBy: idOf(FIRST),
  learnt: () => [t('learnt.1'), t('learnt.2'), t('learnt.3')],
};
