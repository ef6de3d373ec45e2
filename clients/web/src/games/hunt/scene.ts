// A view of Dice & Dragons, read. What can be done comes from choices and forms; nothing of it is worked out here.
import { create } from '@bufbuild/protobuf';
import {
  HuntViewSchema,
  type HuntDragon,
  type HuntHero,
  type HuntProgress,
  type HuntSheet,
  type HuntThrown,
  type HuntView,
} from '../../gen/wyrmhall/v1/hunt_pb';
import { HuntPhrase } from '../../gen/wyrmhall/v1/hunt_sentence_pb';
import {
  ChoicesSchema,
  FormPartSchema,
  FormSchema,
  type Choice,
  type Choices,
  type Form,
  type GameView,
} from '../../gen/wyrmhall/v1/game_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';

// Nobody, no dragon, no die.
export const NONE = -1;
export const CHAPTERS = 10;
export const PACK = 2;
export const MOST_ROLLS = 3;

const NOTHING = create(HuntViewSchema);

export const huntOf = (view: GameView): HuntView => (view.game.case === 'hunt' ? view.game.value : NOTHING);

export const phraseOf = (sentence: Sentence | undefined): HuntPhrase =>
  sentence?.phrase.case === 'hunt' ? sentence.phrase.value : HuntPhrase.UNSPECIFIED;

export const argument = (sentence: Sentence | undefined, i: number): number => sentence?.arguments[i] ?? NONE;

const keysOf = (map: Record<number, unknown>): number[] =>
  Object.keys(map)
    .map(Number)
    .sort((a, b) => a - b);

// --- Heroes ---

export interface Hero {
  index: number;
  sheet: HuntSheet;
  progress: HuntProgress;
  // How it stands in this hunt.
  now: HuntHero;
}

// Whose turn comes after the one that is on (T1). Where the Fury does, it is the first of the next round, as things stand.
export function nextHero(view: HuntView): number {
  const order = [...(view.order ?? [])];
  const at = order.indexOf(view.acting ?? NONE);
  const next = [...order.slice(at + 1), ...order.slice(0, at + 1)].find((index) => {
    const hero = view.heroes[index];
    return hero?.alive && hero.tokens > 0;
  });
  return next ?? order.find((index) => view.heroes[index]?.alive) ?? NONE;
}

// In the order of their turns, those who take no part last.
export function heroesOf(view: HuntView): Hero[] {
  const heroes = keysOf(view.sheets).flatMap((index) => {
    const [sheet, progress, now] = [view.sheets[index], view.progress[index], view.heroes[index]];
    return sheet && progress && now ? [{ index, sheet, progress, now }] : [];
  });
  const place = ({ index }: Hero): number => {
    const at = view.order?.indexOf(index) ?? NONE;
    return at < 0 ? heroes.length + index : at;
  };
  return heroes.sort((a, b) => place(a) - place(b));
}

// Those who take part, in the order of their turns.
export const orderOf = (view: HuntView): Hero[] =>
  heroesOf(view).filter(({ index }) => view.order?.includes(index) ?? false);

// Not at rest (V9).
export const isPlaying = ({ now }: Hero): boolean => !now.rests;

export const isMine = (hero: Hero | undefined, seat: number): boolean => seat >= 0 && hero?.sheet.seat === seat;

// The own heroes who are dead, where that is all of them who play: nobody is left of this seat to decide anything in this hunt.
export function allDead(view: HuntView, seat: number): Hero[] {
  const own = heroesOf(view).filter((hero) => isMine(hero, seat) && isPlaying(hero));
  return own.every(({ now }) => !now.alive) ? own : [];
}

// Tokens that lie on a skill of the sheet.
export const coversOf = ({ now }: Hero, skill: number): number => now.covered[skill] ?? 0;

// --- Dragons ---

export interface Dragon {
  index: number;
  dragon: HuntDragon;
}
export const dragonsOf = (view: HuntView): Dragon[] =>
  keysOf(view.dragons).flatMap((index) => {
    const dragon = view.dragons[index];
    // The place of a second one is there without one too.
    return dragon && dragon.id > 0 ? [{ index, dragon }] : [];
  });

// --- Dice ---

export const diceOf = (view: HuntView): number[] => [...(view.dice ?? [])];

const isRolled = (view: HuntView): boolean => diceOf(view).some((symbol) => symbol > 0);

// The dice of each throw of several.
export function throwsOf({ dice, throws }: HuntThrown): number[][] {
  const left = [...dice];
  return [...throws].map((count) => left.splice(0, count));
}

// The dice of a turn are on the table.
export const onTable = (view: HuntView): boolean => (view.acting ?? NONE) >= 0 && isRolled(view);

// --- Patterns ---

// The letters of patterns, by HuntSymbol.
export const LETTERS = 'SMHBD';
export type PatternPlace = { symbol: number; sign: string; met: boolean };

// The places of a pattern, and which of its symbols lie among these dice. Places for any symbols are left open: the server
// says what fits them.
export function placesOf(pattern: string, dice: readonly number[]): PatternPlace[] {
  const left = [...dice];
  return [...pattern].map((sign) => {
    const symbol = LETTERS.indexOf(sign) + 1;
    const at = symbol > 0 ? left.indexOf(symbol) : NONE;
    if (at >= 0) left.splice(at, 1);
    return { symbol, sign, met: at >= 0 };
  });
}

// --- What can be done ---

const ROLLS = new Set([HuntPhrase.ROLL_AGAIN, HuntPhrase.ROLL_BLESSED, HuntPhrase.REROLL_WITH]);
const SKILLS = new Set([
  HuntPhrase.ATTACK,
  HuntPhrase.HEAL,
  HuntPhrase.DRAIN,
  HuntPhrase.STANCE,
  HuntPhrase.BLESS,
  HuntPhrase.PIN,
  HuntPhrase.ALLY,
]);
export const isRoll = ({ sentence }: Form): boolean => ROLLS.has(phraseOf(sentence));
const isSkill = ({ sentence }: Form): boolean => SKILLS.has(phraseOf(sentence));

export const rollsOf = (choices: Choices | undefined): Form[] => choices?.forms.filter(isRoll) ?? [];

// In the sets of dice and items that activate a skill, what is below this is a die, and what is not an item.
export const DICE = 5;

// A form of a skill as one for each set of items that it can take.
function byItems(form: Form): Form[] {
  const at = partOf(form, HuntPhrase.PART_DICE);
  const part = form.parts[at];
  if (!part) return [form];
  return [...new Set(part.values.map((set) => set >> DICE))].map((items) => {
    const kept = part.values.flatMap((set, i) => (set >> DICE === items ? [i] : []));
    const some = create(FormPartSchema, {
      ...part,
      values: kept.map((i) => part.values[i]),
      meanings: kept.flatMap((i) => part.meanings[i] ?? []),
    });
    return create(FormSchema, { ...form, parts: form.parts.with(at, some) });
  });
}

// The ways to activate a skill: without items first.
export const waysOf = (choices: Choices | undefined, skill: number): Form[] =>
  (choices?.forms ?? []).filter((form) => isSkill(form) && argument(form.sentence, 0) === skill).flatMap(byItems);

// Which of the hero's items a way takes.
export const itemsOf = (way: Form): number => (way.parts[partOf(way, HuntPhrase.PART_DICE)]?.values[0] ?? 0) >> DICE;

// The general skills that can be activated.
export const generalOf = (choices: Choices | undefined, view: HuntView): number[] => {
  const sheet = view.sheets[view.acting ?? NONE];
  const own = new Set(sheet?.skills.map(({ id }) => id));
  const offered = (choices?.forms ?? []).filter(isSkill).map(({ sentence }) => argument(sentence, 0));
  return [...new Set(offered)].filter((skill) => !own.has(skill));
};

// What is worth offering. Rules let groups be changed in every village; where fewer go on than make two groups (P1), or
// nobody does, that means nothing.
const TWO_GROUPS = 4;
export function worthOffering(choices: Choices, view: HuntView): Choices {
  const goOn = view.village?.last ? [] : heroesOf(view).filter((hero) => hero.now.alive && isPlaying(hero));
  if (goOn.length >= TWO_GROUPS) return choices;
  const kept = choices.choices.filter(({ sentence }) => phraseOf(sentence) !== HuntPhrase.GROUP);
  return create(ChoicesSchema, { ...choices, choices: kept });
}

export const choicesWith = (choices: Choices | undefined, ...phrases: HuntPhrase[]): Choice[] =>
  choices?.choices.filter(({ sentence }) => phrases.includes(phraseOf(sentence))) ?? [];

// In a village: a hero's form of this kind.
export const formOf = (choices: Choices | undefined, phrase: HuntPhrase, hero?: number): Form | undefined =>
  choices?.forms.find(
    ({ sentence }) => phraseOf(sentence) === phrase && (hero === undefined || argument(sentence, 0) === hero),
  );

export const partOf = (form: Form, phrase: HuntPhrase): number =>
  form.parts.findIndex(({ sentence }) => phraseOf(sentence) === phrase);

// The members of a set: bit i for i.
export const membersOf = (set: number): number[] => [0, 1, 2, 3, 4, 5, 6, 7].filter((i) => ((set >> i) & 1) === 1);

// The number of a choice in the list.
export const numberOf = (choices: Choices | undefined, choice: Choice): number =>
  (choices?.choices.indexOf(choice) ?? NONE) + 1;

// Why a skill cannot be activated now.
const ABOUT_SKILL = new Set([HuntPhrase.WRONG_DICE, HuntPhrase.SKILL_COVERED, HuntPhrase.NO_OWN_DRAGON]);
export const reasonForSkill = (choices: Choices | undefined, skill: number): Sentence | undefined =>
  choices?.unavailable.find(({ reason }) => ABOUT_SKILL.has(phraseOf(reason)) && argument(reason, 0) === skill)?.reason;
