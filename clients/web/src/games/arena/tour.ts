// The first match of Dragons Arena, explained.
import { explaining } from '../shared/tour';
import { t } from './messages';

const CARDS = ['goal', 'higher', 'become', 'modify'] as const;

export const explain = explaining('arena', CARDS, (card) => t(`tour.${card}`));
