// Dragon Dice as the hall shows it.
import type { GameCard } from '../module';
import Emblem from './Emblem.svelte';

export const card: GameCard = { code: 'dragondice', order: 5, Emblem };
