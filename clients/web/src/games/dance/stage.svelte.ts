// How the dance is shown over time: what both chose lies face down, is turned at once, the columns that are read light up,
// damage flies, and the two come nearer or part.
import type { DanceEvent, DanceExchange, DanceView } from '../../gen/wyrmhall/v1/dance_pb';
import { DancePhase } from '../../gen/wyrmhall/v1/dance_pb';
import type { Frame } from '../../net/timeline';
import { SequencedStage } from '../shared/sequenced_stage.svelte';
import type { Beat } from '../shared/sequencer.svelte';
import { danceOf, hasFollowUp } from './scene';

// How far the reveal of an exchange has come; each step keeps what the ones before it show.
export enum Step {
  Sealed,
  Turned,
  Read,
  Harm,
  Moved,
}

export interface Reveal {
  exchange: DanceExchange;
  step: Step;
  // The knight's second hit alone: the rest has been shown already.
  second: boolean;
}

// Milliseconds at the speed Brisk. All together they stay below what the sequencer plays faster.
export const TIMES = {
  lead: 300,
  sealed: 200,
  turn: 300,
  turned: 300,
  read: 450,
  harm: 900,
  moved: 420,
  dice: 600,
};

export class DanceStage extends SequencedStage {
  view = $state.raw<DanceView>(danceOf({ game: { case: undefined } } as Frame['view']));
  reveal = $state.raw<Reveal>();
  // What each seat's dice tumble by, while they do.
  rolls = $state.raw<Partial<Record<number, string>>>({});

  get rolling(): boolean {
    return this.busy && Object.keys(this.rolls).length > 0;
  }

  protected beatsOf(frame: Frame, before: Frame | undefined, mine: boolean): Beat[] {
    const told = frame.events.flatMap(({ game }) => (game.case === 'dance' ? [game.value] : []));
    // The report of an exchange comes when it is complete; what was rolled after it is shown after it.
    const isRoll = ({ event }: DanceEvent): boolean => event.case === 'rolled';
    return [...told.filter((event) => !isRoll(event)), ...told.filter(isRoll)].flatMap((event) =>
      this.beats(event, frame, before, mine),
    );
  }

  protected override show(frame: Frame): void {
    this.view = danceOf(frame.view);
    this.reveal = undefined;
    this.rolls = {};
    super.show(frame);
  }

  private beats({ event }: DanceEvent, frame: Frame, before: Frame | undefined, mine: boolean): Beat[] {
    switch (event.case) {
      case 'committed':
        return [
          { ms: mine ? 0 : TIMES.lead, do: () => undefined },
          { ms: TIMES.sealed, do: () => this.sealed(event.value.seat) },
        ];
      case 'die':
        return [{ ms: TIMES.turn + TIMES.turned, do: () => this.opened(frame) }];
      case 'last':
        return before ? this.exchange(event.value, frame, before) : [];
      case 'rolled':
        return before ? [{ ms: TIMES.dice, do: () => this.rolled(event.value.seat, event.value.dice, frame) }] : [];
      default:
        return [];
    }
  }

  private sealed(seat: number): void {
    this.hear('commit');
    const choices = { ...this.view.choices };
    const choice = choices[seat];
    if (choice) choices[seat] = { ...choice, committed: true };
    this.view = { ...this.view, choices };
  }

  // Both dice, at once.
  private opened(frame: Frame): void {
    this.hear('land');
    const { choices, phase } = danceOf(frame.view);
    this.view = phase === DancePhase.CARD ? { ...this.view, choices, phase } : this.view;
  }

  private exchange(exchange: DanceExchange, frame: Frame, before: Frame): Beat[] {
    const after = danceOf(frame.view);
    const was = danceOf(before.view);
    const second = was.phase === DancePhase.COMBO;
    // The report of a round is told once more when it is complete: all of it has been shown.
    if (second && !hasFollowUp(exchange)) return [];
    const to = (step: Step): void => {
      this.reveal = { exchange, step, second };
    };
    const struck = second ? [0, exchange.comboDamage ?? 0] : [...(exchange.damage ?? [])];
    const beats: Beat[] = second
      ? [{ ms: TIMES.lead, do: () => to(Step.Turned) }]
      : [
          { ms: TIMES.sealed, do: () => to(Step.Sealed) },
          {
            ms: TIMES.turn + TIMES.turned,
            do: () => {
              this.hear('land');
              to(Step.Turned);
            },
          },
        ];
    beats.push(
      {
        ms: TIMES.read,
        do: () => {
          this.hear('count');
          to(Step.Read);
        },
      },
      {
        ms: TIMES.harm,
        do: () => {
          this.hear(struck.some((damage) => damage > 0) ? 'hit' : 'beaten');
          this.view = { ...this.view, life: after.life };
          to(Step.Harm);
        },
      },
    );
    if (exchange.rangeFrom !== exchange.rangeTo && !second) {
      beats.push({
        ms: TIMES.moved,
        do: () => {
          this.hear('move');
          if (exchange.rangeTo !== undefined) this.view = { ...this.view, range: exchange.rangeTo };
          to(Step.Moved);
        },
      });
    }
    return beats;
  }

  // No number is shown before its die rests: the dice tumble on to what they came to.
  private rolled(seat: number, dice: Uint8Array, frame: Frame): void {
    this.hear('rattle');
    const after = danceOf(frame.view);
    this.rolls = { ...this.rolls, [seat]: `${frame.version}.${seat}` };
    this.view = {
      ...this.view,
      dice: { ...this.view.dice, [seat]: dice },
      spent: { ...this.view.spent, ...(after.spent[seat] ? { [seat]: after.spent[seat] } : {}) },
    };
  }
}
