// Whom dragons attack (DR-2, DR-3), and what their breath does to an army (DR-13): the rulebook's tables. A test compares
// them with it.
import { DragondiceDragonType as T, type DragondiceTerrain } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import type { DragondiceView } from '../../gen/wyrmhall/v1/dragondice_pb';
import { elementsOfDragon, elementsOfTerrain, type Element } from './elements';
import type { Key } from './dragons_messages';
import { dragonsAt, terrainAt, type Dragon } from './scene';

export const KINDS = ['elemental', 'hybrid', 'ivory', 'ivory_hybrid', 'white'] as const;
export type Kind = (typeof KINDS)[number];

export function kindOfDragon(type: T): Kind {
  if (type === T.WHITE) return 'white';
  if (type === T.IVORY) return 'ivory';
  const name = T[type] ?? '';
  if (name.startsWith('IVORY')) return 'ivory_hybrid';
  return name.startsWith('HYBRID') ? 'hybrid' : 'elemental';
}

// Whether one attacks the other: always, never, or by what their elements have in common.
export type Verdict = 'yes' | 'no' | 'other' | 'equal' | 'that';
const never: Record<Kind, Verdict> = { elemental: 'no', hybrid: 'no', ivory: 'no', ivory_hybrid: 'no', white: 'no' };
export const ATTACKS: Record<Kind, Record<Kind, Verdict>> = {
  elemental: { elemental: 'other', hybrid: 'yes', ivory: 'no', ivory_hybrid: 'other', white: 'yes' },
  hybrid: { elemental: 'yes', hybrid: 'equal', ivory: 'no', ivory_hybrid: 'that', white: 'yes' },
  ivory: never,
  ivory_hybrid: never,
  white: { elemental: 'yes', hybrid: 'yes', ivory: 'no', ivory_hybrid: 'yes', white: 'no' },
};
// Those that attack no dragon always attack the army (DR-3).
export const attacksDragons = (kind: Kind): boolean => KINDS.some((other) => ATTACKS[kind][other] !== 'no');

// DR-2.
export function attacks(attacker: T, other: T): boolean {
  const [own, theirs] = [elementsOfDragon(attacker), elementsOfDragon(other)];
  const shared = own.filter((element) => theirs.includes(element)).length;
  switch (ATTACKS[kindOfDragon(attacker)][kindOfDragon(other)]) {
    case 'yes':
      return true;
    case 'no':
      return false;
    case 'equal':
      return shared < own.length;
    default:
      return shared === 0;
  }
}

// The dragons at a terrain that this one attacks; none where it attacks the army (DR-3).
export const victimsAt = (view: DragondiceView, { index, dragon }: Dragon, place: number): number[] =>
  dragonsAt(view, place)
    .filter((other) => other.index !== index && attacks(dragon.type, other.dragon.type))
    .map((other) => other.index);
// A breath by its name: each element has one, ivory one that does no more than kill, and white that of the terrain.
export type Breath = Element | 'ivory' | 'white';
export const BREATHS: readonly Breath[] = ['air', 'death', 'earth', 'fire', 'water', 'ivory', 'white'];
const DOES: Record<Breath, Key> = {
  air: 'effect.melee',
  death: 'effect.id',
  earth: 'effect.maneuver',
  fire: 'breath.burial',
  water: 'effect.missile',
  ivory: 'breath.nothing',
  white: 'breath.terrain',
};
export const breathDoes = (breath: Breath): Key => DOES[breath];
export function breathsOf(type: T): readonly Breath[] {
  if (type === T.WHITE) return ['white'];
  const elements = elementsOfDragon(type);
  return elements.length > 0 ? elements : ['ivory'];
}
// What the terrain adds to that of a white dragon.
export const breathsOfTerrain = (type: T, terrain: DragondiceTerrain): readonly Breath[] =>
  type === T.WHITE ? elementsOfTerrain(terrain) : [];
export const breathsAt = (view: DragondiceView, { dragon }: Dragon): readonly Breath[] => [
  ...breathsOf(dragon.type),
  ...breathsOfTerrain(dragon.type, terrainAt(view, dragon.at)),
];
// Health of the units that a breath kills; on a dragon it is as much damage (DR-9).
export const breathKills = (type: T): number => (type === T.WHITE ? 10 : 5);
