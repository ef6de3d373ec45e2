// What counted icons come to so far, before IDs are shared out and anything is halved or doubled.
import { DragondiceIcon } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { effectOf } from './icons';
import type { Counted } from './stage.svelte';

export interface Tally {
  melee: number;
  missile: number;
  save: number;
}

const MELEE = new Set(['melee', 'melee.again', 'both']);
const MISSILE = new Set(['missile', 'volley']);
const SAVE = new Set(['save', 'rise', 'both', 'volley', 'cloak']);

export function tally(groups: readonly Counted[]): Tally {
  const sums: Tally = { melee: 0, missile: 0, save: 0 };
  for (const { icon, sum } of groups) {
    const effect = effectOf(icon);
    if (icon === DragondiceIcon.MELEE || MELEE.has(effect)) sums.melee += sum;
    if (icon === DragondiceIcon.MISSILE || MISSILE.has(effect)) sums.missile += sum;
    if (icon === DragondiceIcon.SAVE || SAVE.has(effect)) sums.save += sum;
  }
  return sums;
}
