// For tests: all that pages say is there from the start.
import { words } from '../i18n/index.svelte';

await words.ready();
