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
  // The one before it that is known.
  before: Frame | undefined;
  // Whether the step before this one is missing, so that `events` are not all that happened.
  afterGap: boolean;
  // By seat the version after its last decision; nothing where it has not decided yet.
  decided: readonly (number | undefined)[];
}

// Frames lie in the order of their versions: how many go up to one.
function countUntil(frames: readonly Frame[], version: number): number {
  let [least, most] = [0, frames.length];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (frames[middle].version <= version) least = middle + 1;
    else most = middle;
  }
  return least;
}

// The last that is no later than a version.
export const frameAt = (frames: readonly Frame[], version: number): Frame | undefined =>
  frames[countUntil(frames, version) - 1];

// Those after a version, and up to another one.
export const framesBetween = (frames: readonly Frame[], after: number, until = Infinity): readonly Frame[] =>
  frames.slice(countUntil(frames, after), countUntil(frames, until));

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
  tell(story: readonly Frame[]): void {
    const told = [...story];
    let before = told.at(-1);
    for (const { version, ...frame } of framesBetween(this.kept, before?.version ?? -1)) {
      before = { ...frame, version, ...following(version, before) };
      told.push(before);
    }
    this.kept = told;
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

export function frameOf(update: MatchUpdate, before: Frame | undefined): Frame {
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
    ...following(version, before),
  };
}

// The parts of a frame that follow from the one before it.
function following(version: number, before: Frame | undefined): Pick<Frame, 'before' | 'afterGap' | 'decided'> {
  const decided = [...(before?.decided ?? [])];
  const asked = before?.waitingOn ?? 0;
  for (let seat = 0; asked >> seat > 0; seat++) if (wasAsked(asked, seat)) decided[seat] = version;
  return { before, afterGap: version > 0 && before?.version !== version - 1, decided };
}

export const wasAsked = (waitingOn: number, seat: number): boolean => seat >= 0 && ((waitingOn >> seat) & 1) === 1;
