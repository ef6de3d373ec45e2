// Dragons Arena as the hall shows it.
import type { GameCard } from '../module';
import Emblem from './Emblem.svelte';

export const card: GameCard = { code: 'arena', order: 2, Emblem };
