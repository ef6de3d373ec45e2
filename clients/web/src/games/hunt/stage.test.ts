import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GameEventSchema, GameViewSchema, type GameEvent } from '../../gen/wyrmhall/v1/game_pb';
import { HuntActivationType, HuntPhase, HuntSkill, HuntSymbol, HuntThrowFor } from '../../gen/wyrmhall/v1/hunt_pb';
import type { Frame } from '../../net/timeline';
import type { Speed } from '../../state/settings.svelte';
import type { Sound } from '../../state/voices';
import { HuntStage, TIMES } from './stage.svelte';
import { aFrame } from '../../testing/frame';

// Milliseconds; every beat takes some of them.
const TICK = 10;
const { SWORD, DRAGON, HOLY } = HuntSymbol;
const numbers = (...values: number[]) => Uint8Array.from(values);

const hero = (more: object = {}) => ({ alive: true, inHunt: true, hp: 20, tokens: 3, facing: 0, ...more });
const hunt = (more: object = {}) => ({
  phase: HuntPhase.TURN,
  acting: 0,
  rolls: 1,
  dice: numbers(SWORD, SWORD, DRAGON, HOLY, DRAGON),
  order: numbers(0, 1),
  sheets: { 0: { symbol: SWORD }, 1: { symbol: HOLY } },
  progress: { 0: { hpMax: 23 }, 1: { hpMax: 24 } },
  heroes: { 0: hero(), 1: hero() },
  dragons: { 0: { id: 1, hp: 30, hpMax: 34, chart: numbers(3, 7, 10) } },
  ...more,
});
const view = (more: object = {}) => create(GameViewSchema, { game: { case: 'hunt', value: hunt(more) } });
const event = (value: object): GameEvent =>
  create(GameEventSchema, { game: { case: 'hunt', value: { event: value as never } } });
const frame = (version: number, shown: Frame['view'], events: GameEvent[]): Frame => aFrame(version, shown, { events });
const before = frame(1, view(), []);

function hunted(to: Frame, speed: Speed = 'brisk', from = before): HuntStage {
  const stage = new HuntStage(() => speed);
  stage.jump(from);
  stage.feed(to, from, true);
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

test('only the dice that are thrown again tumble, on to what they came to', () => {
  const rolled = { hero: 0, slots: numbers(2, 4), dice: numbers(SWORD, HOLY) };
  const after = frame(2, view({ rolls: 2, dice: numbers(1, 1, 1, 3, 3) }), [event({ case: 'rolled', value: rolled })]);
  const stage = hunted(after);
  expect(Object.keys(stage.rolls)).toEqual(['2', '4']);
  expect(stage.rolling).toBe(true);
  expect([...(stage.view.dice ?? [])]).toEqual([SWORD, SWORD, SWORD, HOLY, HOLY]);
  vi.advanceTimersByTime(TIMES.dice - 1);
  expect(stage.version).toBe(1);
  vi.advanceTimersByTime(2 * TIMES.apart + 2);
  expect([stage.version, stage.busy]).toEqual([2, false]);
});

const cleave = {
  hero: 0,
  type: HuntActivationType.SKILL,
  skill: HuntSkill.CLEAVE,
  damage: 3,
  counter: 2,
  counterDamage: 7,
};
const struck = frame(
  2,
  view({
    phase: HuntPhase.ASSIST,
    used: numbers(0, 1),
    heroes: { 0: hero({ hp: 13, tokens: 2 }), 1: hero() },
    dragons: { 0: { id: 1, hp: 27, hpMax: 34 } },
  }),
  [event({ case: 'activation', value: cleave })],
);

test('a skill strikes first, then the dragon answers: the hero loses nothing before', () => {
  const stage = hunted(struck);
  expect(stage.act?.answered).toBe(false);
  expect(stage.rolling).toBe(false);
  expect([stage.dragons[0], stage.view.dragons[0].hp, stage.view.heroes[0].hp]).toEqual([-3, 27, 20]);
  expect([...(stage.view.used ?? [])]).toEqual([0, 1]);
  vi.advanceTimersByTime(TIMES.strike);
  expect(stage.act?.answered).toBe(true);
  expect([stage.heroes[0], stage.view.heroes[0].hp]).toEqual([-7, 13]);
  vi.advanceTimersByTime(TIMES.counter);
  expect([stage.version, stage.act]).toEqual([2, undefined]);
});

test('a heal shows what each has gained', () => {
  const heal = { ...cleave, skill: HuntSkill.HEAL, damage: 0, counter: 0, counterDamage: 0 };
  const healed = frame(2, view({ heroes: { 0: hero({ hp: 23 }), 1: hero() } }), [
    event({ case: 'activation', value: heal }),
  ]);
  const stage = hunted(healed);
  expect(stage.heroes).toEqual({ 0: 3 });
  expect(stage.dragons).toEqual({});
});

test('a Fury is three throws, of which the Dragons are set aside, and hurts all at once', () => {
  const throws = [
    [SWORD, DRAGON, HOLY, SWORD, SWORD],
    [DRAGON, HOLY, HOLY, SWORD],
    [HOLY, HOLY, SWORD],
  ];
  const counts = throws.map(({ length }) => length);
  const thrown = { for: HuntThrowFor.FURY, who: 0, dice: numbers(...throws.flat()), throws: numbers(...counts) };
  const row = { dragon: 0, symbols: 2, loss: { 0: 7, 1: 7 } };
  const after = frame(2, view({ heroes: { 0: hero({ hp: 13 }), 1: hero({ hp: 13 }) } }), [
    event({ case: 'throw', value: thrown }),
    event({ case: 'fury', value: { fury: [row] } }),
  ]);
  const stage = hunted(after);
  const aside: number[] = [];
  const storms: unknown[] = [];
  for (let at = 0; stage.version < 2 && at < 9000; at += TICK) {
    const storm = stage.storm;
    if (storm && aside[aside.length - 1] !== storm.aside) aside.push(storm.aside);
    const hp = [stage.view.heroes[0].hp, stage.view.heroes[1].hp];
    expect(hp[0]).toBe(hp[1]);
    if (at < 3 * TIMES.throw) expect([...hp, storm !== undefined && stage.rests]).toEqual([20, 20, false]);
    // What it comes to is shown before anybody is hurt.
    if (hp[0] < 20) expect(stage.rests).toBe(true);
    // Dice that lie are not thrown again.
    if (storm && storm !== storms.at(-1)) storms.push(storm);
    vi.advanceTimersByTime(TICK);
  }
  expect(aside).toEqual([0, 1, 2]);
  expect(storms).toHaveLength(3);
  expect([stage.view.heroes[1].hp, stage.storm]).toEqual([13, undefined]);
});

test('what a Fury does besides is shown after it, and poison by itself', () => {
  const row = { dragon: 0, symbols: 2, loss: { 0: 7, 1: 7 } };
  const after = frame(2, view({ heroes: { 0: hero({ hp: 11 }), 1: hero({ hp: 12 }) } }), [
    event({ case: 'fury', value: { fury: [row] } }),
    event({ case: 'poison', value: { hero: 0, loss: 1 } }),
  ]);
  const stage = hunted(after);
  expect(stage.heroes).toEqual({ 0: -7, 1: -7 });
  vi.advanceTimersByTime(TIMES.fury);
  expect(stage.heroes).toEqual({ 0: -1, 1: -1 });
  vi.advanceTimersByTime(TIMES.hurt);
  expect([stage.heroes, stage.view.heroes[0].hp]).toEqual([{ 0: -1 }, 11]);
});

test('the last blow: what is healed after a hunt is no skill’s doing', () => {
  const after = frame(
    2,
    view({ phase: HuntPhase.VILLAGE, heroes: { 0: hero({ hp: 23 }), 1: hero({ hp: 24 }) }, dragons: { 0: { id: 2 } } }),
    [event({ case: 'activation', value: { ...cleave, counter: 0 } }), event({ case: 'slain', value: { dragon: 0 } })],
  );
  const stage = hunted(after);
  expect(stage.heroes).toEqual({});
  vi.advanceTimersByTime(TIMES.strike);
  expect([stage.view.dragons[0].id, stage.view.dragons[0].hp]).toEqual([1, 0]);
});

test('a press ends it at once, and at the speed «instant» nothing is waited for', () => {
  const skipped = hunted(struck, 'calm');
  expect(skipped.busy).toBe(true);
  skipped.finish();
  for (const stage of [skipped, hunted(struck, 'instant')]) {
    expect([stage.busy, stage.version, stage.view.heroes[0].hp, stage.act]).toEqual([false, 2, 13, undefined]);
  }
});

// What is heard while this event is shown.
function heard(told: object): Sound[] {
  const sounds: Sound[] = [];
  const stage = new HuntStage(
    () => 'brisk',
    (sound) => sounds.push(sound),
  );
  stage.jump(before);
  stage.feed(frame(2, view(), [event(told)]), before, true);
  vi.runAllTimers();
  return sounds;
}

test('dice that a hero keeps are heard, and not where all of them are rolled', () => {
  const some = { hero: 0, slots: numbers(2, 4), dice: numbers(SWORD, HOLY) };
  expect(heard({ case: 'rolled', value: some })).toEqual(['keep', 'rattle']);
  const all = { hero: 0, slots: numbers(0, 1, 2, 3, 4), dice: numbers(1, 1, 1, 1, 1) };
  expect(heard({ case: 'rolled', value: all })).toEqual(['rattle']);
  expect(heard({ case: 'rolled', value: { ...some, hero: 1 } })).toEqual(['rattle']);
});

test('dice that are set aside are heard before the next throw', () => {
  const throws = [
    [SWORD, DRAGON, HOLY],
    [HOLY, HOLY],
    [HOLY, SWORD],
  ];
  const counts = throws.map(({ length }) => length);
  const thrown = { for: HuntThrowFor.FURY, who: 0, dice: numbers(...throws.flat()), throws: numbers(...counts) };
  expect(heard({ case: 'throw', value: thrown })).toEqual(['rattle', 'keep', 'rattle', 'rattle']);
});
