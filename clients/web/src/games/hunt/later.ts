// What the board of a hunt shows between two dragons, and not at first.
import { HuntPhase } from '../../gen/wyrmhall/v1/hunt_pb';
import { Later } from '../shared/later.svelte';
import { huntOf } from './scene';

export const village = new Later(
  () => import('./Village.svelte'),
  (view) => huntOf(view).phase === HuntPhase.VILLAGE,
);
