// What the board of Dragon Dice shows only to who decides, in a fight, on a phone, or once it is unfolded.
import { small } from '../../state/screen';
import { Later } from '../shared/later.svelte';
import { lossForm, sharingIn, slayingIn } from './plans';
import { isFighting, pairedIn, viewOf } from './scene';

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
// On a phone alone.
export const strip = new Later(
  () => import('./Strip.svelte'),
  () => small.current,
);
// Dice are rolled in a fight alone.
export const sums = new Later(
  () => import('./Sums.svelte'),
  (view) => isFighting(viewOf(view)),
);
export const faces = new Later(() => import('./UnitFaces.svelte'));
export const dragonFaces = new Later(() => import('./DragonFaces.svelte'));
export const temper = new Later(() => import('./Temper.svelte'));
export const odds = new Later(() => import('./OddsChart.svelte'));
export const tables = new Later(() => import('./DragonTables.svelte'));

export const later = [pairing, losing, sharing, slaying, strip, sums, faces, dragonFaces, temper, odds, tables];
