// The tour of the player who sits here. Games tell it what there is to say, and the page of the match shows it.
import { Tour } from '../state/tour.svelte';

export const tour = new Tour(localStorage);
