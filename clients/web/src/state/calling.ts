// What a call says: whom the match is against, or with.
import { seatNames } from '../games/shared/seats';
import { t } from '../i18n/index.svelte';
import { world } from '../world.svelte';
import { callsFor } from './caller.svelte';

let started = false;

// From now on, as long as the player wants it.
export function start(): void {
  if (started) return;
  started = true;
  callsFor(world, (id) => ({
    title: t('call.turn'),
    body: seatNames(world.hall.matches.plays.get(id)?.info?.seats ?? []).join(', '),
  }));
}
