// Heads or Tails as the hall shows it.
import type { GameCard } from '../module';
import Emblem from './Emblem.svelte';

export const card: GameCard = { code: 'coin', order: 6, Emblem };
