// The first match of Dragon Dance, explained.
import { explaining } from '../shared/tour';
import { t } from './messages';

const CARDS = ['goal', 'die', 'card', 'combo'] as const;

export const explain = explaining('dance', CARDS, (card) => t(`tour.${card}`));
