// What is said in a hunt.
import {
  HuntActivationType,
  HuntOutcome,
  HuntOutcomeSchema,
  HuntPartSchema,
  HuntPhase,
  HuntSymbol,
  HuntThrowFor,
  type HuntAction,
  type HuntActivate,
  type HuntActivation,
  type HuntDecided,
  type HuntEnd,
  type HuntFuryRow,
  type HuntRolled,
  type HuntView,
} from '../../gen/wyrmhall/v1/hunt_pb';
import type { Choice, GameEvent } from '../../gen/wyrmhall/v1/game_pb';
import type { DiceLuck } from '../../gen/wyrmhall/v1/luck_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';
import { capital, decimal, joined, listed } from '../../i18n/index.svelte';
import type { Frame } from '../../net/timeline';
import type { GameWords, Idle, Scene } from '../module';
import { seatName } from '../shared/seats';
import { named, t } from './messages';
import {
  attackName,
  className,
  dragonName,
  heroName,
  itemName,
  itemOf,
  kindName,
  say,
  skillName,
  specialName,
  specialText,
  symbolName,
  symbolNames,
  whoIs,
} from './names';
import { CHAPTERS, NONE, allDead, dragonsOf, heroesOf, huntOf, isPlaying, throwsOf } from './scene';

// --- What happened ---

// What an event follows from: the decision that was told with it, and how the match stood before.
interface Cause {
  decided: HuntAction['action'] | undefined;
  before: HuntView | undefined;
  after: HuntView | undefined;
}
export function causeOf({ frame }: Scene): Cause {
  const decided = (frame?.events ?? []).flatMap(({ game }) =>
    game.case === 'hunt' && game.value.event.case === 'decided' ? [game.value.event.value.action?.action] : [],
  )[0];
  const viewOf = (one: Frame | undefined) => one && huntOf(one.view);
  return { decided, before: viewOf(frame?.before), after: viewOf(frame) };
}

function rolledText(scene: Scene, { hero, dice }: HuntRolled, { decided, before, after }: Cause): string {
  const values = { hero: whoIs(scene, hero), dice: symbolNames(dice) };
  if (decided?.case === 'item') {
    const item = itemName(before ? itemOf(before, hero, decided.value.slot) : 0);
    return t('story.reroll', { ...values, item });
  }
  const blessings = (view: HuntView | undefined): number => view?.heroes[hero]?.blessed ?? 0;
  if (blessings(after) < blessings(before)) return t('story.blessed', values);
  return t((before?.rolls ?? 0) > 0 && before?.acting === hero ? 'story.again' : 'log.rolled', values);
}

// What was done, with what, and what it covers.
function activatedText(scene: Scene, report: HuntActivation, { decided, before }: Cause): string {
  const hero = whoIs(scene, report.hero);
  const cover = (line: string, skill: number) =>
    skill > 0 ? t('log.covers', { line, skill: skillName(skill) }) : line;
  if (report.type === HuntActivationType.FAIL) {
    return cover(t('log.fail', { hero }), decided?.case === 'fail' ? decided.value : 0);
  }
  const act: HuntActivate | undefined =
    decided?.case === 'skill' || decided?.case === 'general' ? decided.value : undefined;
  const skill = skillName(report.skill);
  const heroes = [...(act?.targets ?? [])].map((target) => heroName(scene, target));
  let line = t('log.skill', { hero, skill });
  if (report.damage > 0) line = t('log.attack', { hero, skill, n: report.damage });
  else if (heroes.length > 0) line = t('log.skill.for', { hero, skill, heroes: listed(heroes) });
  const items = [...(act?.items ?? [])].map((slot) => itemName(before ? itemOf(before, report.hero, slot) : 0));
  if (items.length > 0) line = t('story.with', { line, items: listed(items) });
  return decided?.case === 'general' ? cover(line, act?.cover ?? 0) : line;
}

function counterText(scene: Scene, { hero, counter, counterDamage }: HuntActivation, { before }: Cause): string[] {
  if (counter === 0) return [];
  const view = before ?? huntOf(scene.view);
  const dragon = view.heroes[hero]?.facing ?? NONE;
  if (dragon < 0) return [];
  const attack = attackName(view, dragon, counter);
  const name = whoIs(scene, hero);
  if (counterDamage === 0) return [t('log.counter.none', { attack, hero: name })];
  return [t('log.counter', { attack, hero: name, n: counterDamage })];
}

function furyText(scene: Scene, { dragon, symbols, loss }: HuntFuryRow): string {
  const view = huntOf(scene.view);
  const name = dragonName(view, dragon);
  if (symbols === 0) return t('log.fury.none', { dragon: name });
  const losses = Object.entries(loss);
  const list = losses.map(([hero, n]) => t('log.fury.loss', { hero: whoIs(scene, Number(hero)), n }));
  const line = t('log.fury', { dragon: name, attack: attackName(view, dragon, symbols), list: list.join(', ') });
  const sheet = view.dragons[dragon];
  if (!sheet || losses.every(([, n]) => n === 0)) return line;
  return `${line} ${t('log.fury.special', { name: specialName(sheet), line: specialText(sheet) })}`;
}

export function endText(scene: Scene, end: HuntEnd): string {
  const lines = [named(HuntOutcomeSchema, end.outcome, { n: end.chapter, m: end.rounds }) ?? ''];
  const heroes = [...end.heroes].map((hero) => whoIs(scene, hero));
  const shares = heroes.map((hero, i) => t('log.share', { hero, xp: end.xp[i] ?? 0, gold: end.gold[i] ?? 0 }));
  if (shares.length > 0) lines.push(t('log.shares', { list: joined(shares) }));
  heroes.forEach((hero, i) => {
    const gained = end.levels[i] ?? [];
    const m = gained.reduce((a, b) => a + b, 0);
    if (gained.length > 0) lines.push(t('log.levels', { hero, n: gained.length, m }));
  });
  if (end.dead.length > 0) lines.push(t('log.dead', { names: listed([...end.dead].map((n) => whoIs(scene, n))) }));
  return lines.join(' ');
}

function decidedText(scene: Scene, { seat, action }: HuntDecided, { before }: Cause): string {
  const view = before ?? huntOf(scene.view);
  const what = action?.action;
  const name = seatName(scene.info, scene.seat, seat);
  const acting = whoIs(scene, view.acting ?? NONE);
  switch (what?.case) {
    case 'item': {
      const item = itemName(itemOf(view, view.acting ?? NONE, what.value.slot));
      if (what.value.target >= 0)
        return t('story.heal', { hero: acting, item, target: whoIs(scene, what.value.target) });
      return what.value.dice.length > 0 ? '' : t('story.putOn', { hero: acting, item });
    }
    case 'assist': {
      if (what.value < 0) return t('story.noAssist', { hero: acting });
      return t('story.assist', { hero: acting, symbol: symbolName(view.dice?.[what.value] ?? 0) });
    }
    case 'flee':
      return t(what.value ? 'log.flee' : 'log.stay', { name });
    case 'replace':
      return t(what.value ? 'log.stepIn' : 'log.stepBack', { name });
    case 'resurrect':
      return t('log.resurrect', { hero: whoIs(scene, what.value.hero), payer: whoIs(scene, what.value.payer) });
    case 'buy': {
      const { hero, item, drop } = what.value;
      return t(drop < 0 ? 'log.buy' : 'log.buy.drop', { hero: whoIs(scene, hero), item: itemName(item) });
    }
    case 'give':
      return t('log.give', { hero: whoIs(scene, what.value.hero), target: whoIs(scene, what.value.to) });
    case 'share':
      return t('log.coin', { hero: whoIs(scene, what.value.hero), target: whoIs(scene, what.value.to) });
    case 'swap': {
      const { hero, newcomer, back } = what.value;
      if (newcomer > 0) return t('log.newcomer', { hero: whoIs(scene, hero), class: className(newcomer) });
      return t('log.back', { hero: whoIs(scene, hero), target: whoIs(scene, back) });
    }
    case 'improve': {
      const { hero, skill, part } = what.value;
      const said = { hero: whoIs(scene, hero), skill: skillName(skill), part: named(HuntPartSchema, part) ?? '' };
      return t('log.improve', said);
    }
    case 'learn':
      return t('log.learn', { hero: whoIs(scene, what.value.hero), skill: skillName(what.value.skill) });
    case 'group':
      return t('log.group', { hero: whoIs(scene, what.value.hero), n: what.value.group + 1 });
    case 'ready':
      return t('log.ready', { name });
    default:
      return '';
  }
}

// Who is asked to step in: of those who face no dragon the first who has not declined.
export function steppingIn(view: HuntView): number {
  const asked = new Set(view.asked ?? []);
  const free = heroesOf(view).filter(
    ({ index, now }) => now.alive && now.inHunt && now.facing < 0 && !asked.has(index),
  );
  return free[0]?.index ?? NONE;
}

function event(scene: Scene, told: GameEvent): string {
  if (told.game.case !== 'hunt') return '';
  const what = told.game.value.event;
  const cause = causeOf(scene);
  const view = cause.before ?? huntOf(scene.view);
  switch (what.case) {
    case 'decided':
      return decidedText(scene, what.value, cause);
    case 'rolled':
      return rolledText(scene, what.value, cause);
    case 'activation':
      return [activatedText(scene, what.value, cause), ...counterText(scene, what.value, cause)].join(' ');
    case 'throw': {
      const dice = joined(throwsOf(what.value).map(symbolNames));
      if (what.value.for !== HuntThrowFor.FURY)
        return t('log.throw.level', { hero: whoIs(scene, what.value.who), dice });
      return t('log.throw', { dragon: dragonName(view, what.value.who), dice });
    }
    case 'fury':
      return what.value.fury.map((row) => furyText(scene, row)).join(' ');
    case 'poison':
      return t('log.poison', { hero: whoIs(scene, what.value.hero), n: what.value.loss });
    case 'died':
      return t('log.died', { hero: whoIs(scene, what.value.hero) });
    case 'slain':
      return t('log.slain', { dragon: dragonName(view, what.value.dragon) });
    case 'end':
      return endText(scene, what.value);
    default:
      return '';
  }
}

// What counts afterwards: what was done and suffered, not what was rolled.
function recap(scene: Scene, told: GameEvent): string {
  if (told.game.case !== 'hunt') return '';
  const { case: what } = told.game.value.event;
  return what === 'rolled' || what === 'throw' || what === 'decided' ? '' : event(scene, told);
}

// --- Choices and refusals ---

const choice = (scene: Scene, { sentence }: Choice): string => say(scene, sentence) ?? t('choice.other');
const form = (scene: Scene, sentence: Sentence): string => say(scene, sentence) ?? t('choice.other');
const reason = (scene: Scene, sentence: Sentence): string => say(scene, sentence) ?? t('need.other');

// --- Where the match stands ---

const whoIsOn = (view: HuntView): number =>
  view.phase === HuntPhase.REPLACE ? steppingIn(view) : (view.acting ?? NONE);

// "Cleric: roll, or use a skill or an item".
function turn(scene: Scene): string {
  const view = huntOf(scene.view);
  const hero = whoIs(scene, whoIsOn(view));
  switch (view.phase) {
    case HuntPhase.TURN:
      return t('turn', { hero, ask: t('ask.turn') });
    case HuntPhase.ASSIST:
      return t('turn', { hero, ask: t('ask.assist') });
    case HuntPhase.REPLACE:
      return t('turn', { hero, ask: t('ask.replace') });
    case HuntPhase.FLEE:
      return capital(t('ask.flee'));
    case HuntPhase.VILLAGE:
      return capital(t(view.village?.before ? 'ask.before' : 'ask.village'));
    default:
      return '';
  }
}

const HUNTING = new Set([HuntPhase.TURN, HuntPhase.ASSIST, HuntPhase.FLEE, HuntPhase.REPLACE]);

// While all own heroes are dead, the others hunt on. V8: where there is a village, it is what comes next.
function idle(scene: Scene): Idle | undefined {
  const view = huntOf(scene.view);
  const dead = HUNTING.has(view.phase ?? HuntPhase.UNSPECIFIED) ? allDead(view, scene.seat) : [];
  if (dead.length === 0) return undefined;
  const names = listed(dead.map(({ index }) => heroName(scene, index)));
  const village = (view.campaign ?? false) || (view.homecoming ?? false);
  return {
    text: t('idle', { names, n: dead.length }),
    skip: t(village ? 'idle.village' : 'idle.end'),
  };
}

function standing(scene: Scene, short = false): string {
  const view = huntOf(scene.view);
  const [n, m] = [view.round ?? 1, view.roundLimit ?? 0];
  if (short) return t('standing.short', { chapter: view.chapter ?? 1, n, m });
  const chapter = view.campaign ? t('chapter.of', { n: view.chapter ?? 1 }) : t('chapter', { n: view.chapter ?? 1 });
  return t('standing', { chapter, round: t('round', { n, m }) });
}

function summary(scene: Scene): string {
  const view = huntOf(scene.view);
  const dragons = dragonsOf(view).map(({ dragon }) =>
    t('state.one', {
      name: kindName(dragon.id),
      hp: dragon.hp > 0 ? t('hp', { n: dragon.hp, m: dragon.hpMax }) : t('slain'),
    }),
  );
  const heroes = heroesOf(view)
    .filter(isPlaying)
    .map(({ index, progress, now }) =>
      t('state.one', {
        name: whoIs(scene, index),
        hp: now.alive ? t('hp', { n: now.hp, m: progress.hpMax }) : t('dead'),
      }),
    );
  return t('state', { dragons: dragons.join(', '), heroes: heroes.join(', '), turn: turn(scene) || standing(scene) });
}

const outcomeOf = (view: HuntView): HuntOutcome | undefined => {
  const report = view.last[0]?.report;
  return report?.case === 'end' ? report.value.outcome : undefined;
};

function consolation(scene: Scene): string {
  const view = huntOf(scene.view);
  const left = dragonsOf(view).reduce((sum, { dragon }) => sum + dragon.hp, 0);
  return outcomeOf(view) === HuntOutcome.VICTORY || left === 0 ? '' : t('consolation', { n: left });
}

// All win together, or nobody does.
function ending(scene: Scene): string {
  const view = huntOf(scene.view);
  if (outcomeOf(view) !== HuntOutcome.VICTORY) return t('over.lost');
  return view.campaign && view.chapter === CHAPTERS ? t('over.campaign') : t('over.won');
}

// Each of its faces is as likely, and a Dragon is the one that nobody wants.
const symbols = ({ rolled, sides, faces }: DiceLuck): string =>
  t('luck.symbols', { n: faces[HuntSymbol.DRAGON - 1] ?? 0, m: rolled, x: decimal(rolled / sides) });

export const words: GameWords = {
  event,
  recap,
  choice,
  form,
  reason,
  turn,
  idle,
  standing,
  summary,
  symbols,
  consolation,
  ending,
};
