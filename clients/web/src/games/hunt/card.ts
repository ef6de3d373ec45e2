// Dice & Dragons as the hall shows it.
import type { GameCard } from '../module';
import Emblem from './Emblem.svelte';

export const card: GameCard = {
  code: 'hunt',
  order: 4,
  Emblem,
  heroes: true,
  together: true,
};
