// Dragon Dance as the hall shows it.
import type { GameCard } from '../module';
import Emblem from './Emblem.svelte';

export const card: GameCard = { code: 'dance', order: 3, Emblem };
