// A view of Dragon Dice, read. What can be done comes from choices and forms; nothing of it is worked out here.
import { create } from '@bufbuild/protobuf';
import {
  DragondiceStep,
  DragondiceViewSchema,
  type DragondiceAttack,
  type DragondiceDragon,
  type DragondiceEffects,
  type DragondiceUnitRules,
  type DragondiceView,
} from '../../gen/wyrmhall/v1/dragondice_pb';
import type { DragondiceIcon, DragondiceTerrain } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondicePhrase } from '../../gen/wyrmhall/v1/dragondice_sentence_pb';
import type { DragondiceUnitKind } from '../../gen/wyrmhall/v1/dragondice_unit_pb';
import type { Choice, Choices, Form, GameView } from '../../gen/wyrmhall/v1/game_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';

// Nobody, no dragon, no place.
export const NONE = -1;
export const SEATS = [0, 1] as const;
export const TERRAINS = [0, 1, 2] as const;
export const FRONTIER = 2;
// Places that are no terrain.
export const RESERVE = 3;
export const DEAD = 4;
export const BURIED = 5;
export const POOL = 6;
// What a dragon attacks where it is no dragon.
export const THE_ARMY = 100;
export const OPEN = 101;

const NOTHING = create(DragondiceViewSchema);

export const viewOf = (view: GameView): DragondiceView => (view.game.case === 'dragondice' ? view.game.value : NOTHING);

export const phraseOf = (sentence: Sentence | undefined): DragondicePhrase =>
  sentence?.phrase.case === 'dragondice' ? sentence.phrase.value : DragondicePhrase.UNSPECIFIED;

export const argument = (sentence: Sentence | undefined, i: number): number => sentence?.arguments[i] ?? NONE;

const keysOf = (map: Record<number, unknown>): number[] =>
  Object.keys(map)
    .map(Number)
    .sort((a, b) => a - b);

// --- Units ---

export const kindOf = (view: DragondiceView, unit: number): DragondiceUnitKind => view.units[unit]?.kind ?? 0;
export const rulesOf = (view: DragondiceView, unit: number): DragondiceUnitRules | undefined =>
  view.kinds[kindOf(view, unit)];
export const healthOf = (view: DragondiceView, unit: number): number => rulesOf(view, unit)?.health ?? 0;

export const unitsAt = (view: DragondiceView, seat: number, place: number): number[] =>
  keysOf(view.places).filter((unit) => view.places[unit] === place && view.units[unit]?.owner === seat);

export const healthAt = (view: DragondiceView, seat: number, place: number): number =>
  unitsAt(view, seat, place).reduce((sum, unit) => sum + healthOf(view, unit), 0);

// Units of one kind that stand together.
export interface Group {
  kind: DragondiceUnitKind;
  rules: DragondiceUnitRules;
  units: number[];
}

// The healthiest first.
export function groupsOf(view: DragondiceView, units: readonly number[]): Group[] {
  const groups: Group[] = [];
  for (const unit of units) {
    const kind = kindOf(view, unit);
    const rules = view.kinds[kind];
    const found = groups.find((group) => group.kind === kind);
    if (found) found.units.push(unit);
    else if (rules) groups.push({ kind, rules, units: [unit] });
  }
  return groups.sort((a, b) => b.rules.health - a.rules.health || a.units[0] - b.units[0]);
}

export interface Face {
  icon: DragondiceIcon;
  number: number;
}
export const facesOf = ({ faces }: DragondiceUnitRules): Face[] =>
  Array.from({ length: faces.length / 2 }, (_, i) => ({ icon: faces[2 * i], number: faces[2 * i + 1] }));

// The first unit of a seat; its rolls are counted from there.
export const firstOf = (view: DragondiceView, seat: number): number =>
  keysOf(view.units).find((unit) => view.units[unit]?.owner === seat) ?? 0;

// --- Terrains and what lies on armies ---

export const terrainAt = (view: DragondiceView, place: number): DragondiceTerrain => view.terrains?.[place] ?? 0;

export const effectsAt = (view: DragondiceView, seat: number, place: number): DragondiceEffects | undefined =>
  view.effects[3 * seat + place];

// --- Dragons ---

export interface Dragon {
  index: number;
  dragon: DragondiceDragon;
}
export const dragonsAt = (view: DragondiceView, place: number): Dragon[] =>
  keysOf(view.dragons).flatMap((index) => {
    const dragon = view.dragons[index];
    return dragon && dragon.at === place ? [{ index, dragon }] : [];
  });
export const poolOf = (view: DragondiceView, seat: number): Dragon[] =>
  dragonsAt(view, POOL).filter(({ dragon }) => dragon.owner === seat);

// --- The attack ---

// The attack that goes on, or the last of this turn.
export const attackOf = (view: DragondiceView): DragondiceAttack | undefined =>
  (view.attack?.dragons?.length ?? 0) > 0 && (view.attack?.terrain ?? NONE) >= 0 ? view.attack : undefined;

export const isAtTerrain = ({ dragon }: Dragon): boolean => TERRAINS.some((terrain) => terrain === dragon.at);

export const isFighting = (view: DragondiceView): boolean => {
  const step = view.step ?? DragondiceStep.OVER;
  return attackOf(view) !== undefined && step > DragondiceStep.ATTACK_TERRAIN && step < DragondiceStep.REGROUP;
};

export const targetOf = (attack: DragondiceAttack, dragon: number): number =>
  attack.targets?.[attack.dragons?.indexOf(dragon) ?? NONE] ?? NONE;

// Damage that the army would suffer if it had no saves.
export const damageToArmy = (attack: DragondiceAttack): number =>
  [...(attack.dragons ?? [])]
    .filter((dragon) => targetOf(attack, dragon) === THE_ARMY)
    .reduce((sum, dragon) => sum + (attack.damage[dragon] ?? 0), 0);

export interface Rolled extends Face {
  unit: number;
}
// What the units of the answer show.
export function answerOf(view: DragondiceView): Rolled[] {
  const first = firstOf(view, view.seat ?? 0);
  return [...(attackOf(view)?.rolls ?? [])].flatMap((value, i) => {
    const rules = rulesOf(view, first + i);
    const face = value > 0 && rules ? facesOf(rules)[value - 1] : undefined;
    return face ? [{ unit: first + i, ...face }] : [];
  });
}

// --- What can be done ---

export const choicesWith = (choices: Choices | undefined, ...phrases: DragondicePhrase[]): Choice[] =>
  choices?.choices.filter(({ sentence }) => phrases.includes(phraseOf(sentence))) ?? [];

export const formWith = (choices: Choices | undefined, ...phrases: DragondicePhrase[]): Form | undefined =>
  choices?.forms.find(({ sentence }) => phrases.includes(phraseOf(sentence)));

// Choices that say which thing, and then what becomes of it: where a unit goes, whom it becomes, what a dragon attacks.
export interface Pairing {
  // Number of the argument that is the thing, and of that which is what becomes of it.
  thing: number;
  other: number;
  isDragon: boolean;
}
const PAIRINGS: Partial<Record<DragondicePhrase, Pairing>> = {
  [DragondicePhrase.REGROUP]: { thing: 1, other: 2, isDragon: false },
  [DragondicePhrase.CALL]: { thing: 0, other: 2, isDragon: true },
  [DragondicePhrase.PROMOTE]: { thing: 0, other: 1, isDragon: false },
  [DragondicePhrase.DESIGNATE]: { thing: 0, other: 1, isDragon: true },
};
export interface Paired extends Pairing {
  phrase: DragondicePhrase;
  // The choices by the thing that they are about.
  things: ReadonlyMap<number, Choice[]>;
}
export function pairedIn(choices: Choices | undefined): Paired | undefined {
  const phrase = phraseOf(choices?.choices.find(({ sentence }) => PAIRINGS[phraseOf(sentence)])?.sentence);
  const pairing = PAIRINGS[phrase];
  if (!pairing) return undefined;
  const things = new Map<number, Choice[]>();
  for (const choice of choicesWith(choices, phrase)) {
    const thing = argument(choice.sentence, pairing.thing);
    things.set(thing, [...(things.get(thing) ?? []), choice]);
  }
  return { ...pairing, phrase, things };
}

// What neither pairs nor forms offer.
const IN_FORMS: readonly DragondicePhrase[] = [DragondicePhrase.SPLIT, DragondicePhrase.SLAY];
export const plainChoices = (choices: Choices | undefined): Choice[] =>
  choices?.choices.filter(({ sentence }) => {
    const phrase = phraseOf(sentence);
    return !PAIRINGS[phrase] && !IN_FORMS.includes(phrase);
  }) ?? [];
