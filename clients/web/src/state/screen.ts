// How much room there is.
import { MediaQuery } from 'svelte/reactivity';

// A phone, upright or lying.
export const small = new MediaQuery('(max-width: 720px), (max-height: 520px)');
