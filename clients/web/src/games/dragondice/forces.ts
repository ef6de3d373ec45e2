// The forces of a match in the making. The set-up page keeps which species they are of as numbers; 0 is one of one's own. The
// other side brings its own unless one says which it has.
import { create } from '@bufbuild/protobuf';
import {
  DragondiceSpecies,
  DragondiceSpeciesSchema,
  DragondiceTerrain,
} from '../../gen/wyrmhall/v1/dragondice_data_pb';
import {
  DragondiceArmySchema,
  DragondiceDragonOptionsSchema,
  type DragondiceArmy,
  type DragondiceDragonOptions,
  type DragondiceOptions,
} from '../../gen/wyrmhall/v1/dragondice_pb';
import { SMALL_SIZE, USUAL_SIZE, allOf, healthIn, readyForce, smallForce, speciesOf, type Force } from './force';
import type { Part } from '../../state/wish';
import { forge } from './forge.svelte';

type Values = Record<string, number>;

export const SPECIES = DragondiceSpeciesSchema.values.map(({ number }) => number).filter((number) => number > 0);

const POINTS_KEY = 'points';
export const pointsIn = (values: Values): number => values[POINTS_KEY] ?? USUAL_SIZE;

// Which force the other side has is for it to say, and nobody sees it before both are ready.
export const BROUGHT = -2;
const USUAL: readonly number[] = [DragondiceSpecies.CORAL_ELF, BROUGHT];
export const SEATS = [0, 1];
export const armyKey = (seat: number): string => `army.${seat}`;
// Small forces and few rounds, for a first battle.
export const SMALL = -1;
export const FIRST_BATTLE: Values = { [armyKey(0)]: SMALL, [armyKey(1)]: SMALL, [POINTS_KEY]: SMALL_SIZE, rounds: 3 };
export const USUAL_BATTLE: Values = {
  [armyKey(0)]: USUAL[0],
  [armyKey(1)]: USUAL[1],
  [POINTS_KEY]: USUAL_SIZE,
  rounds: 8,
};
// A player who wants larger forces wants no first battle.
export function chosenAt(values: Values, seat: number): number {
  const chosen = values[armyKey(seat)] ?? USUAL[seat];
  return chosen === SMALL && pointsIn(values) !== SMALL_SIZE ? USUAL[seat] : chosen;
}
export const isFirst = (values: Values): boolean => USUAL.every((_, seat) => chosenAt(values, seat) === SMALL);

export const isOwn = (values: Values, seat: number): boolean => chosenAt(values, seat) === 0;

export const FRONTIER_KEY = 'frontier.terrain';
export const frontierOf = (values: Values): DragondiceTerrain =>
  values[FRONTIER_KEY] ?? DragondiceTerrain.FLATLAND_TOWER;

export const isBrought = (values: Values): boolean => chosenAt(values, 1) === BROUGHT;

export function forceAt(values: Values, seat: number): Force {
  const chosen = chosenAt(values, seat);
  if (chosen === SMALL) return smallForce(seat);
  return chosen > 0 ? readyForce(chosen, pointsIn(values)) : forge.of(seat, pointsIn(values));
}

function armyOf(species: number, force: Force): DragondiceArmy {
  if (species > 0) return create(DragondiceArmySchema, { species });
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
  isBrought(values) ? [] : USUAL.map((_, seat) => armyOf(chosenAt(values, seat), forceAt(values, seat)));

// Where a force is nobody's ready one, all dragons are said.
export const dragonsIn = (values: Values): DragondiceDragonOptions[] =>
  !isBrought(values) && USUAL.some((_, seat) => chosenAt(values, seat) <= 0)
    ? USUAL.map((_, seat) => create(DragondiceDragonOptionsSchema, { dragons: [...forceAt(values, seat).dragons] }))
    : [];

// The own force, where each side brings one.
export function partIn(values: Values): Part | undefined {
  if (!isBrought(values)) return undefined;
  const [species, force] = [chosenAt(values, 0), forceAt(values, 0)];
  const dragons = species > 0 ? [] : [...force.dragons];
  return { game: { case: 'dragondice', value: { army: armyOf(species, force), dragons } } };
}

// --- Forces as a table or a match has them ---

// Whose ready force it is; 0 where it is none.
export function readyIn(army: DragondiceArmy | undefined): number {
  if (!army) return 0;
  return army.species || army.preset || speciesOf(army);
}
// How many points each force has, be it said or not.
export function pointsOf({ points, armies }: DragondiceOptions): number {
  if (points !== undefined) return points;
  const listed = armies.find((army) => army.home.length > 0);
  return listed ? healthIn(allOf(listed)) : USUAL_SIZE;
}
