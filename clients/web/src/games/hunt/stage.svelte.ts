// How a hunt is shown over time: dice tumble, a skill strikes, the dragon answers, and its Fury is three throws that hurt
// all at once. No hit point changes before the dice that change it rest.
import {
  HuntPhase,
  HuntSymbol,
  HuntThrowFor,
  type HuntActivation,
  type HuntEnd,
  type HuntEvent,
  type HuntFury,
  type HuntRolled,
  type HuntThrown,
  type HuntView,
} from '../../gen/wyrmhall/v1/hunt_pb';
import type { Frame } from '../../net/timeline';
import { SequencedStage } from '../shared/sequenced_stage.svelte';
import type { Beat } from '../shared/sequencer.svelte';
import { NONE, dragonsOf, heroesOf, huntOf, throwsOf } from './scene';

// Milliseconds at the speed Brisk.
export const TIMES = {
  lead: 300,
  dice: 600,
  apart: 60,
  strike: 900,
  counter: 900,
  throw: 700,
  rest: 300,
  fury: 1000,
  hurt: 900,
  end: 900,
};

// Dice that are thrown in three throws, those that hit being set aside.
export interface Storm {
  purpose: HuntThrowFor;
  // The dragon, or the hero who rises.
  who: number;
  // The latest throw.
  dice: readonly number[];
  // What is set aside so far.
  aside: number;
  // The symbol that is set aside.
  hit: number;
  roll: string;
}

export class HuntStage extends SequencedStage {
  view = $state.raw<HuntView>(huntOf({ game: { case: undefined } } as Frame['view']));
  // What each die of the turn tumbles by, while it does.
  rolls = $state.raw<Partial<Record<number, string>>>({});
  // What an activation comes to: at first what the skill does, then what the dragon answers.
  act = $state.raw<{ report: HuntActivation; answered: boolean }>();
  storm = $state.raw<Storm>();
  // All its dice are thrown, and what they come to is shown. No part of it: a storm that changes is thrown.
  rests = $state(true);
  // Hit points that change right now, by hero and by dragon.
  heroes = $state.raw<Partial<Record<number, number>>>({});
  dragons = $state.raw<Partial<Record<number, number>>>({});
  // How the latest hunt ended, until the next one begins.
  ended = $state.raw<HuntEnd>();

  get rolling(): boolean {
    if (!this.busy) return false;
    return !this.rests || Object.keys(this.rolls).length > 0;
  }

  protected beatsOf(frame: Frame, before: Frame | undefined, mine: boolean): Beat[] {
    const told = frame.events.flatMap(({ game }) => (game.case === 'hunt' ? [game.value] : []));
    const beats = before ? told.flatMap((event, i) => this.beats(event, frame, before, i)) : [];
    const lead: Beat[] = mine || beats.length === 0 ? [] : [{ ms: TIMES.lead, do: () => this.still() }];
    return [...lead, ...beats];
  }

  private still(): void {
    this.rolls = {};
    this.act = this.storm = undefined;
    this.heroes = {};
    this.dragons = {};
  }
  protected override show(frame: Frame): void {
    this.still();
    this.view = huntOf(frame.view);
    const report = this.view.last[0]?.report;
    this.ended = report?.case === 'end' ? report.value : undefined;
    super.show(frame);
  }

  private beats({ event }: HuntEvent, frame: Frame, before: Frame, place: number): Beat[] {
    const after = huntOf(frame.view);
    const key = `${frame.version}.${place}`;
    switch (event.case) {
      case 'rolled':
        return [this.beat(TIMES.dice + TIMES.apart * event.value.slots.length, () => this.rolled(event.value, key))];
      case 'activation':
        return this.activation(event.value, after);
      case 'throw':
        return this.thrown(event.value, key);
      case 'fury':
        return [
          this.beat(TIMES.fury, () => this.fury(event.value, after)),
          ...this.special(event.value, frame, huntOf(before.view)),
        ];
      case 'poison': {
        const { hero, loss } = event.value;
        return [this.beat(TIMES.hurt, () => this.hurt({ [hero]: -loss }))];
      }
      case 'died':
        return [this.beat(TIMES.hurt, () => this.died(event.value.hero))];
      case 'slain':
        return [this.beat(TIMES.end, () => this.slain(event.value.dragon))];
      case 'end':
        return [this.beat(TIMES.end, () => this.end(event.value))];
      default:
        return [];
    }
  }
  private readonly beat = (ms: number, change: () => void): Beat => ({ ms, do: change });

  // No symbol is shown before its die rests: the dice tumble on to what they came to.
  private rolled({ hero, slots, dice }: HuntRolled, key: string): void {
    this.still();
    const same = this.view.acting === hero;
    const lie = same ? [...(this.view.dice ?? [])] : [];
    if (slots.length < lie.length) this.hear('keep');
    this.hear('rattle');
    const rolls: Partial<Record<number, string>> = {};
    slots.forEach((slot, i) => {
      lie[slot] = dice[i] ?? 0;
      rolls[slot] = `${key}.${slot}`;
    });
    this.rolls = rolls;
    this.view = { ...this.view, acting: hero, dice: Uint8Array.from(lie, (symbol) => symbol ?? 0) };
  }

  private activation(report: HuntActivation, after: HuntView): Beat[] {
    const beats = [this.beat(TIMES.strike, () => this.strike(report, after))];
    if (report.counter > 0) beats.push(this.beat(TIMES.counter, () => this.counter(report)));
    return beats;
  }

  // What the skill does: harm to the dragon, and good to heroes. What the dragon answers is held back.
  private strike(report: HuntActivation, after: HuntView): void {
    this.still();
    this.act = { report, answered: false };
    const facing = this.view.heroes[report.hero]?.facing ?? NONE;
    const before = new Map(heroesOf(this.view).map(({ index, now }) => [index, now]));
    const heroes: Partial<Record<number, number>> = {};
    const shown = { ...this.view.heroes };
    for (const { index, now } of heroesOf(after)) {
      const was = before.get(index);
      if (!was || !goesOn(after)) continue;
      const lost = index === report.hero ? report.counterDamage : 0;
      const hp = Math.min(after.progress[index]?.hpMax ?? now.hp, now.hp + lost);
      if (now.alive && hp > was.hp) heroes[index] = hp - was.hp;
      shown[index] = now.alive ? { ...now, hp: Math.max(was.hp, hp) } : { ...was, covered: now.covered };
    }
    this.heroes = heroes;
    this.view = { ...this.view, heroes: shown, used: goesOn(after) ? (after.used ?? NO_DICE) : NO_DICE };
    if (report.damage > 0 && facing >= 0) {
      this.dragons = { [facing]: -report.damage };
      this.lose(facing, report.damage);
      this.hear('hit');
    } else this.hear('beaten');
  }
  private lose(dragon: number, damage: number): void {
    const was = this.view.dragons[dragon];
    if (!was) return;
    const now = { ...was, hp: Math.max(0, was.hp - damage) };
    this.view = { ...this.view, dragons: { ...this.view.dragons, [dragon]: now } };
  }

  private counter(report: HuntActivation): void {
    this.act = { report, answered: true };
    this.dragons = {};
    this.hurt({ [report.hero]: -report.counterDamage });
  }

  // Hit points that heroes lose, all at once.
  private hurt(losses: Partial<Record<number, number>>): void {
    const heroes = { ...this.view.heroes };
    for (const [index, loss] of Object.entries(losses)) {
      const was = heroes[Number(index)];
      if (was) heroes[Number(index)] = { ...was, hp: Math.max(0, was.hp + (loss ?? 0)) };
    }
    this.view = { ...this.view, heroes };
    this.heroes = losses;
    this.hear(Object.values(losses).some((loss) => (loss ?? 0) < 0) ? 'hit' : 'beaten');
  }

  private thrown(event: HuntThrown, key: string): Beat[] {
    const { for: purpose, who } = event;
    const hit =
      purpose === HuntThrowFor.LEVEL ? (this.view.sheets[who]?.symbol ?? HuntSymbol.DRAGON) : HuntSymbol.DRAGON;
    let kept = 0;
    const throws = throwsOf(event);
    const beats = throws.map((dice, i) => {
      const storm = { purpose, who, dice, aside: kept, hit, roll: `${key}.${i}` };
      const keeps = i > 0 && countOf(throws[i - 1] ?? [], hit) > 0;
      kept += countOf(dice, hit);
      return this.beat(TIMES.throw, () => {
        if (keeps) this.hear('keep');
        this.hear('rattle');
        if (i === 0) this.still();
        this.storm = storm;
        this.rests = false;
      });
    });
    const rest = this.beat(TIMES.rest, () => (this.rests = true));
    return [...beats, rest];
  }

  // What heroes lose besides: what neither the Fury itself nor poison has taken.
  private special({ fury }: HuntFury, frame: Frame, before: HuntView): Beat[] {
    const after = huntOf(frame.view);
    const losses: Partial<Record<number, number>> = {};
    for (const [hero, lost] of goesOn(after) ? fury.flatMap(({ loss }) => Object.entries(loss)) : []) {
      const index = Number(hero);
      const poisoned = poisonOf(frame, index);
      const left = Math.max(0, (before.heroes[index]?.hp ?? 0) - lost);
      const more = left - poisoned - (after.heroes[index]?.hp ?? 0);
      if (left > 0 && more > 0) losses[index] = -more;
    }
    return Object.keys(losses).length > 0 ? [this.beat(TIMES.hurt, () => this.hurt(losses))] : [];
  }

  // The whole party at once; then what the dragon does besides.
  private fury({ fury }: HuntFury, after: HuntView): void {
    this.act = undefined;
    const losses: Partial<Record<number, number>> = {};
    for (const { loss } of fury) {
      for (const [hero, lost] of Object.entries(loss)) losses[Number(hero)] = (losses[Number(hero)] ?? 0) - lost;
    }
    this.hurt(losses);
    const dragons = { ...this.view.dragons };
    for (const { index, dragon } of dragonsOf(after)) {
      if (dragons[index] && goesOn(after)) dragons[index] = dragon;
    }
    this.view = { ...this.view, dragons };
  }

  private died(hero: number): void {
    this.hear('defeat');
    const was = this.view.heroes[hero];
    if (was) this.view = { ...this.view, heroes: { ...this.view.heroes, [hero]: { ...was, hp: 0, alive: false } } };
  }
  private slain(dragon: number): void {
    this.hear('ice');
    this.storm = undefined;
    this.lose(dragon, Infinity);
  }
  private end(end: HuntEnd): void {
    this.still();
    this.ended = end;
  }
}

const countOf = (dice: readonly number[], symbol: number): number => dice.filter((each) => each === symbol).length;
function poisonOf({ events }: Frame, hero: number): number {
  const told = events.flatMap(({ game }) => (game.case === 'hunt' ? [game.value.event] : []));
  return told.reduce((sum, one) => sum + (one.case === 'poison' && one.value.hero === hero ? one.value.loss : 0), 0);
}

const NO_DICE = new Uint8Array();
// After the last blow of a hunt heroes and dragons are those of the next.
const goesOn = ({ phase }: HuntView): boolean => phase !== HuntPhase.VILLAGE && phase !== HuntPhase.OVER;
