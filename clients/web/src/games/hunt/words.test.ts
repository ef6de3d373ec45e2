import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test, vi } from 'vitest';
import { ChoiceSchema, GameEventSchema, GameViewSchema, type GameEvent } from '../../gen/wyrmhall/v1/game_pb';
import {
  HuntActivationType,
  HuntClass,
  HuntItem,
  HuntOutcome,
  HuntPart,
  HuntPhase,
  HuntSkill,
  HuntSkillKind,
  HuntSpecial,
  HuntSymbol,
  HuntThrowFor,
} from '../../gen/wyrmhall/v1/hunt_pb';
import { HuntPhrase } from '../../gen/wyrmhall/v1/hunt_sentence_pb';
import { MatchInfoSchema } from '../../gen/wyrmhall/v1/match_pb';
import { SentenceSchema } from '../../gen/wyrmhall/v1/sentence_pb';
import { DiceLuckSchema } from '../../gen/wyrmhall/v1/luck_pb';
import { words } from '../../i18n/index.svelte';
import type { Frame } from '../../net/timeline';
import type { Scene } from '../module';
import { heroName, patternText, skillText, whoIs } from './names';
import { huntOf } from './scene';
import { words as huntWords } from './words';

const { SWORD, MAGIC, HOLY, DRAGON } = HuntSymbol;
const numbers = (...values: number[]) => Uint8Array.from(values);
const sheet = (kind: HuntClass, more: object = {}) => ({ class: kind, symbol: Number(kind) as HuntSymbol, ...more });
const progress = (more: object = {}) => ({ hpMax: 23, level: 1, ...more });
const hero = (more: object = {}) => ({ alive: true, inHunt: true, hp: 20, tokens: 3, facing: 0, ...more });
const hunt = (more: object = {}) => ({
  phase: HuntPhase.TURN,
  chapter: 1,
  round: 2,
  roundLimit: 30,
  acting: 0,
  rolls: 1,
  dice: numbers(SWORD, SWORD, DRAGON, HOLY, DRAGON),
  order: numbers(0, 1),
  sheets: { 0: sheet(HuntClass.WARRIOR), 1: sheet(HuntClass.CLERIC) },
  progress: { 0: progress({ items: [{ id: HuntItem.RUNE_SWORD }] }), 1: progress() },
  heroes: { 0: hero(), 1: hero() },
  dragons: { 0: { id: 1, hp: 30, hpMax: 34, chart: numbers(3, 7, 10), special: HuntSpecial.BURN, amount: 1 } },
  skills: {
    [HuntSkill.CLEAVE]: { kind: HuntSkillKind.ATTACK, pattern: 'SS', value: 3 },
    [HuntSkill.HEALING_WAVE]: { kind: HuntSkillKind.HEAL, pattern: 'HH===', value: 3, targets: 2 },
    [HuntSkill.DRAIN_LIFE]: { kind: HuntSkillKind.DRAIN, pattern: 'MMM', value: 3 },
  },
  ...more,
});
const view = (more: object = {}) => create(GameViewSchema, { game: { case: 'hunt', value: hunt(more) } });
const event = (value: object): GameEvent =>
  create(GameEventSchema, { game: { case: 'hunt', value: { event: value as never } } });

// What is said of events that are told together, after the match stood like this.
function said(events: object[], more: object = {}, after: object = {}): string[] {
  const told = events.map(event);
  const before = { version: 1, view: view(more), events: [] };
  const frame = { version: 2, view: view(after), events: told, before } as unknown as Frame;
  const scene: Scene = { view: frame.view, info: create(MatchInfoSchema), seat: 0, waitingOn: 1, frame };
  return told.map((each) => huntWords.event(scene, each));
}
const scene = (more: object = {}): Scene => ({
  view: view(more),
  info: create(MatchInfoSchema),
  seat: 0,
  waitingOn: 1,
});

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await words.use('en');
});

test('a roll is told as the first, as another one, or with what allowed it', () => {
  const rolled = { case: 'rolled', value: { hero: 0, slots: numbers(0, 1), dice: numbers(SWORD, MAGIC) } };
  expect(said([rolled], { rolls: 0 })).toEqual(['*Warrior* rolls Sword, Magic.']);
  expect(said([rolled])).toEqual(['*Warrior* rolls again: Sword, Magic.']);
  expect(said([rolled], { heroes: { 0: hero({ blessed: 1 }), 1: hero() } })[0]).toContain('Blessed token');
});

test('an attack is told with its damage, what went into it, and what the dragon answers', () => {
  const activate = { skill: HuntSkill.CLEAVE, dice: numbers(0), items: numbers(0) };
  const decided = { case: 'decided', value: { seat: 0, action: { action: { case: 'skill', value: activate } } } };
  const report = { hero: 0, type: HuntActivationType.SKILL, skill: HuntSkill.CLEAVE, damage: 3, counter: 2 };
  expect(said([decided, { case: 'activation', value: { ...report, counterDamage: 7 } }])).toEqual([
    '',
    '*Warrior*: *Cleave*, 3 damage. With: Sword Rune. Counter-attack, *Tail Strike*: Warrior loses 7.',
  ]);
  expect(said([decided, { case: 'activation', value: report }])[1]).toContain('nothing gets through to Warrior');
  const fail = { case: 'decided', value: { seat: 0, action: { action: { case: 'fail', value: HuntSkill.CLEAVE } } } };
  const failed = { case: 'activation', value: { hero: 0, type: HuntActivationType.FAIL } };
  expect(said([fail, failed])[1]).toBe('*Warrior* fails. Covered: Cleave.');
});

test('a Fury is told with what each loses, and its special only where somebody is hurt', () => {
  const fury = (row: object) => said([{ case: 'fury', value: { fury: [{ dragon: 0, ...row }] } }])[0];
  expect(fury({ symbols: 0 })).toBe('*Fury* of Young Red Dragon: no Dragon, and nobody is hurt.');
  const hurt = fury({ symbols: 4, loss: { 0: 10, 1: 10 } });
  expect(hurt).toMatch(/^\*Fury\* of Young Red Dragon, Fire Breath: Warrior loses 10, Cleric loses 10\. Scorch: /);
  expect(fury({ symbols: 1, loss: { 0: 0 } })).not.toContain('Scorch');
});

test('what is thrown three times is told throw by throw', () => {
  const dice = { dice: numbers(SWORD, DRAGON, HOLY), throws: numbers(2, 1) };
  const told = (purpose: HuntThrowFor) => said([{ case: 'throw', value: { for: purpose, who: 0, ...dice } }])[0];
  expect(told(HuntThrowFor.FURY)).toBe('*Young Red Dragon* throws for its Fury: Sword, Dragon; Holy.');
  expect(told(HuntThrowFor.LEVEL)).toBe('*Warrior* throws for hit points: Sword, Dragon; Holy.');
});

test('the end of a hunt is told with shares, levels and the dead', () => {
  const end = {
    outcome: HuntOutcome.VICTORY,
    chapter: 1,
    rounds: 6,
    heroes: numbers(0, 1),
    xp: [4, 4],
    gold: [4, 3],
    levels: [numbers(3), numbers()],
    dead: numbers(1),
  };
  const text = said([{ case: 'end', value: end }], {}, {})[0];
  expect(text).toContain('*Victory* in chapter 1, after 6 rounds.');
  expect(text).toContain('Warrior: 4 XP, 4 gold; Cleric: 4 XP, 3 gold');
  expect(text).toContain('*Warrior* rises a level: 3 hit points more.');
  expect(text).toContain('Dead: Cleric.');
});

test('it is told who hands a left-over coin to whom', () => {
  const action = { case: 'share', value: { hero: 1, to: 0 } };
  const decided = { case: 'decided', value: { seat: 1, action: { action } } };
  expect(said([decided])).toEqual(['*Cleric* hands a left-over coin to Warrior.']);
});

test('it is told who rests, and who is played instead', () => {
  const told = (value: object) =>
    said([{ case: 'decided', value: { seat: 1, action: { action: { case: 'swap', value } } } }]);
  expect(told({ hero: 1, newcomer: HuntClass.ROGUE, back: 0 })).toEqual([
    '*Cleric* rests, and a newcomer is played: Rogue.',
  ]);
  expect(told({ hero: 1, newcomer: 0, back: 0 })).toEqual(['*Cleric* rests, and *Warrior* comes back.']);
});

test('patterns and skills are said in full, improvements counted where they belong', () => {
  expect(patternText('MBB!!!')).toBe('Magic, Crossbow, Crossbow, 3 all different');
  const shown = huntOf(view());
  expect(skillText(shown, { id: HuntSkill.CLEAVE, plus: 1, part: 1 })).toBe('4 damage');
  expect(skillText(shown, { id: HuntSkill.HEALING_WAVE, plus: 1, part: 2 })).toBe('+4 hit points for each of 2 heroes');
  expect(skillText(shown, { id: HuntSkill.DRAIN_LIFE, plus: 1, part: 2 })).toBe('3 damage, and +4 hit points');
});

test('choices and forms name heroes, skills, symbols and items', () => {
  const sentence = (phrase: HuntPhrase, ...list: number[]) =>
    create(SentenceSchema, { phrase: { case: 'hunt', value: phrase }, arguments: list });
  const choice = (phrase: HuntPhrase, ...list: number[]) =>
    huntWords.choice(scene(), create(ChoiceSchema, { sentence: sentence(phrase, ...list) }));
  expect(choice(HuntPhrase.FAIL, HuntSkill.CLEAVE)).toBe('Fail, and cover Cleave');
  expect(choice(HuntPhrase.ASSIST, 3, HOLY)).toBe('Pass die 4 on: Holy');
  expect(choice(HuntPhrase.STEP_IN, 1, 0)).toBe('Cleric steps in: Young Red Dragon');
  expect(huntWords.form?.(scene(), sentence(HuntPhrase.DICE, 0, 3))).toBe('Sword, Holy');
  expect(huntWords.form?.(scene(), sentence(HuntPhrase.DICE, 0, 5))).toBe('Sword, Sword Rune');
  expect(huntWords.form?.(scene(), sentence(HuntPhrase.ITEM_IN_SLOT, 0, 1))).toBe('Sword Rune');
  expect(choice(HuntPhrase.IMPROVE, 0, HuntPart.ATTACK, HuntSkill.CLEAVE)).toBe('Warrior improves Cleave: damage +1');
  expect(choice(HuntPhrase.SHARE, 0, 1)).toBe('Warrior hands a left-over coin to Cleric');
  expect(choice(HuntPhrase.PLAY_NEWCOMER, 0, HuntClass.ROGUE)).toBe('Warrior rests, and a newcomer is played: Rogue');
  expect(choice(HuntPhrase.PLAY_AGAIN, 0, 1)).toBe('Warrior rests, and Cleric comes back');
  expect(choice(HuntPhrase.HEAL_WITH, HuntItem.HEALING_POTION, 5, 1)).toBe('Healing Potion: Cleric, +5 hit points');
  expect(huntWords.form?.(scene(), sentence(HuntPhrase.HEROES, 0, 1))).toBe('Warrior and Cleric');
  expect(huntWords.reason(scene(), sentence(HuntPhrase.NOT_ENOUGH_GOLD, 1, 2, 4))).toBe(
    'Cleric has 2 gold, and it takes 4.',
  );
});

test('where the match stands', () => {
  expect(huntWords.turn(scene())).toBe('Warrior (roll or act)');
  expect(huntWords.standing(scene())).toBe('Chapter 1, round 2 of 30');
  expect(huntWords.standing(scene({ campaign: true }))).toBe('Chapter 1 of 10, round 2 of 30');
  expect(huntWords.summary(scene())).toMatch(/Young Red Dragon 30 of 34 HP.*Warrior 20 of 23 HP, Cleric/);
  expect(huntWords.consolation(scene())).toBe('The dragon had 30 hit points left.');
});

test('who has only dead heroes is told so, and what can be skipped to', () => {
  const mine = (kind: HuntClass, seat: number) => ({ ...sheet(kind), seat });
  const sheets = { 0: mine(HuntClass.WARRIOR, 1), 1: mine(HuntClass.CLERIC, 0), 2: mine(HuntClass.ROGUE, 0) };
  const dead = hero({ alive: false, hp: 0 });
  const told = (heroes: object[], more: object = {}, seat = 0) =>
    huntWords.idle?.({
      ...scene({ sheets, progress: { 0: progress(), 1: progress(), 2: progress() }, heroes, ...more }),
      seat,
    });
  expect(told([hero(), dead, hero()])).toBeUndefined();
  expect(told([hero(), dead, dead])).toEqual({
    text: 'Cleric and Rogue are dead. The others hunt on.',
    skip: 'Skip to the end',
  });
  // Who rests is not in the hunt (V9).
  const rests = hero({ rests: true });
  expect(told([hero(), dead, rests], { campaign: true })).toEqual({
    text: 'Cleric is dead. The others hunt on.',
    skip: 'Skip to the village',
  });
  // V8: a single hunt has a village as well.
  expect(told([hero(), dead, dead], { homecoming: true })?.skip).toBe('Skip to the village');
  expect(told([hero(), dead, dead], { phase: HuntPhase.VILLAGE })).toBeUndefined();
  expect(told([hero(), dead, dead], {}, 1)).toBeUndefined();
  expect(told([dead, dead, dead], {}, -1)).toBeUndefined();
});

test('a hero from a stable goes by its name, others by their class', () => {
  const info = create(MatchInfoSchema, {
    seats: [{}, {}],
    options: { heroes: [{ place: 0, name: 'Brienne' }] },
  });
  expect(whoIs({ ...scene(), info }, 0)).toBe('Brienne (You)');
  expect(heroName({ ...scene(), info }, 0)).toBe('Brienne');
  expect(heroName({ ...scene(), info }, 1)).toBe('Cleric');
});

test('dice are told by their Dragons, not by a sum', () => {
  const dice = create(DiceLuckSchema, {
    sides: 6,
    rolled: 124,
    sum: 448n,
    expectedSum: 434,
    faces: [20, 15, 17, 15, 16, 41],
  });
  expect(huntWords.symbols?.(dice)).toBe('41 Dragons on 124 dice, 20.7 expected');
});
