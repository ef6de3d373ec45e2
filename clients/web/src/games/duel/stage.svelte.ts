// How a duel is shown over time: the dice of a fight fall, its sums come together, then the verdict, then the counters.
import { clone } from '@bufbuild/protobuf';
import {
  DuelFightResult,
  DuelViewSchema,
  type DuelEvent,
  type DuelFight,
  type DuelInitiative,
  type DuelView,
} from '../../gen/wyrmhall/v1/duel_pb';
import type { Frame } from '../../net/timeline';
import type { Speed } from '../../state/settings.svelte';
import type { Sound } from '../../state/voices';
import { SequencedStage } from '../shared/sequenced_stage.svelte';
import type { Beat } from '../shared/sequencer.svelte';
import { fightDice, type FightDice } from './dice';
import { duelOf, seatOf } from './scene';

// What lies in the tray. `step` says how far it is.
export interface FightRoll {
  kind: 'fight';
  fight: DuelFight;
  dice: FightDice;
  // Names the roll, so that a replay tumbles alike.
  seed: string;
  step: FightStep;
}
export enum FightStep {
  Lead,
  Attack,
  AttackTotal,
  Defence,
  DefenceTotal,
  Verdict,
  Done,
}
export interface FirstRoll {
  kind: 'first';
  roll: DuelInitiative;
  seed: string;
  landed: boolean;
}
export interface EnemyRoll {
  kind: 'enemy';
  actor: number;
  value: number;
  seed: string;
  landed: boolean;
}
export type Roll = FightRoll | FirstRoll | EnemyRoll;

// A change of a counter, shown for a moment.
export interface Float {
  dragon: number;
  // Whose attack it was; its own where that was beaten back.
  by: number;
  health: number;
  key: string;
}

// Milliseconds at the speed Brisk.
export const TIMES = {
  lead: 350,
  pay: 120,
  attack: 560,
  stagger: 60,
  defence: 450,
  total: 180,
  verdict: 200,
  change: 330,
  harm: 900,
  wait: 450,
};

export class DuelStage extends SequencedStage {
  view = $state.raw<DuelView>(duelOf({ game: { case: undefined } } as Frame['view']));
  roll = $state.raw<Roll>();
  float = $state.raw<Float>();

  constructor(
    private readonly seat: number,
    speed: () => Speed,
    hear?: (sound: Sound) => void,
  ) {
    super(speed, hear);
  }

  get rolling(): boolean {
    const { roll } = this;
    if (!this.busy || !roll) return false;
    return roll.kind === 'fight' ? roll.step >= FightStep.Attack && roll.step < FightStep.Verdict : !roll.landed;
  }

  override jump(frame: Frame): void {
    super.jump(frame);
    this.roll = lastRoll(frame, this.view);
    this.float = undefined;
  }

  protected beatsOf(frame: Frame, before: Frame | undefined, mine: boolean): Beat[] {
    const told = before ? duelOf(before.view) : duelOf(frame.view);
    const after = duelOf(frame.view);
    const beats: Beat[] = [];
    if (!before) beats.push({ ms: 0, do: () => this.show(frame) });
    frame.events.forEach((event, i) => {
      if (event.game.case !== 'duel') return;
      const seed = `${frame.version}.${i}`;
      beats.push(...this.beats(event.game.value, seed, mine && i === 0, told, after));
    });
    return beats;
  }

  protected override show(frame: Frame): void {
    if (this.busy) this.float = undefined;
    this.view = duelOf(frame.view);
    super.show(frame);
  }

  private beats(event: DuelEvent, seed: string, mine: boolean, before: DuelView, after: DuelView): Beat[] {
    const what = event.event;
    switch (what.case) {
      case 'fight':
        return this.fight(what.value, seed, mine, { ...after, energy: before.energy });
      case 'initiative': {
        const roll: FirstRoll = { kind: 'first', roll: what.value, seed, landed: false };
        return this.tumble(roll, TIMES.attack + TIMES.stagger * what.value.values.length, TIMES.change * 2);
      }
      case 'd4': {
        const roll: EnemyRoll = { kind: 'enemy', actor: what.value.actor, value: what.value.roll, seed, landed: false };
        return this.tumble(roll, TIMES.attack, TIMES.lead);
      }
      case 'wait':
        return [
          {
            ms: mine ? 0 : TIMES.wait,
            do: () => {
              this.change(what.value.actor, 0, what.value.energy);
              this.hear('energy');
            },
          },
        ];
      case 'chosen':
        return [
          {
            ms: TIMES.lead,
            do: () => {
              this.view = after;
              this.hear('move');
            },
          },
        ];
      default:
        return [];
    }
  }

  // Dice that do nothing but show a number: they roll, and they lie.
  private tumble(roll: FirstRoll | EnemyRoll, rolling: number, lying: number): Beat[] {
    const at = (landed: boolean, ms: number): Beat => ({
      ms,
      do: () => {
        this.roll = { ...roll, landed };
        this.hear(landed ? 'land' : 'rattle');
      },
    });
    return [at(false, rolling), at(true, lying)];
  }

  private fight(fight: DuelFight, seed: string, mine: boolean, view: DuelView): Beat[] {
    const dice = fightDice(view, fight.actor, fight.act);
    const roll: FightRoll = { kind: 'fight', fight, dice, seed, step: FightStep.Lead };
    const at = (step: FightStep, ms: number, sound?: Sound): Beat => ({
      ms,
      do: () => {
        this.roll = { ...roll, step };
        if (sound) this.hear(sound);
      },
    });
    const tumbling = TIMES.attack + TIMES.stagger * (fight.dice.length - 2);
    return [
      at(FightStep.Lead, mine ? 0 : TIMES.lead),
      {
        ms: TIMES.pay,
        do: () => {
          this.change(fight.actor, 0, fight.attackMultiplier);
          this.hear('energy');
        },
      },
      at(FightStep.Attack, tumbling, 'rattle'),
      at(FightStep.AttackTotal, TIMES.total, 'land'),
      at(FightStep.Defence, TIMES.defence),
      at(FightStep.DefenceTotal, TIMES.total, 'land'),
      at(FightStep.Verdict, TIMES.verdict, fight.result === DuelFightResult.HIT ? 'hit' : 'beaten'),
      {
        ms: fight.damage > 0 || fight.healthLost > 0 ? TIMES.harm : TIMES.change,
        do: () => {
          this.roll = { ...roll, step: FightStep.Done };
          this.consequences(fight, seed);
        },
      },
    ];
  }

  private consequences(fight: DuelFight, seed: string): void {
    if (fight.result === DuelFightResult.HIT) this.change(fight.target, -fight.damage);
    if (fight.result === DuelFightResult.BEATEN) {
      const left = (this.view.energy[fight.actor] ?? 0) - fight.energyLost;
      this.change(fight.actor, -fight.healthLost, Math.max(1, left));
    }
    const [dragon, health] =
      fight.result === DuelFightResult.HIT ? [fight.target, -fight.damage] : [fight.actor, -fight.healthLost];
    if (health === 0) return;
    this.float = { dragon, by: fight.actor, health, key: seed };
    // Where nothing is waited for it stands by itself for as long as one needs to read it.
    if (!this.busy) setTimeout(() => this.float?.key === seed && (this.float = undefined), TIMES.harm);
  }

  // Counters that are shown before the whole view follows.
  private change(dragon: number, health: number, energy?: number): void {
    const view = clone(DuelViewSchema, this.view);
    view.health[dragon] = Math.max(0, (view.health[dragon] ?? 0) + health);
    if (energy !== undefined) view.energy[dragon] = energy;
    this.view = view;
  }

  // Whether a dragon is this player's.
  mine(dragon: number): boolean {
    return this.seat >= 0 && seatOf(this.view, dragon) === this.seat;
  }
}

// The last roll of a frame, at rest: dice never vanish.
function lastRoll(frame: Frame, view: DuelView): Roll | undefined {
  for (const [i, { game }] of [...frame.events.entries()].reverse()) {
    if (game.case !== 'duel') continue;
    const what = game.value.event;
    const seed = `${frame.version}.${i}`;
    if (what.case === 'initiative') return { kind: 'first', roll: what.value, seed, landed: true };
    if (what.case !== 'fight') continue;
    const dice = fightDice(view, what.value.actor, what.value.act);
    return { kind: 'fight', fight: what.value, dice, seed, step: FightStep.Done };
  }
  return undefined;
}
