// A match as the server has shown it so far, version by version: the view with all diffs merged, and what happened in
// each step. No rules.
import { create, fromBinary, mergeFromBinary, toBinary } from '@bufbuild/protobuf';
import { GameViewSchema, type Choices, type GameEvent, type GameView, type Outcome } from '../gen/wyrmhall/v1/game_pb';
import type { MatchUpdate, SeatOut } from '../gen/wyrmhall/v1/match_pb';
import { spelledOut } from './spelled_out';

// How the match stood at one version, and what led to it.
export interface Frame {
  version: number;
  view: GameView;
  events: GameEvent[];
  seatOut: SeatOut | undefined;
  // One bit a seat.
  waitingOn: number;
  outcome: Outcome | undefined;
  // Whether the step before this one is missing, so that `events` are not all that happened.
  afterGap: boolean;
}

// How a message fits what was shown before.
export type Fit = 'new' | 'repeated' | 'gap' | 'older';

export class Timeline {
  private kept: Frame[] = [];
  choices: Choices | undefined;
  serverSeed: Uint8Array | undefined;
  // Milliseconds since 1970 at which the seats waited on run out of time.
  deadline: number | undefined;

  get frames(): readonly Frame[] {
    return this.kept;
  }

  get last(): Frame | undefined {
    return this.kept.at(-1);
  }

  // Whether the frames go back to the very beginning.
  get complete(): boolean {
    return this.kept[0]?.version === 0 && this.kept.every((frame, i) => frame.version === i);
  }

  // A step. As the answer to a command, or on opening, it may be one that was seen already.
  take(update: MatchUpdate, mayRepeat: boolean): Fit {
    const version = Number(update.version);
    const before = this.last;
    if (before && version < before.version) return mayRepeat ? 'repeated' : 'older';
    if (before && version === before.version) {
      if (!update.snapshot) return 'repeated';
      this.takeStanding(update);
      return 'repeated';
    }
    if (!update.snapshot && version !== (before?.version ?? -1) + 1) return 'gap';
    this.kept = [...this.kept, frameOf(update, before)];
    this.takeStanding(update);
    return 'new';
  }

  // The story from the start up to a version that is known already, or further: it replaces what was guessed from
  // snapshots. What is asked now stays as it is.
  tell(updates: MatchUpdate[]): void {
    const told: Frame[] = [];
    for (const update of updates) told.push(frameOf(update, told.at(-1)));
    const end = told.at(-1)?.version ?? -1;
    this.kept = [...told, ...this.kept.filter((frame) => frame.version > end)];
  }

  private takeStanding(update: MatchUpdate): void {
    // Set exactly when this seat is asked something.
    this.choices = update.choices && spelledOut(update.choices);
    this.deadline = update.deadlineUs === undefined ? undefined : Number(update.deadlineUs / 1000n);
    if (update.serverSeed.length > 0) this.serverSeed = update.serverSeed;
  }
}

// Protobuf's own `clone` would bring its whole reflection into the first script.
const copyOf = (view: GameView): GameView => fromBinary(GameViewSchema, toBinary(GameViewSchema, view));

function frameOf(update: MatchUpdate, before: Frame | undefined): Frame {
  let view: GameView;
  if (update.snapshot) {
    view = update.snapshot;
  } else {
    view = before ? copyOf(before.view) : create(GameViewSchema);
    if (update.diff) mergeFromBinary(GameViewSchema, view, toBinary(GameViewSchema, update.diff));
  }
  const version = Number(update.version);
  return {
    version,
    view,
    events: update.events,
    seatOut: update.seatOut,
    waitingOn: update.waitingOn ?? before?.waitingOn ?? 0,
    outcome: update.outcome,
    afterGap: version > 0 && before?.version !== version - 1,
  };
}
