// The first hunt, explained.
import { explaining } from '../shared/tour';
import { t } from './messages';

const CARDS = ['goal', 'keep', 'counter', 'assist', 'flee', 'village'] as const;

export const explain = explaining('hunt', CARDS, (card) => t(`tour.${card}`));
