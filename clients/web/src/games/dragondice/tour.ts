// The first match of Dragon Dice, explained.
import type { Lessons } from '../module';
import { explaining } from '../shared/tour';
import { t } from './messages';

const CARDS = ['goal', 'regroup', 'call', 'fight', 'casualties'] as const;

export const explain = explaining('dragondice', CARDS, (card) => t(`tour.${card}`));

export const lessons: Lessons = {
  taughtBy: 'tour.dragondice.goal',
  learnt: () => [t('learnt.1'), t('learnt.2'), t('learnt.3')],
};
