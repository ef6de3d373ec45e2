// The eight dragons as pictures: a file each, and the ramp that their counters are cut from.
import type { Ramp } from '../../dice/solid';

export interface Looks {
  name: string;
  portrait: string;
  // Lies over it while it is its turn.
  life: string;
  ramp: Ramp;
}

// Files, however small: the pages' policy allows no data in addresses.
const files = import.meta.glob<string>('../../portraits/*.svg', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const fileOf = (name: string): string => files[`../../portraits/${name.toLowerCase()}.svg`];

const RAMPS: [string, Ramp][] = [
  ['Ember', ['#4a0f0b', '#8f2114', '#c73f1c', '#ee7434', '#ffc07a']],
  ['Talon', ['#2f1d08', '#6a4310', '#a8741f', '#d9a845', '#f8e09a']],
  ['Lash', ['#2a0d2b', '#56204f', '#8a3a78', '#c067a3', '#f0b3d3']],
  ['Granite', ['#1e2224', '#3b4245', '#626b6d', '#959d9b', '#d5d9d2']],
  ['Bramble', ['#10240f', '#24461c', '#46712b', '#7ea546', '#cfdf8c']],
  ['Spring', ['#062a2c', '#0d5250', '#1f8278', '#5bb8a3', '#c4efd8']],
  ['Frost', ['#123247', '#2a5f80', '#5795b3', '#9fcfe0', '#eafaff']],
  ['Gale', ['#242a4d', '#444f86', '#7682b9', '#b0badf', '#f0f2fc']],
];

// By the dragon's number, from 1.
export const LOOKS: readonly Looks[] = RAMPS.map(([name, ramp]) => ({
  name,
  ramp,
  portrait: fileOf(name),
  life: fileOf(`${name}-life`),
}));

export const looksOf = (kind: number | undefined): Looks | undefined => (kind ? LOOKS[kind - 1] : undefined);
