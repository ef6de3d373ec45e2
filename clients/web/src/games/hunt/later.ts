// What the board of a hunt shows to who decides, while a dragon rages, in a campaign, between two dragons, or once it is asked for.
import { HuntPhase } from '../../gen/wyrmhall/v1/hunt_pb';
import { Later } from '../shared/later.svelte';
import { levelTable } from './level_table';
import { huntOf } from './scene';

export const offers = new Later(
  () => import('./Offers.svelte'),
  (_, choices) => choices !== undefined,
);
export const storm = new Later(() => import('./Storm.svelte'));
export const village = new Later(
  () => import('./Village.svelte'),
  (view) => huntOf(view).phase === HuntPhase.VILLAGE,
);
// For a campaign alone.
export const path = new Later(
  () => import('./Path.svelte'),
  (view) => huntOf(view).campaign ?? false,
);
export const fill = new Later(() => import('./Fill.svelte'));

export const later = [offers, storm, village, path, fill, levelTable];
