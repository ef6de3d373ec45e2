import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DragondiceDragonIcon, DragondiceIcon as I } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondiceEventSchema, DragondiceRolledFor } from '../../gen/wyrmhall/v1/dragondice_event_pb';
import { DragondiceStep } from '../../gen/wyrmhall/v1/dragondice_pb';
import { GameEventSchema, GameViewSchema } from '../../gen/wyrmhall/v1/game_pb';
import type { Frame } from '../../net/timeline';
import type { Sound } from '../../state/voices';
import { countedIn, DragondiceStage, TIMES } from './stage.svelte';
import { tally } from './tally';

const bytes = (...values: number[]) => Uint8Array.from(values);
const view = (more: object = {}) =>
  create(GameViewSchema, {
    game: {
      case: 'dragondice',
      value: {
        step: DragondiceStep.REGROUP,
        units: { 0: { kind: 1 }, 1: { kind: 1 }, 2: { kind: 2 } },
        places: { 0: 2, 1: 2, 2: 2 },
        kinds: {
          1: { health: 1, faces: bytes(I.ID, 1, I.MELEE, 2) },
          2: { health: 4, faces: bytes(I.ID, 4, I.FLY, 4) },
        },
        dragons: { 0: { at: 2 } },
        attack: { terrain: -1 },
        ...more,
      },
    },
  });
const event = (what: object) =>
  create(GameEventSchema, {
    game: { case: 'dragondice', value: create(DragondiceEventSchema, { event: what as never }) },
  });
const frame = (version: number, events: object[], more: object = {}): Frame =>
  ({ version, view: view(more), events: events.map(event) }) as unknown as Frame;

const rolled = (unit: number, value: number, icon: I, number: number) => ({
  case: 'unit',
  value: { for: DragondiceRolledFor.RESPONSE, unit, value, icon, number },
});
const ATTACK = [
  { case: 'attack', value: { terrain: 2, dragons: bytes(0), targets: bytes(100) } },
  { case: 'dragon', value: { dragon: 0, value: 3, icon: DragondiceDragonIcon.CLAWS, damage: 6 } },
  rolled(0, 2, I.MELEE, 2),
  rolled(1, 2, I.MELEE, 2),
  rolled(2, 2, I.FLY, 4),
  { case: 'response', value: { melee: 4, missile: 0, save: 4 } },
  { case: 'damage', value: { net: 2, killed: bytes(0, 1), dead: bytes(), byArmy: bytes() } },
];
const AFTER = {
  places: { 0: 4, 1: 4, 2: 2 },
  attack: {
    terrain: 2,
    dragons: bytes(0),
    targets: bytes(100),
    damage: { 0: 6 },
    rolls: bytes(2, 2, 2),
    save: 4,
    net: 2,
  },
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function started(speed: 'brisk' | 'instant' = 'brisk'): DragondiceStage {
  const stage = new DragondiceStage(() => speed);
  stage.jump(frame(1, []));
  stage.feed(frame(2, ATTACK, AFTER), frame(1, []), true);
  return stage;
}

test('an attack is shown part by part, and nobody falls before the dice have said so', () => {
  const stage = started();
  expect([stage.part, stage.rolling]).toEqual(['aims', false]);
  expect(stage.view.attack?.damage).toEqual({});
  vi.advanceTimersByTime(TIMES.aims);
  expect([stage.part, stage.dragons[0]?.value, stage.view.attack?.damage[0]]).toEqual(['rolls', 3, 6]);
  expect(stage.rolling).toBe(true);
  vi.advanceTimersByTime(TIMES.dragon);
  // All dice of the army tumble at once; nothing is counted yet.
  expect([stage.part, stage.rolls.length, stage.counted, stage.tumbling]).toEqual(['answer', 3, 0, '2']);
  vi.advanceTimersByTime(TIMES.dice);
  expect([stage.tumbling, stage.counted, stage.rolling]).toEqual(['', 1, false]);
  vi.advanceTimersByTime(TIMES.group);
  expect([stage.counted, stage.view.attack?.save]).toEqual([2, 0]);
  vi.advanceTimersByTime(TIMES.group);
  expect(stage.view.attack?.save).toBe(4);
  expect(stage.view.places[0]).toBe(2);
  vi.advanceTimersByTime(TIMES.sums);
  expect([stage.part, [...stage.falling]]).toEqual(['losses', [0, 1]]);
  vi.advanceTimersByTime(TIMES.losses + 1);
  expect([stage.busy, stage.version, stage.view.places[0], stage.falling.size]).toEqual([false, 2, 4, 0]);
});

test('what is skipped shows the same as what is not', () => {
  const stages = [started(), started('instant')];
  stages[0].finish();
  for (const stage of stages) {
    expect([stage.busy, stage.version, stage.view.places[0], stage.counted]).toEqual([false, 2, 4, 2]);
    expect(stage.rolls.map(({ icon }) => icon)).toEqual([I.MELEE, I.MELEE, I.FLY]);
  }
});

test('who comes later sees what the dice of the last attack lie on', () => {
  const stage = new DragondiceStage(() => 'brisk');
  stage.jump(frame(2, [], AFTER));
  expect(stage.rolls.map(({ unit, icon }) => [unit, icon])).toEqual([
    [0, I.MELEE],
    [1, I.MELEE],
    [2, I.FLY],
  ]);
  // A new turn forgets them.
  stage.feed(frame(3, [{ case: 'turn', value: { round: 2, seat: 1 } }]), frame(2, [], AFTER), true);
  expect(stage.rolls).toEqual([]);
});

test('dice are counted by what they show, those that do nothing last', () => {
  const rolls = [
    { unit: 0, icon: I.CHARM, number: 0 },
    { unit: 1, icon: I.COUNTER, number: 4 },
    { unit: 2, icon: I.SAVE, number: 2 },
    { unit: 3, icon: I.COUNTER, number: 3 },
  ];
  const groups = countedIn(rolls);
  expect(groups.map(({ icon, units, sum }) => [icon, units.length, sum])).toEqual([
    [I.SAVE, 1, 2],
    [I.COUNTER, 2, 7],
    [I.CHARM, 1, 0],
  ]);
  expect(tally(groups)).toEqual({ melee: 7, missile: 0, save: 9 });
  expect(tally(groups.slice(0, 1))).toEqual({ melee: 0, missile: 0, save: 2 });
});

// What is heard while these events are shown.
function heard(...events: object[]): Sound[] {
  const sounds: Sound[] = [];
  const stage = new DragondiceStage(
    () => 'brisk',
    (sound) => sounds.push(sound),
  );
  stage.jump(frame(1, []));
  stage.feed(frame(2, events, AFTER), frame(1, []), true);
  vi.runAllTimers();
  return sounds;
}

test('an attack is heard part by part: a step for each icon that is counted, then the sums, then who falls', () => {
  expect(heard(...ATTACK)).toEqual(['move', 'rattle', 'rattle', 'count', 'count', 'land', 'hit']);
});

test('what moves is heard', () => {
  expect(heard({ case: 'regroup', value: { unit: 0, to: 3 } })).toEqual(['move']);
  expect(heard({ case: 'wings', value: { dragons: bytes(0) } })).toEqual(['move']);
});
