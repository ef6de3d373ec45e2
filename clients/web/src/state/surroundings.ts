// What the page hands down to all that it shows. So boards and the parts that they draw with need no page around them but one
// that sets this, such as the page of parts.
import { createContext } from 'svelte';
import type { Hall } from './hall.svelte';
import type { Router } from './router.svelte';
import type { Settings } from './settings.svelte';

export interface Surroundings {
  readonly hall: Hall;
  readonly router: Router;
  readonly settings: Settings;
}

export const [surroundings, surround] = createContext<Surroundings>();
