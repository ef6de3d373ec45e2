// The first match of Dragon Duel, explained.
import type { Lessons } from '../module';
import { explaining } from '../shared/tour';
import { t } from './messages';

const CARDS = ['goal', 'energy', 'other', 'wait'] as const;

export const explain = explaining('duel', CARDS, (card) => t(`tour.${card}`));

export const lessons: Lessons = {
  taughtBy: 'tour.duel.energy',
  learnt: () => [t('tour.learnt.1'), t('tour.learnt.2'), t('tour.learnt.3')],
};
