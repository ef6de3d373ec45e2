// What units, dragons, terrains and icons are called, and what the server's sentences say with these names.
import {
  DragondiceDragonFormSchema,
  DragondiceDragonIconSchema,
  DragondiceDragonTypeSchema,
  DragondiceIconSchema,
  DragondiceSpeciesSchema,
  DragondiceTerrainSchema,
  type DragondiceDragonIcon,
  type DragondiceIcon,
} from '../../gen/wyrmhall/v1/dragondice_data_pb';
import {
  DragondiceOptionsSchema,
  DragondicePoolSchema,
  DragondiceStepSchema,
  type DragondiceView,
} from '../../gen/wyrmhall/v1/dragondice_pb';
import {
  DragondicePartSchema,
  DragondicePhrase,
  DragondicePhraseSchema,
} from '../../gen/wyrmhall/v1/dragondice_sentence_pb';
import { DragondiceUnitKindSchema } from '../../gen/wyrmhall/v1/dragondice_unit_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';
import { listed, type Arguments } from '../../i18n/index.svelte';
import type { Scene } from '../module';
import { seatName } from '../shared/seats';
import { named, t, type Key } from './messages';
import {
  FRONTIER,
  NONE,
  OPEN,
  POOL,
  RESERVE,
  THE_ARMY,
  groupsOf,
  kindOf,
  phraseOf,
  terrainAt,
  viewOf,
  type Face,
} from './scene';

const MOST_ARGUMENTS = 5;

export const kindName = (kind: number): string => named(DragondiceUnitKindSchema, kind) ?? String(kind);
export const speciesName = (species: number): string => named(DragondiceSpeciesSchema, species) ?? String(species);
export const iconName = (icon: DragondiceIcon): string => named(DragondiceIconSchema, icon) ?? String(icon);
export const dragonIconName = (icon: DragondiceDragonIcon): string =>
  named(DragondiceDragonIconSchema, icon) ?? String(icon);
export const terrainName = (terrain: number): string => named(DragondiceTerrainSchema, terrain) ?? String(terrain);

export const typeName = (type: number): string => named(DragondiceDragonTypeSchema, type) ?? String(type);
export const formName = (form: number): string => named(DragondiceDragonFormSchema, form) ?? String(form);

// A phrase that is about nothing in particular.
export const phraseName = (phrase: DragondicePhrase): string => named(DragondicePhraseSchema, phrase) ?? '';

// Units of a kind are alike, so that no number is said of them.
export const unitName = (view: DragondiceView, unit: number): string => kindName(kindOf(view, unit));

// Dragons have numbers where there are several of the same kind and form.
export function dragonName(view: DragondiceView, dragon: number): string {
  if (dragon === THE_ARMY) return t('dragon.army');
  if (dragon === OPEN) return t('dragon.open');
  if (dragon > OPEN) return t('dragon.hidden');
  const found = view.dragons[dragon];
  if (!found) return String(dragon);
  const alike = Object.values(view.dragons).filter(({ type, form }) => type === found.type && form === found.form);
  const values = { type: typeName(found.type), form: formName(found.form), n: dragon };
  return t(alike.length > 1 ? 'dragon.numbered' : 'dragon.named', values);
}
export const dragonNames = (view: DragondiceView, dragons: Iterable<number>): string =>
  listed([...dragons].map((dragon) => dragonName(view, dragon)));

// "Footman ×2, Warlord".
export const unitNames = (view: DragondiceView, units: Iterable<number>): string => namesOf(view, units).join(', ');
// "Footman ×2 and Warlord", among other things.
export const unitsListed = (view: DragondiceView, units: Iterable<number>): string => listed(namesOf(view, units));
const namesOf = (view: DragondiceView, units: Iterable<number>): string[] =>
  groupsOf(view, [...units]).map(({ kind, units: all }) =>
    all.length > 1 ? t('units.of', { name: kindName(kind), n: all.length }) : kindName(kind),
  );

export function placeName(scene: Scene, place: number): string {
  if (place < 0 || place > POOL) return t('place.none');
  if (place >= RESERVE) return t(`place.${place}` as Key);
  return terrainName(terrainAt(viewOf(scene.view), place));
}
// Whose a place is: "your home", "frontier".
export function placeOwner(scene: Scene, place: number): string {
  if (place === FRONTIER) return t('frontier');
  return place === scene.seat ? t('home.yours') : t('home', { name: seatName(scene.info, scene.seat, place) });
}

// "Bash 4".
export const faceText = ({ icon, number }: Face): string =>
  number > 0 ? `${iconName(icon)} ${number}` : iconName(icon);

// --- What the server's sentences say ---

// What a sentence may name of its arguments, each in every way in which it could be meant: {n0}, {unit1}, …
function argumentsOf(scene: Scene, sentence: Sentence | undefined): Arguments {
  const view = viewOf(scene.view);
  const all = sentence?.arguments ?? [];
  const slays = phraseOf(sentence) === DragondicePhrase.SLAY;
  const slain = all.flatMap((dragon, i) => {
    if (!slays) return i < 2 ? [] : [dragonName(view, dragon)];
    if (i % 2 === 1) return [];
    const by = phraseName((all[i + 1] ?? 0) > 1 ? DragondicePhrase.PART_MISSILE : DragondicePhrase.PART_MELEE);
    return [t('slain.by', { dragon: dragonName(view, dragon), by })];
  });
  const values: Arguments = { dragons: listed(slain) };
  for (let i = 0; i < MOST_ARGUMENTS; i++) {
    const n = all[i] ?? 0;
    values[`n${i}`] = n;
    values[`unit${i}`] = unitName(view, n);
    values[`kind${i}`] = unitName(view, n);
    values[`dragon${i}`] = dragonName(view, n);
    values[`place${i}`] = placeName(scene, n);
    values[`seat${i}`] = seatName(scene.info, scene.seat, n);
    values[`pool${i}`] = named(DragondicePoolSchema, n) ?? String(n);
    values[`part${i}`] = named(DragondicePartSchema, n) ?? String(n);
    values[`step${i}`] = named(DragondiceStepSchema, n) ?? String(n);
    values[`option${i}`] = DragondiceOptionsSchema.fields.find(({ number }) => number === n)?.name ?? String(n);
  }
  return values;
}

export function say(scene: Scene, sentence: Sentence | undefined): string | undefined {
  const phrase = phraseOf(sentence);
  const shoots = phrase === DragondicePhrase.HITS && (sentence?.arguments.length ?? 0) > 2;
  return named(DragondicePhraseSchema, phrase, argumentsOf(scene, sentence), shoots ? '.shot' : '');
}

// What becomes of a thing in a pair: a place to go to, a dragon to attack, a unit to become.
export function otherName(scene: Scene, phrase: DragondicePhrase, other: number): string {
  const view = viewOf(scene.view);
  if (phrase === DragondicePhrase.DESIGNATE) return dragonName(view, other);
  if (phrase === DragondicePhrase.PROMOTE) return unitName(view, other);
  return other === NONE ? t('place.none') : placeName(scene, other);
}
