// What a call says: whom the match is against, or with.
import { seatNames } from '../games/shared/seats';
import { t } from '../i18n/index.svelte';
import { world } from '../world.svelte';
import { callsFor } from './caller.svelte';

export const start = (): (() => void) =>
  callsFor(world, (id) => ({
    title: t('call.turn'),
    body: seatNames(world.hall.plays.get(id)?.info?.seats ?? []).join(', '),
  }));
