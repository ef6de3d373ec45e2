// How the arena is shown over time: one dragon after the other moves, changes or goes.
import type { ArenaAttacked, ArenaDuelResult, ArenaEvent, ArenaView } from '../../gen/wyrmhall/v1/arena_pb';
import type { Frame } from '../../net/timeline';
import type { Sound } from '../../state/voices';
import { SequencedStage } from '../shared/sequenced_stage.svelte';
import type { Beat } from '../shared/sequencer.svelte';
import { SQUARES, arenaOf, dieOn } from './scene';

// A dragon that keeps its identity while it moves.
export interface Token {
  id: number;
  square: number;
  species: number;
  power: number;
  field: boolean;
  // It has come from this square to take the dragon where it is now, and has not done so yet.
  takesFrom?: number;
  // It strikes now; or it is taken, or killed by the other species' power.
  strikes?: boolean;
  falls?: boolean;
  // What it loses just now, below zero.
  change?: number;
}

// Two hands that were committed, on the table.
export interface Reveal {
  // Powers of FIRE, then of ICE.
  hands: [number[], number[]];
  // The lids are up.
  open: boolean;
  // Whether lots had to be drawn.
  lots: boolean;
  // Who starts, once that is told.
  starter: number | undefined;
}

const TIMES = {
  lead: 250,
  move: 480,
  fall: 700,
  change: 420,
  place: 260,
  lids: 700,
  fan: 1300,
  starter: 1700,
  count: 80,
  end: 1600,
};

export class ArenaStage extends SequencedStage {
  tokens = $state.raw<Token[]>([]);
  view = $state.raw<ArenaView>(arenaOf({ game: { case: undefined } } as Frame['view']));
  // The squares of the last thing that happened.
  marks = $state.raw<number[]>([]);
  // How the last duel ended, until the next goes on.
  result = $state.raw<ArenaDuelResult>();
  reveal = $state.raw<Reveal>();
  // At the end of a duel: the dragons that are counted already, by their ids.
  counted = $state.raw<number[]>();
  // It has no dice that are rolled before all eyes.
  readonly rolling = false;
  private nextId = 1;

  override jump(frame: Frame): void {
    this.finish();
    this.result = this.reveal = undefined;
    this.marks = [];
    for (const { game } of frame.events) if (game.case === 'arena') this.mark(game.value);
    this.show(frame);
  }

  protected beatsOf(frame: Frame, before: Frame | undefined, mine: boolean): Beat[] {
    const events = frame.events.flatMap(({ game }) => (game.case === 'arena' ? [game.value] : []));
    const revealed = events.some(({ event }) => event.case === 'revealed');
    return events.flatMap((event) => this.beats(event, mine, before, revealed));
  }

  // What a species has on the board, as it is shown just now.
  standing(species: number): { points: number; dragons: number } {
    const own = this.tokens.filter((token) => token.species === species && !token.falls);
    return { points: own.reduce((sum, { power }) => sum + power, 0), dragons: own.length };
  }

  // Takes over a whole view; dragons that stand where they stood stay who they are.
  protected override show(frame: Frame): void {
    const view = arenaOf(frame.view);
    this.tokens = SQUARES.flatMap((square) => {
      const die = dieOn(view, square);
      if (!die) return [];
      const species = die.species ?? 0;
      const known = this.tokens.find((token) => token.square === square && token.species === species);
      return [{ id: known?.id ?? this.nextId++, square, species, power: die.power ?? 0, field: die.field ?? false }];
    });
    this.reveal = this.counted = undefined;
    this.view = view;
    super.show(frame);
  }

  private mark({ event }: ArenaEvent): void {
    if (event.case === 'attacked') this.marks = [event.value.from, event.value.to];
    else if (event.case === 'modified' || event.case === 'placed') this.marks = [event.value.square];
    else if (event.case === 'triggered') this.marks = [event.value.target, event.value.to ?? event.value.target];
    else if (event.case === 'duel') this.result = event.value;
  }

  private beats(event: ArenaEvent, mine: boolean, before: Frame | undefined, revealed: boolean): Beat[] {
    const what = event.event;
    const lead: Beat[] = mine ? [] : [{ ms: TIMES.lead, do: () => (this.result = undefined) }];
    const told = (ms: number, change: () => void): Beat[] => [
      ...lead,
      {
        ms,
        do: () => {
          this.mark(event);
          this.hear(soundOf(what));
          change();
        },
      },
    ];
    switch (what.case) {
      case 'attacked':
        return [...told(TIMES.move, () => this.comes(what.value)), ...this.takes(what.value)];
      case 'modified':
        return told(TIMES.change, () => this.changed(what.value.square, what.value.power, true));
      case 'triggered':
        if (what.value.power === 0)
          return [...told(TIMES.fall, () => this.falls(what.value.target)), this.gone(what.value.target)];
        return told(TIMES.move, () => {
          this.changed(what.value.target, what.value.power, false);
          this.weakened(what.value.target, what.value.power - what.value.before);
          if (what.value.to !== undefined) this.moved(what.value.target, what.value.to, what.value.power);
        });
      case 'placed':
        return told(TIMES.place, () => {
          const { square, species, power } = what.value;
          this.tokens = [...this.tokens, { id: this.nextId++, square, species, power, field: false }];
        });
      case 'revealed':
        return this.lift({
          hands: [[...what.value.fire], [...what.value.ice]],
          open: false,
          lots: false,
          starter: undefined,
        });
      case 'lots':
        return [{ ms: 0, do: () => this.drawn() }];
      case 'starter':
        return before ? [{ ms: revealed ? TIMES.starter : TIMES.lead, do: () => this.starts(what.value.species) }] : [];
      case 'duel':
        return this.counting(event, what.value);
      default:
        return [];
    }
  }

  // Each that is left counts into its side's sum, then it is said who has won.
  private counting(event: ArenaEvent, { left }: ArenaDuelResult): Beat[] {
    const one = (n: number): Beat => ({
      ms: n === 0 ? TIMES.lead : TIMES.count,
      do: () => {
        this.counted = this.tokens.slice(0, n).map(({ id }) => id);
        if (n > 0) this.hear('count');
      },
    });
    const end: Beat = { ms: TIMES.end, do: () => this.mark(event) };
    const dragons = left.reduce((a, b) => a + b, 0);
    return [...Array.from({ length: dragons + 1 }, (_, n) => one(n)), end];
  }
  // Both lids close, then they lift at once.
  private lift(reveal: Reveal): Beat[] {
    const shown = (open: boolean, ms: number): Beat => ({
      ms,
      do: () => {
        this.reveal = { ...reveal, open };
        this.hear(open ? 'land' : 'commit');
      },
    });
    return [shown(false, TIMES.lids), shown(true, TIMES.fan)];
  }
  private drawn(): void {
    this.hear('rattle');
    if (this.reveal) this.reveal = { ...this.reveal, lots: true };
  }
  private starts(species: number): void {
    this.hear('land');
    if (this.reveal) this.reveal = { ...this.reveal, starter: species };
  }

  // A dragon that takes another comes with the power that it had, the other falls, and only then does the power change.
  private comes({ from, to }: ArenaAttacked): void {
    this.tokens = this.tokens.map((token) =>
      token.square === from ? { ...token, square: to, takesFrom: from } : token,
    );
  }
  private takes({ to, targetPower }: ArenaAttacked): Beat[] {
    const here = (change: (token: Token) => Token[]): void => {
      this.tokens = this.tokens.flatMap((token) => (token.square === to ? change(token) : [token]));
    };
    return [
      {
        ms: TIMES.fall,
        do: () => here((token) => [token.takesFrom === undefined ? fallen(token) : { ...token, strikes: true }]),
      },
      {
        ms: TIMES.change,
        do: () => {
          this.hear('count');
          here(({ takesFrom, ...token }) =>
            takesFrom === undefined ? [] : [{ ...token, power: targetPower, field: false, strikes: false }],
          );
        },
      },
    ];
  }
  private moved(from: number, to: number, power: number): void {
    this.tokens = this.tokens
      .filter((token) => token.square !== to)
      .map((token) => (token.square === from ? { ...token, square: to, power, field: false } : token));
  }
  private changed(square: number, power: number, field: boolean): void {
    this.tokens = this.tokens.map((token) => (token.square === square ? { ...token, power, field } : token));
  }
  private weakened(square: number, change: number): void {
    this.tokens = this.tokens.map((token) => (token.square === square && change < 0 ? { ...token, change } : token));
  }
  private falls(square: number): void {
    this.tokens = this.tokens.map((token) => (token.square === square ? fallen(token) : token));
  }
  private gone(square: number): Beat {
    return { ms: 0, do: () => (this.tokens = this.tokens.filter((token) => token.square !== square)) };
  }
}

const fallen = (token: Token): Token => ({ ...token, falls: true, change: -token.power });

function soundOf(what: ArenaEvent['event']): Sound {
  if (what.case === 'attacked') return 'hit';
  if (what.case === 'modified') return 'count';
  return what.case === 'triggered' && what.value.species === 1 ? 'ice' : 'move';
}
