import type { Messages } from './index.svelte';
import { en } from './en';
export const fr: Messages = en;
