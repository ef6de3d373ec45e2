import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DuelAct, DuelFightResult, DuelFightSchema, DuelMode } from '../../gen/wyrmhall/v1/duel_pb';
import { GameEventSchema, GameViewSchema } from '../../gen/wyrmhall/v1/game_pb';
import type { Frame } from '../../net/timeline';
import type { Speed } from '../../state/settings.svelte';
import type { Sound } from '../../state/voices';
import { DuelStage, FightStep, TIMES } from './stage.svelte';
import { attackSum, defenceSum } from './words';
import { aFrame } from '../../testing/frame';

// A tail whip that hits: two dice, one against them.
const DICE = [4, 7, 5];
const view = (health: number, energy: number) =>
  create(GameViewSchema, {
    game: {
      case: 'duel',
      value: {
        mode: DuelMode.DUEL,
        dragons: {
          0: { side: 0, seat: 0, dragon: 1, tailWhipDice: Uint8Array.of(8, 10, 10) },
          1: { side: 1, seat: 1, dragon: 7 },
        },
        health: { 0: 20, 1: health },
        energy: { 0: energy, 1: 1 },
      },
    },
  });
const frame = (version: number, health: number, energy: number, fights: boolean): Frame =>
  aFrame(version, view(health, energy), {
    events: fights
      ? [
          create(GameEventSchema, {
            game: {
              case: 'duel',
              value: {
                event: {
                  case: 'fight',
                  value: {
                    actor: 0,
                    target: 1,
                    act: DuelAct.TAIL_WHIP,
                    dice: DICE,
                    attack: 22,
                    attackMultiplier: 2,
                    defence: 5,
                    defenceMultiplier: 1,
                    result: DuelFightResult.HIT,
                    damage: 17,
                  },
                },
              },
            },
          }),
        ]
      : [],
  });

const before = frame(1, 20, 4, false);
const after = frame(2, 3, 2, true);
function fought(speed: Speed): DuelStage {
  const stage = new DuelStage(0, () => speed);
  stage.jump(before);
  stage.feed(after, before, true);
  return stage;
}
const step = (stage: DuelStage) => (stage.roll?.kind === 'fight' ? stage.roll.step : -1);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('no number that follows from a die is shown before that die rests, and a fight is decided in 2.1 seconds', () => {
  const stage = fought('brisk');
  const reached: Partial<Record<FightStep, number>> = {};
  let at = 0;
  for (; stage.busy && at < 5000; at++) {
    reached[step(stage) as FightStep] ??= at;
    if (step(stage) < FightStep.Done) expect(stage.view.health[1]).toBe(20);
    vi.advanceTimersByTime(1);
  }
  const { Attack, AttackTotal, Defence, DefenceTotal, Verdict, Done } = FightStep;
  expect(reached[AttackTotal]! - reached[Attack]!).toBeGreaterThanOrEqual(TIMES.attack + TIMES.stagger);
  expect(reached[DefenceTotal]! - reached[Defence]!).toBeGreaterThanOrEqual(TIMES.defence);
  expect(reached[Verdict]!).toBeLessThan(reached[Done]!);
  expect(reached[Done]!).toBeLessThanOrEqual(2100 - TIMES.change);
  // What it cost stands for as long as one needs to read it.
  expect(at - reached[Done]!).toBeGreaterThanOrEqual(TIMES.harm);
  expect(stage.view.health[1]).toBe(3);
  expect(stage.float).toBeUndefined();
});

test('the price is paid before the dice fall', () => {
  const stage = fought('brisk');
  while (step(stage) < FightStep.Attack) vi.advanceTimersByTime(1);
  expect(stage.view.energy[0]).toBe(2);
});

test('a press ends the roll at once, and at the speed «instant» nothing is waited for: the same facts', () => {
  const skipped = fought('calm');
  vi.advanceTimersByTime(200);
  expect(skipped.busy).toBe(true);
  skipped.finish();
  const instant = fought('instant');
  for (const stage of [skipped, instant]) {
    expect(stage.busy).toBe(false);
    expect(step(stage)).toBe(FightStep.Done);
    expect(stage.view.health[1]).toBe(3);
    expect(stage.version).toBe(2);
  }
  // What was skipped is gone; what nobody has waited for can be read, and is gone then.
  expect(skipped.float).toBeUndefined();
  expect(instant.float?.health).toBe(-17);
  vi.advanceTimersByTime(TIMES.harm);
  expect(instant.float).toBeUndefined();
});

test("Talon's claw adds 2 after multiplying (D-53): 2 × 1 + 2, not 2 × 2", () => {
  const claw = { act: DuelAct.CLAW, dice: [2, 3], attackMultiplier: 1, attackBonus: 2, defenceMultiplier: 4 };
  const fight = create(DuelFightSchema, { ...claw, attack: 4, defence: 12 });
  expect(attackSum(fight)).toBe('2 × 1 + 2 =');
  expect(defenceSum(fight)).toBe('3 × 4 =');
});

// What is heard from one frame to the next, all of it.
function heard(event: object): Sound[] {
  const sounds: Sound[] = [];
  const stage = new DuelStage(
    0,
    () => 'brisk',
    (sound) => sounds.push(sound),
  );
  stage.jump(before);
  const told = create(GameEventSchema, { game: { case: 'duel', value: { event: event as never } } });
  stage.feed({ ...after, events: [told] }, before, false);
  vi.runAllTimers();
  return sounds;
}

test('the first roll, an enemy’s die, a dragon that is chosen and energy that comes back are heard as a fight is', () => {
  expect(heard({ case: 'initiative', value: { values: [3, 5] } })).toEqual(['rattle', 'land']);
  expect(heard({ case: 'd4', value: { actor: 1, roll: 2 } })).toEqual(['rattle', 'land']);
  expect(heard({ case: 'chosen', value: {} })).toEqual(['move']);
  expect(heard({ case: 'wait', value: { actor: 0, energy: 5 } })).toEqual(['energy']);
  const fight = after.events[0]!.game.value!.event as object;
  expect(heard(fight)).toEqual(['energy', 'rattle', 'land', 'land', 'hit']);
});
