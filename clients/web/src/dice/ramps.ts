// Five colours from shade to light for each material.
import type { Ramp } from './solid';

export const RAMPS = {
  ember: ['#3a0f0c', '#7a1f14', '#b23a1e', '#dd6230', '#f2a05a'],
  ice: ['#0e2b3d', '#1c5470', '#3b86a6', '#7fbfd6', '#d5f0f7'],
  bone: ['#4a4338', '#857a66', '#bdb099', '#e0d6c2', '#f8f2e4'],
  basalt: ['#0c1113', '#1b2529', '#2f3d43', '#4b5d64', '#7d9199'],
  verdigris: ['#0b2a27', '#15504a', '#25786d', '#4fa698', '#a3dccd'],
  amber: ['#3d2606', '#7a4c0c', '#b57717', '#dfa23a', '#f6d48a'],
} as const satisfies Record<string, Ramp>;

export type RampName = keyof typeof RAMPS;

// On these a dark numeral reads better than a light one.
export const PALE_RAMPS: ReadonlySet<string> = new Set<string>(['bone', 'ice', 'amber']);
