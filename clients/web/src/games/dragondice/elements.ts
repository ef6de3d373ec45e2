// Elements: of species and of dragons, with a colour and a glyph each. Neither tells them apart alone.
import {
  DragondiceDragonType as T,
  DragondiceSpecies as S,
  DragondiceTerrain,
} from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { RAMPS } from '../../dice/ramps';
import type { Ramp } from '../../dice/solid';

export type Element = 'air' | 'death' | 'earth' | 'fire' | 'water';
// Ivory stands for none, white for all.
export type Tint = Element | 'ivory' | 'white';

const OF_SPECIES: Partial<Record<S, readonly Element[]>> = {
  [S.CORAL_ELF]: ['air', 'water'],
  [S.DWARF]: ['fire', 'earth'],
  [S.FERAL]: ['air', 'earth'],
  [S.FIREWALKER]: ['air', 'fire'],
  [S.FROSTWING]: ['death', 'air'],
  [S.GOBLIN]: ['death', 'earth'],
  [S.LAVA_ELF]: ['death', 'fire'],
  [S.SCALDER]: ['water', 'fire'],
  [S.SWAMP_STALKER]: ['death', 'water'],
  [S.TREEFOLK]: ['water', 'earth'],
  [S.UNDEAD]: ['death'],
};
// Amazons have none.
export const elementsOfSpecies = (species: S): readonly Element[] => OF_SPECIES[species] ?? [];

const ELEMENTS: readonly Element[] = ['air', 'death', 'earth', 'fire', 'water'];
// A dragon's elements are in the name of its kind.
export function elementsOfDragon(type: T): readonly Element[] {
  const words = (T[type] ?? '').toLowerCase().split('_');
  return ELEMENTS.filter((element) => words.includes(element));
}
export function tintOfDragon(type: T): Tint {
  if (type === T.WHITE) return 'white';
  return T[type]?.startsWith('IVORY') ? 'ivory' : (elementsOfDragon(type)[0] ?? 'ivory');
}
export const tintOfSpecies = (species: S): Tint => elementsOfSpecies(species)[0] ?? 'ivory';

// By a terrain's type, which is the first word of its name.
const OF_TERRAIN: Record<string, readonly Element[]> = {
  COASTLAND: ['air', 'water'],
  FEYLAND: ['fire', 'water'],
  FLATLAND: ['air', 'earth'],
  HIGHLAND: ['earth', 'fire'],
  SWAMPLAND: ['earth', 'water'],
  WASTELAND: ['air', 'fire'],
};
export const elementsOfTerrain = (terrain: DragondiceTerrain): readonly Element[] =>
  OF_TERRAIN[(DragondiceTerrain[terrain] ?? '').split('_')[0]] ?? [];
// Which calls no dragon here, whatever its name says.
export const isLair = (terrain: DragondiceTerrain): boolean =>
  (DragondiceTerrain[terrain] ?? '').endsWith('DRAGONS_LAIR');

export const TINTS: Record<Tint, Ramp> = {
  air: ['#1d1748', '#3b3390', '#5a51bd', '#8e86e6', '#c9c5f7'],
  death: ['#100d12', '#221d26', '#2e2833', '#5a4f63', '#a494b0'],
  earth: ['#3d2a06', '#775410', '#b5881f', '#ddaa2e', '#f6dc92'],
  fire: ['#3d120a', '#7d2410', '#b8381a', '#e2713f', '#f5b184'],
  water: ['#06233b', '#0d3f68', '#145c97', '#3b86c4', '#9bcbed'],
  ivory: RAMPS.bone,
  white: ['#5b6166', '#8e979d', '#c3cbd0', '#e6ebee', '#ffffff'],
};

// On a grid of 20 by 20.
export const GLYPHS: Record<Element, string> = {
  air: 'M2 8h9a3 3 0 1 0-3-3M2 12h13a3 3 0 1 1-3 3',
  death: 'M5 14v-2a5 5 0 1 1 10 0v2h-2v3H7v-3zM3 5 6 8M17 5l-3 3M8 11h.010M12 11h.010',
  earth: 'M1 17 7 7l4 6 3-5 5 9zM7 3l3 4',
  fire: 'M10 18c-4-1-6-4-4-8 1 1 1 2 2 2-1-4 0-7 3-10 0 4 4 5 4 10 0 3-2 5-5 6z',
  water: 'M10 2c3 4 5 6 5 9a5 5 0 0 1-10 0c0-3 2-5 5-9zM2 18q2-2 4 0t4 0 4 0 4 0',
};
