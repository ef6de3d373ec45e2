// The forces of a match in the making. The set-up page keeps them as numbers.
import { create } from '@bufbuild/protobuf';
import { DragondicePreset, DragondicePresetSchema, DragondiceTerrain } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondiceArmySchema, type DragondiceArmy } from '../../gen/wyrmhall/v1/dragondice_pb';

type Values = Record<string, number>;

export const PRESETS = DragondicePresetSchema.values
  .map(({ number }) => number)
  .filter((number) => number !== DragondicePreset.UNSPECIFIED);

const USUAL = [DragondicePreset.CORAL_ELF_30, DragondicePreset.DWARF_30] as const;
export const armyKey = (seat: number): string => `army.${seat}`;
export const presetOf = (values: Values, seat: number): DragondicePreset => values[armyKey(seat)] ?? USUAL[seat];

export const FRONTIER_KEY = 'frontier.terrain';
export const frontierOf = (values: Values): DragondiceTerrain =>
  values[FRONTIER_KEY] ?? DragondiceTerrain.FLATLAND_TOWER;

export const armiesIn = (values: Values): DragondiceArmy[] =>
  USUAL.map((_, seat) => create(DragondiceArmySchema, { preset: presetOf(values, seat) }));
