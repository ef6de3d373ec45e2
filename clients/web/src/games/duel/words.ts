// What is said in a duel.
import {
  DuelAct,
  DuelActSchema,
  DuelFightResult,
  DuelMode,
  DuelOptionsSchema,
  DuelPhase,
  type DuelFight,
  type DuelInitiative,
} from '../../gen/wyrmhall/v1/duel_pb';
import { DuelPhrase, DuelPhraseSchema } from '../../gen/wyrmhall/v1/duel_sentence_pb';
import type { Choice, GameEvent, Outcome } from '../../gen/wyrmhall/v1/game_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';
import { capital, listed, type Arguments } from '../../i18n/index.svelte';
import type { GameWords, Scene } from '../module';
import { seatName } from '../shared/seats';
import { named, t, type Key } from './messages';
import { dragonName, duelOf, indicesOf, kindName, ownerName, seatOf, sideName } from './scene';

const MOST_ARGUMENTS = 4;

export const actName = (act: DuelAct): string => named(DuelActSchema, act) ?? String(act);

export const actOf = (phrase: DuelPhrase): DuelAct => {
  switch (phrase) {
    case DuelPhrase.CLAW:
      return DuelAct.CLAW;
    case DuelPhrase.TAIL_WHIP:
      return DuelAct.TAIL_WHIP;
    case DuelPhrase.BREATH:
      return DuelAct.BREATH;
    case DuelPhrase.WAIT:
      return DuelAct.WAIT;
    default:
      return DuelAct.UNSPECIFIED;
  }
};

export const phraseOf = (sentence: Sentence | undefined): DuelPhrase =>
  sentence?.phrase.case === 'duel' ? sentence.phrase.value : DuelPhrase.UNSPECIFIED;

// "(4 + 7) × 2 = 22": what stands before the total.
function sumText(dice: number[], multiplier: number, bonus: number): string {
  const sum = dice.length === 1 ? String(dice[0]) : `(${dice.join(' + ')})`;
  return `${sum} × ${multiplier}${bonus > 0 ? ` + ${bonus}` : ''} =`;
}
export const attackSum = ({ dice, attackMultiplier, attackBonus }: DuelFight): string =>
  sumText(dice.slice(0, -1), attackMultiplier, attackBonus);
export const defenceSum = ({ dice, defenceMultiplier }: DuelFight): string =>
  sumText(dice.slice(-1), defenceMultiplier, 0);

const DEEDS: Partial<Record<DuelAct, Key>> = {
  [DuelAct.CLAW]: 'log.claw',
  [DuelAct.TAIL_WHIP]: 'log.tail',
  [DuelAct.BREATH]: 'log.breath',
};

function resultText(a: string, b: string, fight: DuelFight): string {
  if (fight.result === DuelFightResult.HIT) {
    return fight.damage > 0 ? t('log.hit', { b, n: fight.damage }) : t('log.hit.none', { b });
  }
  if (fight.result === DuelFightResult.TIE) return t('log.level');
  const [n, m] = [fight.energyLost, fight.healthLost];
  if (n > 0 && m > 0) return t('log.beaten.both', { a, n, m });
  if (m > 0) return t('log.beaten.health', { a, n: m });
  return n > 0 ? t('log.beaten.energy', { a, n }) : t('log.beaten');
}

function fightText(scene: Scene, fight: DuelFight): string {
  const view = duelOf(scene.view);
  const [a, b] = [dragonName(view, fight.actor), dragonName(view, fight.target)];
  const deed = t(DEEDS[fight.act] ?? 'log.claw', { a, b, x: fight.attack, y: fight.defence });
  return `${deed} ${resultText(a, b, fight)}`;
}

function firstRollText(scene: Scene, roll: DuelInitiative): string {
  const view = duelOf(scene.view);
  const name = (contender: number) =>
    view.mode === DuelMode.BATTLE ? t('team', { n: contender + 1 }) : dragonName(view, contender);
  const top = Math.max(0, ...roll.values);
  const highest = roll.contenders.filter((_, i) => roll.values[i] === top).map(name);
  const rolls = listed(roll.contenders.map((contender, i) => `${name(contender)} ${roll.values[i]}`));
  return t(highest.length === 1 ? 'log.first' : 'log.first.again', { rolls, a: listed(highest) });
}

function order(scene: Scene, indices: number[]): string {
  const view = duelOf(scene.view);
  return indices.map((index) => dragonName(view, index)).reduce((a, b) => t('log.then', { a, b }));
}

function chosenText(scene: Scene, actor: number, dragon: number): string {
  const seat = seatOf(duelOf(scene.view), actor);
  if (seat < 0) return t('log.chosen.enemy', { dragon: kindName(dragon) });
  if (seat === scene.seat) return t('log.chosen.you', { dragon: kindName(dragon) });
  return t('log.chosen', { name: ownerName(scene, actor), dragon: kindName(dragon) });
}

function event(scene: Scene, { game }: GameEvent): string {
  if (game.case !== 'duel') return '';
  const view = duelOf(scene.view);
  const what = game.value.event;
  switch (what.case) {
    case 'fight':
      return fightText(scene, what.value);
    case 'wait':
      return t('log.wait', { a: dragonName(view, what.value.actor), n: what.value.energy });
    case 'round':
      return what.value.order.length === 0
        ? ''
        : t('log.round', { n: what.value.round, order: order(scene, what.value.order) });
    case 'initiative':
      return firstRollText(scene, what.value);
    case 'd4':
      return t('log.d4', {
        a: dragonName(view, what.value.actor),
        n: what.value.roll,
        act: actName(what.value.roll),
      });
    case 'death':
      return t('log.death', { a: dragonName(view, what.value.dragon) });
    case 'game': {
      // In a match of a single game the outcome says it all.
      if ((view.matchGames ?? 1) <= 1) return '';
      const name = capital(sideName(scene, what.value.winner));
      if (name === t('seat.you')) return t('log.game.you', { n: what.value.game });
      return t('log.game', { name, n: what.value.game });
    }
    case 'chosen':
      return chosenText(scene, what.value.actor, what.value.dragon);
    default:
      return '';
  }
}

function recap(scene: Scene, { game }: GameEvent): string {
  if (game.case !== 'duel') return '';
  const view = duelOf(scene.view);
  const what = game.value.event;
  if (what.case === 'round') return t('round', { n: what.value.round });
  if (what.case === 'death') return t('log.death', { a: dragonName(view, what.value.dragon) });
  if (what.case === 'wait') {
    if (seatOf(view, what.value.actor) === scene.seat) return '';
    return t('recap.wait', { name: dragonName(view, what.value.actor) });
  }
  if (what.case !== 'fight' || seatOf(view, what.value.actor) === scene.seat) return '';
  return t('recap.act', { name: dragonName(view, what.value.actor), what: againstText(scene, what.value) });
}

// "Claw on Frost, beaten".
export function againstText({ view }: Scene, { target, act, result, damage }: DuelFight): string {
  const verdict: Key =
    result === DuelFightResult.HIT ? 'recap.hit' : result === DuelFightResult.BEATEN ? 'recap.beaten' : 'recap.level';
  return t('deed.act', {
    act: actName(act),
    b: dragonName(duelOf(view), target),
    what: t(verdict, { n: damage }),
  });
}

// What a sentence may name of its arguments, each in every way in which it could be meant: {n0}, {dragon0}, {kind1}, …
function argumentsOf(scene: Scene, sentence: Sentence | undefined): Arguments {
  const view = duelOf(scene.view);
  const values: Arguments = {};
  for (let i = 0; i < MOST_ARGUMENTS; i++) {
    const n = sentence?.arguments[i] ?? 0;
    values[`n${i}`] = n;
    values[`dragon${i}`] = dragonName(view, n);
    values[`kind${i}`] = kindName(n);
    values[`act${i}`] = actName(n);
    values[`seat${i}`] = seatName(scene.info, scene.seat, n);
    values[`option${i}`] = DuelOptionsSchema.fields.find(({ number }) => number === n)?.name ?? String(n);
  }
  return values;
}

const say = (scene: Scene, sentence: Sentence | undefined): string | undefined =>
  named(DuelPhraseSchema, phraseOf(sentence), argumentsOf(scene, sentence));

const choice = (scene: Scene, { sentence }: Choice): string => say(scene, sentence) ?? t('choice.other');

const reason = (scene: Scene, sentence: Sentence): string => say(scene, sentence) ?? t('need.other');

function turn(scene: Scene): string {
  const view = duelOf(scene.view);
  const actor = view.actor ?? -1;
  if (view.phase === DuelPhase.CHOOSE) return t('dragon.choose');
  return actor < 0 ? '' : t('turn', { dragon: dragonName(view, actor), n: view.energy[actor] ?? 0 });
}

function standing(scene: Scene, short = false): string {
  const view = duelOf(scene.view);
  const parts: string[] = [];
  const [n, m] = [view.game ?? 1, view.matchGames ?? 1];
  if ((view.round ?? 0) > 0) parts.push(t(short ? 'round.short' : 'round', { n: view.round ?? 0 }));
  if (m > 1) parts.push(short ? `${n}/${m}` : t('game', { n, m }));
  return parts.join(' · ');
}

function summary(scene: Scene): string {
  const view = duelOf(scene.view);
  const list = indicesOf(view).map((index) =>
    t('state.dragon', {
      dragon: dragonName(view, index),
      health: view.health[index] ?? 0,
      energy: view.energy[index] ?? 0,
    }),
  );
  return t('state.line', { list: listed(list), turn: turn(scene) || standing(scene) });
}

// Health of the winner's up to which a defeat was a close one.
const CLOSE = 10;

function consolation(scene: Scene): string {
  const view = duelOf(scene.view);
  const left = indicesOf(view)
    .filter((index) => seatOf(view, index) !== scene.seat)
    .map((index) => view.health[index] ?? 0)
    .filter((health) => health > 0);
  return left.length === 1 && left[0] <= CLOSE ? t('end.close', { n: left[0] }) : '';
}

// Teams win as teams, and automatic enemies sit nowhere.
function ending(scene: Scene, { winners }: Outcome): string {
  const view = duelOf(scene.view);
  if (winners.includes(scene.seat)) return '';
  if (view.mode === DuelMode.SOLITAIRE && winners.length === 0) return t('win.enemies');
  const side = view.winner ?? -1;
  return view.mode === DuelMode.BATTLE && side >= 0 ? t('win.other', { name: t('team', { n: side + 1 }) }) : '';
}

export const words: GameWords = {
  event,
  recap,
  choice,
  reason,
  turn,
  standing,
  summary,
  consolation,
  ending,
};
