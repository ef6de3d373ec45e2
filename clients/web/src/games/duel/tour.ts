// The first match of Dragon Duel, explained.
import { world } from '../../world.svelte';
import type { Arguments } from '../../i18n/index.svelte';
import type { Lessons } from '../module';
import { t } from './messages';

type Card = 'choose' | 'first' | 'energy' | 'arm' | 'fight' | 'beaten' | 'round' | 'low';

// Browsers keep which cards they have shown, by these names.
const idOf = (card: Card): string => `tour.duel.${card}`;
// Without it nothing else can be understood.
const FIRST: Card = 'energy';

export const explain = (card: Card, on: string, values?: Arguments): void =>
  world.tour.offer({
    id: idOf(card),
    on,
    text: () => t(`tour.${card}`, values),
    first: card === FIRST,
    passing: card === 'arm',
  });

export const lessons: Lessons = {
  taughtBy: idOf(FIRST),
  learnt: () => [t('tour.learnt.1'), t('tour.learnt.2'), t('tour.learnt.3')],
};
