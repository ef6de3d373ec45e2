import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DancePhase, DanceRange } from '../../gen/wyrmhall/v1/dance_pb';
import { GameEventSchema, GameViewSchema, type GameEvent } from '../../gen/wyrmhall/v1/game_pb';
import type { Frame } from '../../net/timeline';
import type { Speed } from '../../state/settings.svelte';
import type { Sound } from '../../state/voices';
import { laidOf } from './scene';
import { DanceStage, Step, TIMES } from './stage.svelte';
import { aFrame } from '../../testing/frame';

// Milliseconds; every beat takes some of them.
const TICK = 10;
const CHARGE = 0;
const RAKE = 9;
const numbers = (...values: number[]) => Uint8Array.from(values);

// A charge of 4 against a rake of 2, which leads to short range; then the dragon's dice are rolled.
const EXCHANGE = {
  round: 3,
  dice: numbers(5, 2),
  cards: numbers(CHARGE, RAKE),
  damage: numbers(2, 4),
  comboCard: -1,
  comboDie: -1,
  rangeFrom: DanceRange.LONG,
  rangeTo: DanceRange.SHORT,
};
const view = (more: object) =>
  create(GameViewSchema, {
    game: {
      case: 'dance',
      value: {
        phase: DancePhase.CARD,
        range: DanceRange.LONG,
        life: { 0: 9, 1: 20 },
        dice: { 0: numbers(5, 1, 1, 1, 1), 1: numbers(2, 2, 2) },
        choices: { 0: { die: 0, committed: true, card: CHARGE }, 1: { die: 0 } },
        ...more,
      },
    },
  });
const event = (value: object): GameEvent =>
  create(GameEventSchema, { game: { case: 'dance', value: { event: value as never } } });
const frame = (version: number, shown: Frame['view'], events: GameEvent[]): Frame =>
  aFrame(version, shown, { events, waitingOn: 3 });

const before = frame(1, view({}), []);
const ended = {
  phase: DancePhase.DIE,
  range: DanceRange.SHORT,
  life: { 0: 7, 1: 16 },
  dice: { 0: numbers(5, 1, 1, 1, 1), 1: numbers(6, 5, 4) },
  choices: { 0: {}, 1: {} },
  last: EXCHANGE,
};
// As the server tells it: the dice before the report.
const after = frame(2, view(ended), [
  event({ case: 'committed', value: { seat: 1, phase: DancePhase.CARD } }),
  event({ case: 'rolled', value: { seat: 1, dice: numbers(6, 5, 4) } }),
  event({ case: 'last', value: EXCHANGE }),
]);

function danced(speed: Speed, to = after, from = before): DanceStage {
  const stage = new DanceStage(() => speed);
  stage.jump(from);
  stage.feed(to, from, false);
  return stage;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('both cards lie face down, turn at once, are read, hurt and move: in this order, and in four seconds at most', () => {
  const stage = danced('brisk');
  const reached: Partial<Record<Step, number>> = {};
  let at = 0;
  for (; stage.version < 2 && at < 9000; at += TICK) {
    const step = stage.reveal?.step;
    if (step !== undefined) reached[step] ??= at;
    const open = (step ?? Step.Sealed) >= Step.Turned;
    for (const seat of [0, 1]) expect(laidOf(stage.view, seat, stage.reveal?.exchange, open).cardOpen).toBe(open);
    if ((step ?? Step.Sealed) < Step.Harm) expect([stage.view.life[0], stage.view.life[1]]).toEqual([9, 20]);
    if ((step ?? Step.Sealed) < Step.Moved) expect(stage.view.range).toBe(DanceRange.LONG);
    vi.advanceTimersByTime(TICK);
  }
  expect(at).toBeLessThanOrEqual(4000);
  const { Sealed, Turned, Read, Harm, Moved } = Step;
  expect(reached[Turned]! - reached[Sealed]!).toBeGreaterThan(0);
  expect(reached[Read]! - reached[Turned]!).toBeGreaterThanOrEqual(TIMES.turn);
  expect(reached[Harm]!).toBeGreaterThan(reached[Read]!);
  expect(reached[Moved]!).toBeGreaterThan(reached[Harm]!);
  expect([stage.view.life[0], stage.view.life[1], stage.version]).toEqual([7, 16, 2]);
});

test('the dice that come back are rolled after the exchange, and nothing is told before they rest', () => {
  const stage = danced('brisk');
  const dice = () => [...stage.view.dice[1]];
  while (!stage.rolls[1]) {
    expect(dice()).toEqual([2, 2, 2]);
    expect(stage.rolling).toBe(false);
    vi.advanceTimersByTime(TICK);
  }
  expect(stage.reveal?.step).toBe(Step.Moved);
  expect(stage.rolling).toBe(true);
  vi.advanceTimersByTime(TIMES.dice - 1);
  expect(stage.version).toBe(1);
  vi.advanceTimersByTime(1);
  expect([stage.version, ...dice()]).toEqual([2, 6, 5, 4]);
});

test('a press ends the reveal at once, and at the speed «instant» nothing is waited for: the same facts', () => {
  const skipped = danced('calm');
  vi.advanceTimersByTime(900);
  expect(skipped.busy).toBe(true);
  skipped.finish();
  for (const stage of [skipped, danced('instant')]) {
    expect([stage.busy, stage.version, stage.view.life[1], stage.reveal]).toEqual([false, 2, 16, undefined]);
  }
});

test('only the second hit of a report that is told again is shown, and nothing where the knight has passed', () => {
  const asked = frame(2, view({ ...ended, phase: DancePhase.COMBO }), []);
  const told = (follow: object) =>
    frame(3, view({ ...ended, life: { 0: 7, 1: 14 } }), [event({ case: 'last', value: { ...EXCHANGE, ...follow } })]);
  expect(danced('brisk', told({}), asked).version).toBe(3);
  const stage = danced('brisk', told({ comboCard: 2, comboColumn: 3, comboDamage: 2 }), asked);
  const steps = new Set<Step | undefined>();
  for (; stage.version < 3; vi.advanceTimersByTime(TICK)) steps.add(stage.reveal?.step);
  expect([...steps]).toEqual([Step.Turned, Step.Read, Step.Harm]);
  expect(stage.view.life[1]).toBe(14);
});

test('what the other has chosen is sealed before it is known, and nothing of it is on the seal', () => {
  const chosen = frame(2, view({ choices: { 0: { die: 0 }, 1: { die: 0, committed: true } } }), []);
  const stage = new DanceStage(() => 'brisk');
  stage.jump(chosen);
  expect(laidOf(stage.view, 1, undefined, false)).toMatchObject({ sealed: true, cardOpen: false, card: undefined });
  expect(laidOf(stage.view, 0, undefined, false)).toMatchObject({ sealed: false, column: 5, dieOpen: true });
});

test('what is sealed, turned, read, hurt, moved and rolled is heard, each in its turn', () => {
  const sounds: Sound[] = [];
  const stage = new DanceStage(
    () => 'brisk',
    (sound) => sounds.push(sound),
  );
  stage.jump(before);
  stage.feed(after, before, false);
  vi.runAllTimers();
  expect(sounds).toEqual(['commit', 'land', 'count', 'hit', 'move', 'rattle']);
});
