// What the board of Dragon Dice shows only to who decides, or once it is unfolded.
import { Later } from '../shared/later.svelte';
import { lossForm, sharingIn, slayingIn } from './plans';
import { pairedIn } from './scene';

export const pairing = new Later(
  () => import('./PairForm.svelte'),
  (_, choices) => pairedIn(choices) !== undefined,
);
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
export const faces = new Later(() => import('./Faces.svelte'));
export const temper = new Later(() => import('./Temper.svelte'));
export const odds = new Later(() => import('./OddsChart.svelte'));
export const tables = new Later(() => import('./DragonTables.svelte'));

export const later = [pairing, losing, sharing, slaying, faces, temper, odds, tables];
