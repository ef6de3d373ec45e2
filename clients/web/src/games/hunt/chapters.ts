// Which dragons a chapter has, as the rules say it.
import { HuntDragonKind as Kind } from '../../gen/wyrmhall/v1/hunt_pb';

// The second comes too where the band is large enough for two.
const DRAGONS: readonly (readonly [first: Kind, second: Kind])[] = [
  [Kind.YOUNG_RED, Kind.YOUNG_BLACK],
  [Kind.YOUNG_BLACK, Kind.YOUNG_RED],
  [Kind.MARSH_GREEN, Kind.STORM_BLUE],
  [Kind.STORM_BLUE, Kind.MARSH_GREEN],
  [Kind.FROST_WHITE, Kind.RUST_COPPER],
  [Kind.RUST_COPPER, Kind.FROST_WHITE],
  [Kind.ELDER_RED, Kind.ELDER_BLACK],
  [Kind.ELDER_BLACK, Kind.ELDER_RED],
  [Kind.BONE_TYRANT, Kind.SUN_GOLDEN],
  [Kind.SUN_GOLDEN, Kind.BONE_TYRANT],
];

// None of a chapter that this page does not know.
export const dragonsOf = (chapter: number, count: number): readonly Kind[] =>
  DRAGONS[chapter - 1]?.slice(0, count) ?? [];
