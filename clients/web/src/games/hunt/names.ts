// What heroes, dragons, skills and items are called, and what the server's sentences say with these names.
import {
  HuntClass,
  HuntClassSchema,
  HuntDragonKindSchema,
  HuntHeroOptionSchema,
  HuntItemKindSchema,
  HuntItemSchema,
  HuntOptionsSchema,
  HuntPart,
  HuntPartSchema,
  HuntSkillKindSchema,
  HuntSkillSchema,
  HuntSpecialSchema,
  HuntSymbolSchema,
  type HuntDragon,
  type HuntSheetSkill,
  type HuntView,
} from '../../gen/wyrmhall/v1/hunt_pb';
import { HuntPhraseSchema } from '../../gen/wyrmhall/v1/hunt_sentence_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';
import { apart } from '../../i18n/apart';
import { listed, type Arguments } from '../../i18n/index.svelte';
import type { Scene } from '../module';
import { seatName } from '../shared/seats';
import { named, t, type Key } from './messages';
import { DICE, LETTERS, NONE, diceOf, heroesOf, huntOf, phraseOf } from './scene';

const MOST_ARGUMENTS = 5;

export const className = (kind: number): string => named(HuntClassSchema, kind) ?? String(kind);
export const symbolName = (symbol: number): string => named(HuntSymbolSchema, symbol) ?? String(symbol);
export const skillName = (skill: number): string => named(HuntSkillSchema, skill) ?? String(skill);
export const itemName = (item: number): string => named(HuntItemSchema, item) ?? String(item);
export const kindName = (kind: number): string => named(HuntDragonKindSchema, kind) ?? String(kind);

export const symbolNames = (dice: Iterable<number>): string => [...dice].map(symbolName).join(', ');

// A hero that was brought from a stable has a name of its own; empty for others.
export const keptName = ({ info }: Scene, hero: number): string =>
  apart(info.options?.heroes.find(({ place }) => place === hero)?.name ?? '');

// By its name, or by its class: custom heroes are counted where there are several.
export function heroName(scene: Scene, hero: number): string {
  const view = huntOf(scene.view);
  const sheet = view.sheets[hero];
  if (!sheet) return t('hero.none');
  const kept = keptName(scene, hero);
  if (kept) return kept;
  const alike = heroesOf(view)
    .filter((other) => other.sheet.class === sheet.class)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
  const name = className(sheet.class);
  if (alike.length < 2 || sheet.class !== HuntClass.CUSTOM) return name;
  return t('hero.numbered', { hero: name, n: alike.indexOf(hero) + 1 });
}

// "Warrior (Mira)"; where one plays all heroes, the hero alone.
export function whoIs(scene: Scene, hero: number): string {
  const view = huntOf(scene.view);
  const sheet = view.sheets[hero];
  if (!sheet || scene.info.seats.length < 2) return heroName(scene, hero);
  return t('hero.seat', { hero: heroName(scene, hero), name: seatName(scene.info, scene.seat, sheet.seat) });
}

export const dragonName = (view: HuntView, dragon: number): string => {
  const found = view.dragons[dragon];
  return found ? kindName(found.id) : String(dragon);
};

// The attack that this number of Dragons makes: its third one for three and more.
export const attackName = (view: HuntView, dragon: number, symbols: number): string => {
  const kind = view.dragons[dragon]?.id ?? 1;
  return t(`attack.${kind}.${Math.min(Math.max(symbols, 1), 3)}` as Key);
};
export const specialName = ({ id }: HuntDragon): string => t(`special.${id}` as Key);
export const specialText = ({ special, amount }: HuntDragon): string =>
  named(HuntSpecialSchema, special, { n: amount }) ?? '';

// What a skill of a sheet does: "7 damage".
export function skillText(view: HuntView, { id, plus, part }: Pick<HuntSheetSkill, 'id' | 'plus' | 'part'>): string {
  const rules = view.skills[id];
  if (!rules) return '';
  const more = (which: HuntPart) => (part === which ? plus : 0);
  const does = named(HuntSkillKindSchema, rules.kind, {
    n: rules.value + (rules.targets > 0 ? plus : more(HuntPart.ATTACK)),
    m: rules.targets > 0 ? rules.targets : rules.value + more(HuntPart.HEAL),
  });
  return does ?? '';
}
// "Sword, Magic, Magic", or with what may lie there.
export const patternText = (pattern: string): string =>
  [...new Set(pattern)]
    .flatMap((sign) => {
      const symbol = LETTERS.indexOf(sign) + 1;
      const count = [...pattern].filter((other) => other === sign).length;
      if (symbol > 0) return Array.from({ length: count }, () => symbolName(symbol));
      return [t('pattern.some', { n: count, how: t(sign === '!' ? 'pattern.different' : 'pattern.equal') })];
    })
    .join(', ');

export function itemText(view: HuntView, item: number): string {
  const rules = view.items[item];
  if (!rules) return '';
  return named(HuntItemKindSchema, rules.kind, { n: rules.value, symbol: symbolName(rules.value) }) ?? '';
}
export const itemOf = (view: HuntView, hero: number, slot: number): number => view.progress[hero]?.items[slot]?.id ?? 0;

// --- What the server's sentences say ---

// What a sentence may name of its arguments, each in every way in which it could be meant: {n0}, {skill1}, …
function argumentsOf(scene: Scene, sentence: Sentence | undefined): Arguments {
  const view = huntOf(scene.view);
  const all = sentence?.arguments ?? [];
  const acting = view.acting ?? 0;
  const values: Arguments = {
    dice: all
      .map((slot) => (slot < DICE ? symbolName(diceOf(view)[slot] ?? 0) : itemName(itemOf(view, acting, slot - DICE))))
      .join(', '),
    heroes: listed(all.map((hero) => heroName(scene, hero))),
    held: itemName(itemOf(view, all[0] ?? NONE, (all[1] ?? 0) - 1)),
  };
  for (let i = 0; i < MOST_ARGUMENTS; i++) {
    const n = all[i] ?? 0;
    values[`n${i}`] = n;
    values[`slot${i}`] = n + 1;
    values[`place${i}`] = n + 1;
    values[`group${i}`] = n + 1;
    values[`symbol${i}`] = symbolName(n);
    values[`skill${i}`] = skillName(n);
    values[`item${i}`] = itemName(n);
    values[`price${i}`] = view.items[n]?.price ?? 0;
    values[`hero${i}`] = view.sheets[n] ? whoIs(scene, n) : heroName(scene, n);
    values[`dragon${i}`] = dragonName(view, n);
    values[`class${i}`] = className(n);
    values[`kind${i}`] = kindName(n);
    values[`part${i}`] = named(HuntPartSchema, n) ?? String(n);
    values[`pack${i}`] = itemName(itemOf(view, acting, n));
    values[`option${i}`] = HuntOptionsSchema.fields.find(({ number }) => number === n)?.name ?? String(n);
    values[`field${i}`] = HuntHeroOptionSchema.fields.find(({ number }) => number === n)?.name ?? String(n);
  }
  return values;
}

export const say = (scene: Scene, sentence: Sentence | undefined): string | undefined =>
  named(HuntPhraseSchema, phraseOf(sentence), argumentsOf(scene, sentence));
