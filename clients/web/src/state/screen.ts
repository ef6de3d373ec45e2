// How much room there is.
import { MediaQuery } from 'svelte/reactivity';

// A phone, upright or lying.
export const small = new MediaQuery('(max-width: 720px), (max-height: 520px)');

// Room for something beside the words of a page.
export const wide = new MediaQuery('(min-width: 1100px)');
