// The forces of a match in the making. The set-up page keeps which presets they are as numbers; 0 is one of one's own.
import { create } from '@bufbuild/protobuf';
import { DragondicePreset, DragondicePresetSchema, DragondiceTerrain } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import {
  DragondiceArmySchema,
  DragondiceDragonOptionsSchema,
  type DragondiceArmy,
  type DragondiceDragonOptions,
} from '../../gen/wyrmhall/v1/dragondice_pb';
import { forceHealth, presetForce, type Force } from './force';
import { forge } from './forge.svelte';

type Values = Record<string, number>;

export const PRESETS = DragondicePresetSchema.values
  .map(({ number }) => number)
  .filter((number) => number !== DragondicePreset.UNSPECIFIED);

const USUAL = [DragondicePreset.CORAL_ELF_30, DragondicePreset.DWARF_30] as const;
export const armyKey = (seat: number): string => `army.${seat}`;
export const presetOf = (values: Values, seat: number): DragondicePreset => values[armyKey(seat)] ?? USUAL[seat];
export const isOwn = (values: Values, seat: number): boolean => presetOf(values, seat) === DragondicePreset.UNSPECIFIED;

export const FRONTIER_KEY = 'frontier.terrain';
export const frontierOf = (values: Values): DragondiceTerrain =>
  values[FRONTIER_KEY] ?? DragondiceTerrain.FLATLAND_TOWER;

export const forceAt = (values: Values, seat: number): Force =>
  isOwn(values, seat) ? forge.of(seat) : presetForce(presetOf(values, seat));
// Both must have the same.
export const healths = (values: Values): number[] => USUAL.map((_, seat) => forceHealth(forceAt(values, seat)));

export const armiesIn = (values: Values): DragondiceArmy[] =>
  USUAL.map((_, seat) => {
    if (!isOwn(values, seat)) return create(DragondiceArmySchema, { preset: presetOf(values, seat) });
    const { home, campaign, horde, homeTerrain, frontierTerrain } = forge.of(seat);
    return create(DragondiceArmySchema, {
      home: [...home],
      campaign: [...campaign],
      horde: [...horde],
      homeTerrain,
      frontierTerrain,
    });
  });

// Where a force is one's own, all dragons are said.
export const dragonsIn = (values: Values): DragondiceDragonOptions[] =>
  USUAL.some((_, seat) => isOwn(values, seat))
    ? USUAL.map((_, seat) => create(DragondiceDragonOptionsSchema, { dragons: [...forceAt(values, seat).dragons] }))
    : [];
