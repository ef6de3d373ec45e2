// What is said in the arena.
import {
  ArenaDuelEndSchema,
  ArenaOptionsSchema,
  ArenaPhase,
  type ArenaDuelResult,
  type ArenaEvent,
  type ArenaTriggered,
} from '../../gen/wyrmhall/v1/arena_pb';
import { ArenaPhrase, ArenaPhraseSchema } from '../../gen/wyrmhall/v1/arena_sentence_pb';
import type { Choice, GameEvent, Outcome } from '../../gen/wyrmhall/v1/game_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';
import { listed, type Arguments } from '../../i18n/index.svelte';
import type { GameWords, Scene } from '../module';
import { seatName } from '../shared/seats';
import { named, t } from './messages';
import { SPECIES, arenaOf, phraseOf, pointsOf, speciesName, squareName, whoIs } from './scene';

const MOST_ARGUMENTS = 4;
const MOST_POWER = 6;
const PAIR_SUM = MOST_POWER + 1;

function scoreText(result: ArenaDuelResult, species: number): string {
  const [power, score] = [result.power[species] ?? 0, result.score[species] ?? 0];
  return score <= power ? String(score) : `${power} + ${score - power} = ${score}`;
}

function duelText(scene: Scene, result: ArenaDuelResult): string {
  const solo = arenaOf(scene.view).solo ?? false;
  const winner = result.winner ?? -1;
  const verdict = result.autoLoss
    ? t('log.autoLoss')
    : winner < 0
      ? t('log.draw')
      : t(solo ? 'log.wins.solo' : 'log.wins', { name: whoIs(scene, winner) });
  return t(solo ? 'log.training' : 'log.duel', {
    n: result.duel ?? 0,
    why: named(ArenaDuelEndSchema, result.reason ?? 0) ?? '',
    fire: scoreText(result, 0),
    ice: scoreText(result, 1),
    verdict,
  });
}

function triggeredText({ species, target, before, power, to }: ArenaTriggered): string {
  const name = t(species === 0 ? 'combustion' : 'blizzard');
  const square = squareName(target);
  if (power === 0) return t('log.power.out', { power: name, n: before, square });
  if (species === 0) return t('log.combustion', { square, n: before, m: power });
  if (to === undefined) return t('log.blizzard', { square, n: before, m: power });
  return t('log.blizzard.moved', { square, n: before, m: power, to: squareName(to) });
}

function event(scene: Scene, { game }: GameEvent): string {
  if (game.case !== 'arena') return '';
  const what = game.value.event;
  switch (what.case) {
    case 'committed':
      return t('log.committed', { name: whoIs(scene, what.value.species) });
    case 'revealed':
      return t('log.revealed', { fire: what.value.fire.join(' '), ice: what.value.ice.join(' ') });
    case 'lots':
      return t('log.lots', { name: speciesName(what.value.roll - 1) });
    case 'starter':
      return t('log.starts', { name: whoIs(scene, what.value.species) });
    case 'paired':
      return t('log.paired', {
        name: speciesName(what.value.species),
        n: what.value.low,
        m: PAIR_SUM - what.value.low,
      });
    case 'placed':
      return t('log.placed', {
        name: speciesName(what.value.species),
        n: what.value.power,
        square: squareName(what.value.square),
      });
    case 'attacked':
      return t('log.attacked', {
        name: speciesName(what.value.species),
        n: what.value.power,
        from: squareName(what.value.from),
        m: what.value.targetPower,
        to: squareName(what.value.to),
      });
    case 'modified':
      return t('log.modified', {
        name: speciesName(what.value.species),
        square: squareName(what.value.square),
        n: what.value.before,
        m: what.value.power,
      });
    case 'triggered':
      return triggeredText(what.value);
    case 'duel':
      return duelText(scene, what.value);
    case 'supremacy':
      // In a match of a single duel the outcome says it all.
      if ((arenaOf(scene.view).nuggetsNeeded ?? 1) <= 1) return '';
      return what.value.winner < 0 ? t('log.level') : t('log.supremacy', { name: whoIs(scene, what.value.winner) });
    default:
      return '';
  }
}

function recap(scene: Scene, { game }: GameEvent): string {
  if (game.case !== 'arena') return '';
  const what = game.value.event;
  if (what.case !== 'attacked' && what.case !== 'modified' && what.case !== 'triggered') return '';
  return arenaOf(scene.view).seats[what.value.species] === scene.seat ? '' : moveText(what);
}

// "c3 takes b4".
export function moveText(what: Move): string {
  switch (what.case) {
    case 'attacked':
      return t('recap.took', { from: squareName(what.value.from), to: squareName(what.value.to) });
    case 'modified':
      return t('recap.changed', { square: squareName(what.value.square), n: what.value.power });
    case 'triggered':
      return triggeredText(what.value);
  }
}
type Move = Extract<ArenaEvent['event'], { case: 'attacked' | 'modified' | 'triggered' }>;

// What a sentence may name of its arguments, each in every way in which it could be meant: {n0}, {square1}, …
function argumentsOf(scene: Scene, sentence: Sentence | undefined): Arguments {
  const values: Arguments = {};
  for (let i = 0; i < MOST_ARGUMENTS; i++) {
    const n = sentence?.arguments[i] ?? 0;
    values[`n${i}`] = n;
    values[`square${i}`] = squareName(n);
    values[`seat${i}`] = seatName(scene.info, scene.seat, n);
    values[`option${i}`] = ArenaOptionsSchema.fields.find(({ number }) => number === n)?.name ?? String(n);
  }
  return values;
}

function choice(scene: Scene, { sentence }: Choice): string {
  const values = argumentsOf(scene, sentence);
  const a = (i: number) => sentence?.arguments[i] ?? 0;
  const phrase = phraseOf(sentence);
  let part = '';
  if (phrase === ArenaPhrase.COMBUSTION && a(2) === 0) part = '.out';
  if (phrase === ArenaPhrase.BLIZZARD) part = a(2) === 0 ? '.out' : a(3) < 0 ? '.stays' : '';
  return named(ArenaPhraseSchema, phrase, values, part) ?? t('choice.other');
}

const reason = (scene: Scene, sentence: Sentence): string =>
  named(ArenaPhraseSchema, phraseOf(sentence), argumentsOf(scene, sentence)) ?? t('need.other');

const form = (scene: Scene, sentence: Sentence): string =>
  named(ArenaPhraseSchema, phraseOf(sentence), argumentsOf(scene, sentence)) ?? '';

// In Solo Training one moves for both, so it is said for whom.
function toMove(scene: Scene): string {
  const { solo, toMove = 0 } = arenaOf(scene.view);
  return solo ? whoIs(scene, toMove) : speciesName(toMove);
}

function turn(scene: Scene): string {
  const view = arenaOf(scene.view);
  switch (view.phase) {
    case ArenaPhase.ALLOCATE:
      return t('ask.allocate');
    case ArenaPhase.PAIR:
      return t('ask.pair');
    case ArenaPhase.PLACE:
      return t('ask.place');
    case ArenaPhase.DUEL:
      return t('ask.duel', { species: toMove(scene) });
    default:
      return '';
  }
}

function standing(scene: Scene, short = false): string {
  const view = arenaOf(scene.view);
  const parts = [view.solo ? t('solo') : t('duel', { n: view.duel ?? 1 })];
  const turn = (view.turn ?? 0) + 1;
  if (view.phase === ArenaPhase.DUEL) parts.push(short ? String(turn) : t('turn', { n: turn }));
  return parts.join(' · ');
}

function summary(scene: Scene): string {
  const view = arenaOf(scene.view);
  const list = SPECIES.map((species) => {
    const { points, dragons } = pointsOf(view, species);
    return `${speciesName(species)} ${t('dragons', { n: dragons })}, ${t('points', { n: points })}`;
  });
  return t('state.line', { list: listed(list), turn: turn(scene) || standing(scene) });
}

function ending(scene: Scene, { winners }: Outcome): string {
  const view = arenaOf(scene.view);
  if (winners.length > 0) return '';
  const last = Math.max(0, ...Object.keys(view.results).map(Number));
  const winner = view.results[last]?.winner ?? -1;
  if (view.solo && winner >= 0) return t('win.other', { name: speciesName(winner) });
  return (view.nuggetsNeeded ?? 1) > 1 ? t('log.level') : t('log.draw');
}

export const words: GameWords = {
  event,
  recap,
  choice,
  form,
  reason,
  turn,
  standing,
  summary,
  consolation: () => '',
  ending,
};
