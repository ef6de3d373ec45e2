import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ArenaPhase } from '../../gen/wyrmhall/v1/arena_pb';
import { GameEventSchema, GameViewSchema, type GameEvent } from '../../gen/wyrmhall/v1/game_pb';
import type { Frame } from '../../net/timeline';
import type { Sound } from '../../state/voices';
import { ArenaStage } from './stage.svelte';
import { aFrame } from '../../testing/frame';

// Milliseconds; every beat takes some of them.
const TICK = 10;
const FIRE = 0;
const ICE = 1;
// Fire's 5 on a1 takes ice's 2 on a2, and is a 2 from then on.
const [FROM, TO] = [0, 4];

const view = (board: Record<number, { species: number; power: number; field?: boolean }>) =>
  create(GameViewSchema, { game: { case: 'arena', value: { phase: ArenaPhase.DUEL, board } } });
const frame = (version: number, shown: Frame['view'], events: GameEvent[]): Frame => aFrame(version, shown, { events });
const before = frame(1, view({ [FROM]: { species: FIRE, power: 5 }, [TO]: { species: ICE, power: 2 } }), []);
const attacked = create(GameEventSchema, {
  game: {
    case: 'arena',
    value: {
      event: { case: 'attacked', value: { species: FIRE, from: FROM, to: TO, power: 5, targetPower: 2 } },
    },
  },
});
const after = frame(2, view({ [TO]: { species: FIRE, power: 2 } }), [attacked]);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// What stands on the squares, each time that it changes.
function seen(stage: ArenaStage): string[] {
  const all: string[] = [];
  const look = (): void => {
    // Nothing here is rolled.
    expect(stage.rolling).toBe(false);
    const now = stage.tokens
      .map(
        ({ species, power, square, falls }) =>
          `${species === FIRE ? 'fire' : 'ice'} ${power} on ${square}${falls ? ' falls' : ''}`,
      )
      .join(', ');
    if (all.at(-1) !== now) all.push(now);
  };
  look();
  while (stage.busy) {
    vi.advanceTimersByTime(TICK);
    look();
  }
  return all;
}

test('a dragon that takes another comes as what it was, the other falls, and only then does its power change', () => {
  const stage = new ArenaStage(() => 'brisk');
  stage.jump(before);
  const [taker] = stage.tokens;
  stage.feed(after, before, false);
  expect(seen(stage)).toEqual([
    'fire 5 on 0, ice 2 on 4',
    'fire 5 on 4, ice 2 on 4',
    'fire 5 on 4, ice 2 on 4 falls',
    'fire 2 on 4',
  ]);
  expect(stage.tokens.map(({ id }) => id)).toEqual([taker.id]);
});

test('a dragon that takes another strikes while that one falls, and no longer', () => {
  const stage = new ArenaStage(() => 'brisk');
  stage.jump(before);
  stage.feed(after, before, true);
  while (stage.busy && !stage.tokens.some(({ falls }) => falls)) vi.advanceTimersByTime(TICK);
  expect(stage.tokens.map(({ species, strikes = false }) => [species, strikes])).toEqual([
    [FIRE, true],
    [ICE, false],
  ]);
  while (stage.busy) vi.advanceTimersByTime(TICK);
  expect(stage.tokens[0]).not.toHaveProperty('strikes');
});

test('a dragon that a power kills falls before it is gone', () => {
  const killed = create(GameEventSchema, {
    game: { case: 'arena', value: { event: { case: 'triggered', value: { species: ICE, target: TO, power: 0 } } } },
  });
  const stage = new ArenaStage(() => 'brisk');
  stage.jump(before);
  stage.feed(frame(2, view({ [FROM]: { species: FIRE, power: 5 } }), [killed]), before, false);
  expect(seen(stage)).toEqual(['fire 5 on 0, ice 2 on 4', 'fire 5 on 0, ice 2 on 4 falls', 'fire 5 on 0']);
});

test('what a dragon loses by a power stands over it while it is told', () => {
  const value = { species: FIRE, target: TO, before: 2, power: 1 };
  const burnt = create(GameEventSchema, {
    game: { case: 'arena', value: { event: { case: 'triggered', value } } },
  });
  const stage = new ArenaStage(() => 'brisk');
  stage.jump(before);
  const board = { [FROM]: { species: FIRE, power: 5 }, [TO]: { species: ICE, power: 1 } };
  stage.feed(frame(2, view(board), [burnt]), before, true);
  expect(stage.tokens[1]).toMatchObject({ power: 1, change: -1 });
  while (stage.busy) vi.advanceTimersByTime(TICK);
  expect(stage.tokens[1]).not.toHaveProperty('change');
});

test('what is ended by a key leaves the board as it is after it', () => {
  const stage = new ArenaStage(() => 'brisk');
  stage.jump(before);
  stage.feed(after, before, true);
  stage.finish();
  expect(stage.tokens).toMatchObject([{ species: FIRE, power: 2, square: TO }]);
  expect(stage.tokens[0]).not.toHaveProperty('takesFrom');
});

test('while dragons are counted, who was taken by the last of them is on the board no more', () => {
  const result = create(GameEventSchema, {
    game: { case: 'arena', value: { event: { case: 'duel', value: { left: [1, 0] } } } },
  });
  const stage = new ArenaStage(() => 'brisk');
  stage.jump(before);
  expect(stage.standing(ICE)).toEqual({ points: 2, dragons: 1 });
  stage.feed({ ...after, events: [attacked, result] }, before, false);
  const counts: unknown[] = [];
  while (stage.busy) {
    if (stage.counted) counts.push([stage.standing(FIRE), stage.standing(ICE)]);
    vi.advanceTimersByTime(TICK);
  }
  expect(counts.length).toBeGreaterThan(0);
  const rest = [
    { points: 2, dragons: 1 },
    { points: 0, dragons: 0 },
  ];
  expect(counts).toEqual(counts.map(() => rest));
});

// What is heard while these events are shown.
function heard(...told: object[]): Sound[] {
  const sounds: Sound[] = [];
  const stage = new ArenaStage(
    () => 'brisk',
    (sound) => sounds.push(sound),
  );
  stage.jump(before);
  const events = told.map((event) =>
    create(GameEventSchema, { game: { case: 'arena', value: { event: event as never } } }),
  );
  stage.feed({ ...after, events }, before, false);
  vi.runAllTimers();
  return sounds;
}

test('lots that are drawn, who starts, and each power that changes are heard', () => {
  expect(heard({ case: 'lots', value: {} }, { case: 'starter', value: { species: ICE } })).toEqual(['rattle', 'land']);
  expect(heard(attacked.game.value!.event as object)).toEqual(['hit', 'count']);
  expect(heard({ case: 'modified', value: { square: FROM, power: 4 } })).toEqual(['count']);
  expect(heard({ case: 'placed', value: { square: 8, species: ICE, power: 3 } })).toEqual(['move']);
});

test('each dragon that is counted at the end of a duel is one step that is heard', () => {
  expect(heard({ case: 'duel', value: { left: [2, 1] } })).toEqual(['count', 'count', 'count']);
});
