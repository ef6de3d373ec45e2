// What is said in the arena.
import { ArenaPhase, ArenaPlacement, type ArenaDuelResult, type ArenaTriggered } from '../../gen/wyrmhall/v1/arena_pb';
import { ArenaPhrase } from '../../gen/wyrmhall/v1/arena_sentence_pb';
import type { Choice, GameEvent, GameOptions, Outcome } from '../../gen/wyrmhall/v1/game_pb';
import type { Sentence } from '../../gen/wyrmhall/v1/sentence_pb';
import { listed, t, type Key } from '../../i18n/index.svelte';
import type { GameWords, Scene } from '../module';
import { SPECIES, arenaOf, phraseOf, pointsOf, speciesName, squareName, whoIs } from './scene';

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
    ? t('arena.log.autoLoss')
    : winner < 0
      ? t('arena.log.draw')
      : t(solo ? 'arena.log.wins.solo' : 'arena.log.wins', { name: whoIs(scene, winner) });
  return t(solo ? 'arena.log.training' : 'arena.log.duel', {
    n: result.duel ?? 0,
    why: t(`arena.end.${result.reason ?? 0}` as Key),
    fire: scoreText(result, 0),
    ice: scoreText(result, 1),
    verdict,
  });
}

function triggeredText({ species, target, before, power, to }: ArenaTriggered): string {
  const name = t(species === 0 ? 'arena.combustion' : 'arena.blizzard');
  const square = squareName(target);
  if (power === 0) return t('arena.log.power.out', { power: name, n: before, square });
  if (species === 0) return t('arena.log.combustion', { square, n: before, m: power });
  if (to === undefined) return t('arena.log.blizzard', { square, n: before, m: power });
  return t('arena.log.blizzard.moved', { square, n: before, m: power, to: squareName(to) });
}

function event(scene: Scene, { game }: GameEvent): string {
  if (game.case !== 'arena') return '';
  const what = game.value.event;
  switch (what.case) {
    case 'committed':
      return t('arena.log.committed', { name: whoIs(scene, what.value.species) });
    case 'revealed':
      return t('arena.log.revealed', { fire: what.value.fire.join(' '), ice: what.value.ice.join(' ') });
    case 'lots':
      return t('arena.log.lots', { name: speciesName(what.value.roll - 1) });
    case 'starter':
      return t('arena.log.starts', { name: whoIs(scene, what.value.species) });
    case 'paired':
      return t('arena.log.paired', {
        name: speciesName(what.value.species),
        n: what.value.low,
        m: PAIR_SUM - what.value.low,
      });
    case 'placed':
      return t('arena.log.placed', {
        name: speciesName(what.value.species),
        n: what.value.power,
        square: squareName(what.value.square),
      });
    case 'attacked':
      return t('arena.log.attacked', {
        name: speciesName(what.value.species),
        n: what.value.power,
        from: squareName(what.value.from),
        m: what.value.targetPower,
        to: squareName(what.value.to),
      });
    case 'modified':
      return t('arena.log.modified', {
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
      // Of a single duel the outcome of the match says it all.
      if ((arenaOf(scene.view).nuggetsNeeded ?? 1) <= 1) return '';
      return what.value.winner < 0
        ? t('arena.log.level')
        : t('arena.log.supremacy', { name: whoIs(scene, what.value.winner) });
    default:
      return '';
  }
}

function recap(scene: Scene, { game }: GameEvent): string {
  if (game.case !== 'arena') return '';
  const what = game.value.event;
  const mine = (species: number) => arenaOf(scene.view).seats[species] === scene.seat;
  if (what.case === 'attacked' && !mine(what.value.species)) {
    return t('arena.recap.took', { from: squareName(what.value.from), to: squareName(what.value.to) });
  }
  if (what.case === 'modified' && !mine(what.value.species)) {
    return t('arena.recap.changed', { square: squareName(what.value.square), n: what.value.power });
  }
  if (what.case === 'triggered' && !mine(what.value.species)) return triggeredText(what.value);
  return '';
}

function choice(_: Scene, { sentence, action }: Choice): string {
  const a = (i: number) => sentence?.arguments[i] ?? 0;
  switch (phraseOf(sentence)) {
    case ArenaPhrase.ALLOCATE: {
      const chosen = action?.game.case === 'arena' ? action.game.value.action : undefined;
      return t('arena.choice.allocate', { powers: chosen?.case === 'allocate' ? [...chosen.value].join(' ') : '' });
    }
    case ArenaPhrase.PAIR:
      return t('arena.choice.pair', { n: a(0), m: a(1) });
    case ArenaPhrase.PLACE:
      return t('arena.choice.place', { n: a(0), square: squareName(a(1)) });
    case ArenaPhrase.ELIMINATE:
      return t('arena.choice.take', { from: squareName(a(0)), to: squareName(a(1)), n: a(3) });
    case ArenaPhrase.MODIFY:
      return t('arena.choice.modify', { square: squareName(a(0)), n: a(1), m: a(2) });
    case ArenaPhrase.COMBUSTION:
      return t(a(2) === 0 ? 'arena.choice.combustion.out' : 'arena.choice.combustion', {
        square: squareName(a(0)),
        n: a(1),
        m: a(2),
      });
    case ArenaPhrase.BLIZZARD: {
      const key: Key =
        a(2) === 0 ? 'arena.choice.blizzard.out' : a(3) < 0 ? 'arena.choice.blizzard.stays' : 'arena.choice.blizzard';
      return t(key, { square: squareName(a(0)), n: a(1), m: a(2), to: a(3) < 0 ? '' : squareName(a(3)) });
    }
    default:
      return t('act.0');
  }
}

function reason(_: Scene, sentence: Sentence): string {
  switch (phraseOf(sentence)) {
    case ArenaPhrase.MUST_ELIMINATE:
      return t('arena.must');
    case ArenaPhrase.HAS_FIELD:
      return t('arena.shield');
    case ArenaPhrase.MATCH_OVER:
      return t('match.turn.over');
    default:
      return t('need.other');
  }
}

function turn(scene: Scene): string {
  const view = arenaOf(scene.view);
  switch (view.phase) {
    case ArenaPhase.ALLOCATE:
      return t('arena.ask.allocate');
    case ArenaPhase.PAIR:
      return t('arena.ask.pair');
    case ArenaPhase.PLACE:
      return t('arena.ask.place');
    case ArenaPhase.DUEL:
      return t('arena.ask.duel', { species: speciesName(view.toMove ?? 0) });
    default:
      return '';
  }
}

function standing(scene: Scene, short = false): string {
  const view = arenaOf(scene.view);
  const parts = [view.solo ? t('arena.solo') : t('arena.duel', { n: view.duel ?? 1 })];
  const turn = (view.turn ?? 0) + 1;
  if (view.phase === ArenaPhase.DUEL) parts.push(short ? String(turn) : t('arena.turn', { n: turn }));
  return parts.join(' · ');
}

function summary(scene: Scene): string {
  const view = arenaOf(scene.view);
  const list = SPECIES.map((species) => {
    const { points, dragons } = pointsOf(view, species);
    return `${speciesName(species)} ${t('arena.dragons', { n: dragons })}, ${t('arena.points', { n: points })}`;
  });
  return t('state.line', { list: listed(list), turn: turn(scene) || standing(scene) });
}

function ending(scene: Scene, { winners }: Outcome): string {
  const view = arenaOf(scene.view);
  if (winners.length > 0) return '';
  const last = Math.max(0, ...Object.keys(view.results).map(Number));
  const winner = view.results[last]?.winner ?? -1;
  if (view.solo && winner >= 0) return t('win.other', { name: speciesName(winner) });
  return (view.nuggetsNeeded ?? 1) > 1 ? t('arena.log.level') : t('arena.log.draw');
}

function options({ game }: GameOptions): string[] {
  if (game.case !== 'arena') return [];
  const o = game.value;
  const parts = [t(`arena.placement.${o.placement || ArenaPlacement.BABY}` as Key)];
  if (o.solo) return [t('arena.solo'), ...(o.master ? [t('arena.master')] : [])];
  if (o.master) parts.push(t('arena.master'));
  if ((o.nuggets ?? 1) > 1) parts.push(`${t('arena.nuggets.needed')}: ${o.nuggets}`);
  return parts;
}

export const arenaWords: GameWords = {
  event,
  recap,
  choice,
  reason,
  turn,
  standing,
  summary,
  consolation: () => '',
  ending,
  options,
};
