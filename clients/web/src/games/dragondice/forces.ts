// The forces of a match in the making. The set-up page keeps which presets they are as numbers; 0 is one of one's own. The
// other side brings its own unless one says which it has.
import { create } from '@bufbuild/protobuf';
import { DragondicePreset, DragondicePresetSchema, DragondiceTerrain } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import {
  DragondiceArmySchema,
  DragondiceDragonOptionsSchema,
  type DragondiceArmy,
  type DragondiceDragonOptions,
} from '../../gen/wyrmhall/v1/dragondice_pb';
import { forceHealth, presetForce, smallForce, type Force } from './force';
import type { Part } from '../../state/hall.svelte';
import { forge } from './forge.svelte';

type Values = Record<string, number>;

export const PRESETS = DragondicePresetSchema.values
  .map(({ number }) => number)
  .filter((number) => number !== DragondicePreset.UNSPECIFIED);

// Which force the other side has is for it to say, and nobody sees it before both are ready.
export const BROUGHT = -2;
const BROUGHT_HEALTH = 30;
const USUAL: readonly number[] = [DragondicePreset.CORAL_ELF_30, BROUGHT];
export const armyKey = (seat: number): string => `army.${seat}`;
export const presetOf = (values: Values, seat: number): DragondicePreset => values[armyKey(seat)] ?? USUAL[seat];
// Small forces and few rounds, for a first battle.
export const SMALL = -1;
export const FIRST_BATTLE: Values = { [armyKey(0)]: SMALL, [armyKey(1)]: SMALL, rounds: 3 };
export const isFirst = (values: Values): boolean => USUAL.every((_, seat) => Number(presetOf(values, seat)) === SMALL);

export const isOwn = (values: Values, seat: number): boolean => presetOf(values, seat) === DragondicePreset.UNSPECIFIED;

export const FRONTIER_KEY = 'frontier.terrain';
export const frontierOf = (values: Values): DragondiceTerrain =>
  values[FRONTIER_KEY] ?? DragondiceTerrain.FLATLAND_TOWER;

export const isBrought = (values: Values): boolean => Number(presetOf(values, 1)) === BROUGHT;

export function forceAt(values: Values, seat: number): Force {
  const preset: number = presetOf(values, seat);
  if (preset === SMALL) return smallForce(seat);
  return preset > 0 ? presetForce(preset) : forge.of(seat);
}
// Both must have the same.
export const healths = (values: Values): number[] =>
  USUAL.map((_, seat) =>
    Number(presetOf(values, seat)) === BROUGHT ? BROUGHT_HEALTH : forceHealth(forceAt(values, seat)),
  );

function armyOf(preset: DragondicePreset, force: Force): DragondiceArmy {
  if (preset > 0) return create(DragondiceArmySchema, { preset });
  const { home, campaign, horde, homeTerrain, frontierTerrain } = force;
  return create(DragondiceArmySchema, {
    home: [...home],
    campaign: [...campaign],
    horde: [...horde],
    homeTerrain,
    frontierTerrain,
  });
}

export const armiesIn = (values: Values): DragondiceArmy[] =>
  isBrought(values) ? [] : USUAL.map((_, seat) => armyOf(presetOf(values, seat), forceAt(values, seat)));

// Where a force is no preset, all dragons are said.
export const dragonsIn = (values: Values): DragondiceDragonOptions[] =>
  !isBrought(values) && USUAL.some((_, seat) => presetOf(values, seat) <= 0)
    ? USUAL.map((_, seat) => create(DragondiceDragonOptionsSchema, { dragons: [...forceAt(values, seat).dragons] }))
    : [];

// The own force, where each side brings one.
export function partIn(values: Values): Part | undefined {
  if (!isBrought(values)) return undefined;
  const [preset, force] = [presetOf(values, 0), forceAt(values, 0)];
  const dragons = preset > 0 ? [] : [...force.dragons];
  return { game: { case: 'dragondice', value: { army: armyOf(preset, force), dragons } } };
}
