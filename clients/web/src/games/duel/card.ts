// Dragon Duel as the hall shows it.
import type { FeaturedCard } from '../module';
import { LOOKS } from '../shared/dragons';
import Emblem from './Emblem.svelte';

export const card: FeaturedCard = {
  code: 'duel',
  order: 1,
  Emblem,
  featured: true,
  quick: { game: { case: 'duel', value: {} } },
  welcome: [LOOKS[0].portrait, LOOKS[6].portrait],
};
