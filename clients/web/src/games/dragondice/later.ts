// What the board of Dragon Dice shows only in fights, or when it is unfolded.
import { Later } from '../shared/later.svelte';
import { lossForm, sharingIn, slayingIn } from './plans';

export const losing = new Later(
  () => import('./LossForm.svelte'),
  (_, choices) => lossForm(choices) !== undefined,
);
export const sharing = new Later(
  () => import('./ShareForm.svelte'),
  (_, choices) => sharingIn(choices) !== undefined,
);
export const slaying = new Later(
  () => import('./SlayForm.svelte'),
  (_, choices) => slayingIn(choices) !== undefined,
);
export const tables = new Later(() => import('./DragonTables.svelte'));

export const later = [losing, sharing, slaying, tables];
