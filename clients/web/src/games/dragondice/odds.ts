// What an army's answer to dragons may come to, exactly (DR-11). All there is to know lies open: the faces of its dice and
// what lies on it. The results of dice are added up die by die; dice that are rolled again are followed until what is left
// of their chance is too little to show.
import { DragondiceIcon as I, DragondiceSpecies as S } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import type { DragondiceEffects, DragondiceView } from '../../gen/wyrmhall/v1/dragondice_pb';
import { elementsOfTerrain } from './elements';
import { effectOf } from './icons';
import { effectsAt, facesOf, kindOf, terrainAt, unitsAt, type Face } from './scene';

export type Result = 'melee' | 'missile' | 'save' | 'maneuver';

// Chances by result, from 0 on.
export type Distribution = readonly number[];

// What is added up: each in a field of its own of one number.
const FIELD = 256;
const [PLAIN, SPECIAL, FERAL, FERAL_SPECIAL, MANEUVER, DODGED, TRUMPET] = [0, 1, 2, 3, 4, 5, 6].map((i) => FIELD ** i);
const fieldOf = (sum: number, unit: number): number => Math.floor(sum / unit) % FIELD;

// More states than this are not followed: a force of many species under a trumpet.
const MOST_STATES = 60_000;
const LITTLE = 1e-12;

const PLAIN_ICON: Record<Result, I> = {
  melee: I.MELEE,
  missile: I.MISSILE,
  save: I.SAVE,
  maneuver: I.MANEUVER,
};
const GIVES: Record<Result, readonly string[]> = {
  melee: ['melee', 'melee.again', 'both', 'fireminions'],
  missile: ['missile', 'volley', 'fireminions'],
  save: ['save', 'rise', 'both', 'volley', 'fireminions', 'cloak', 'regenerate', 'growth'],
  maneuver: [],
};

interface Circumstances {
  effects: DragondiceEffects | undefined;
  // A trumpet may sound in this army.
  trumpets: boolean;
  // Maneuvers of these species count as saves here (R-DD-28).
  dodging: ReadonlySet<S>;
  // And not those of plain icons alone.
  specialManeuvers: boolean;
}

// What a face adds. IDs go to what is asked about: that is what their owner can make of them.
function gain({ icon, number }: Face, species: S, result: Result, at: Circumstances): number {
  const feral = at.trumpets && species === S.FERAL;
  const effect = effectOf(icon);
  if (icon === PLAIN_ICON[result] || (icon === I.ID && !at.effects?.ignoreId)) {
    return number * (PLAIN + (feral ? FERAL : 0));
  }
  if (icon === I.MANEUVER && result === 'save' && at.dodging.size > 0) {
    return number * (MANEUVER + (at.dodging.has(species) ? DODGED : 0));
  }
  if (icon === I.TRUMPET) return feral ? TRUMPET : 0;
  const dodged = icon === I.TRAMPLE && result === 'save' && at.specialManeuvers && at.dodging.has(species);
  if (!dodged && !GIVES[result].includes(effect)) return 0;
  const doubled = feral && effect !== 'fireminions' && effect !== 'cloak';
  return number * (SPECIAL + (doubled ? FERAL_SPECIAL : 0));
}

type Sums = Map<number, number>;
const put = (sums: Sums, sum: number, chance: number): void => void sums.set(sum, (sums.get(sum) ?? 0) + chance);

// One die: with Rend and Tail rolled again, what was shown before still counts.
function dieSums(faces: readonly Face[], species: S, result: Result, at: Circumstances): Sums {
  const sums: Sums = new Map();
  let open: Sums = new Map([[0, 1]]);
  while (open.size > 0) {
    const next: Sums = new Map();
    for (const [sum, chance] of open) {
      for (const face of faces) {
        const share = chance / faces.length;
        const more = sum + gain(face, species, result, at);
        if (effectOf(face.icon) === 'melee.again' && share > LITTLE) put(next, more, share);
        else put(sums, more, share);
      }
    }
    open = next;
  }
  return sums;
}

// TRUMPET is one bit: a second trumpet adds nothing.
const added = (a: number, b: number): number => {
  const sum = a + b;
  return sum >= 2 * TRUMPET ? sum - TRUMPET : sum;
};

function total(sum: number, result: Result, { effects }: Circumstances): number {
  const halved = { melee: effects?.halveMelee, missile: effects?.halveMissile, maneuver: effects?.halveManeuver };
  const half = (n: number, by: boolean | undefined): number => (by ? Math.floor(n / 2) : n);
  const plain = half(fieldOf(sum, PLAIN), result === 'save' ? false : halved[result]);
  let all = plain + fieldOf(sum, SPECIAL);
  if (sum >= TRUMPET && (result === 'melee' || result === 'save'))
    all += Math.min(plain, fieldOf(sum, FERAL)) + fieldOf(sum, FERAL_SPECIAL);
  if (result !== 'save') return all;
  const dodged = Math.min(half(fieldOf(sum, MANEUVER), halved.maneuver), fieldOf(sum, DODGED));
  return all + dodged + (effects?.addSave ?? 0);
}

export interface Die {
  faces: readonly Face[];
  species: S;
}

// Undefined where there are too many ways to follow.
export function distribution(dice: readonly Die[], result: Result, at: Circumstances): Distribution | undefined {
  let sums: Sums = new Map([[0, 1]]);
  const rolled = new Map<readonly Face[], Sums>();
  for (const { faces, species } of dice) {
    const die = rolled.get(faces) ?? dieSums(faces, species, result, at);
    rolled.set(faces, die);
    const next: Sums = new Map();
    for (const [a, p] of sums) for (const [b, q] of die) put(next, added(a, b), p * q);
    if (next.size > MOST_STATES) return undefined;
    sums = next;
  }
  const chances: number[] = [];
  for (const [sum, chance] of sums) {
    const n = total(sum, result, at);
    while (chances.length <= n) chances.push(0);
    chances[n] += chance;
  }
  return chances;
}

export const meanOf = (chances: Distribution): number => chances.reduce((sum, chance, n) => sum + n * chance, 0);
export const atLeast = (chances: Distribution, n: number): number =>
  Math.min(
    1,
    chances.slice(Math.max(0, n)).reduce((sum, chance) => sum + chance, 0),
  );

const WATERY: readonly S[] = [S.CORAL_ELF, S.SWAMP_STALKER];
function circumstances(view: DragondiceView, seat: number, place: number, dice: readonly Die[]): Circumstances {
  const here = elementsOfTerrain(terrainAt(view, place));
  const dodging = new Set<S>();
  if (view.speciesAbilities && here.includes('water')) for (const one of WATERY) dodging.add(one);
  if (view.speciesAbilities && here.includes('fire')) dodging.add(S.LAVA_ELF);
  const trumpets = dice.some(({ faces }) => faces.some(({ icon }) => icon === I.TRUMPET));
  return { effects: effectsAt(view, seat, place), trumpets, dodging, specialManeuvers: !!view.specialManeuvers };
}

// What was counted before, by all that it depends on: a view changes often, its armies seldom.
const known = new Map<string, Distribution | undefined>();
const MOST_KNOWN = 400;

// For an army as it stands now.
export function answerOdds(
  view: DragondiceView,
  seat: number,
  place: number,
  result: Result,
): Distribution | undefined {
  const units = unitsAt(view, seat, place);
  const { halveMelee, halveMissile, halveManeuver, ignoreId, addSave } = effectsAt(view, seat, place) ?? {};
  const kinds = units.map((unit) => kindOf(view, unit)).sort((a, b) => a - b);
  const lasting = [
    halveMelee,
    halveMissile,
    halveManeuver,
    ignoreId,
    addSave,
    view.speciesAbilities,
    view.specialManeuvers,
  ];
  const key = [result, terrainAt(view, place), ...lasting, ...kinds].join();
  if (!known.has(key)) {
    if (known.size >= MOST_KNOWN) known.clear();
    // Faces that are the same object are the same kind.
    const faces = new Map<number, Face[]>();
    const dice = kinds.flatMap((kind): Die[] => {
      const rules = view.kinds[kind];
      if (!rules) return [];
      const its = faces.get(kind) ?? facesOf(rules);
      faces.set(kind, its);
      return [{ faces: its, species: rules.species }];
    });
    known.set(key, distribution(dice, result, circumstances(view, seat, place, dice)));
  }
  return known.get(key);
}
