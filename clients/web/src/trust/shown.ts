// What somebody was shown of a match while it was played, kept to be compared with its record when it is over
// (docs/dice.md).
import type { Outcome } from '../gen/wyrmhall/v1/game_pb';
import type { MatchUpdate } from '../gen/wyrmhall/v1/match_pb';
import { facesOf } from './shown_faces';

// The dice of one step: of what was rolled before the first decision in version 0, of move v - 1 in version v.
export interface ShownStep {
  version: number;
  faces: number[];
}

// A decision of this page that the server has acknowledged.
export interface ShownAct {
  // The id of its command.
  id: bigint;
  // The version that it answered.
  answers: number;
  // The version that it led to; absent where the server did not say it.
  ledTo?: number;
  // What it said, and the code that confirms that, as the record writes them; absent where it was not confirmed.
  decision?: string;
  confirmation?: string;
}

export interface ShownEnd {
  // How many moves it had.
  version: number;
  outcome: Outcome;
}

// Steps and ends beyond these are not kept, and so not compared: only a server that lies comes to more.
const MOST_STEPS = 100_000;
const MOST_ENDS = 16;

export class ShownMatch {
  private readonly bySight = new Map<string, ShownStep>();
  private readonly endings = new Map<string, ShownEnd>();
  readonly acts: ShownAct[] = [];

  // What an update shows happening. A snapshot skips steps, and nothing is known of their dice.
  step(update: MatchUpdate): void {
    const version = Number(update.version);
    if (update.outcome) this.end({ version, outcome: update.outcome });
    if (update.snapshot && version > 0) return;
    const faces = update.events.flatMap(facesOf);
    if (faces.length > 0 && this.bySight.size < MOST_STEPS) {
      this.bySight.set(`${version}: ${faces.join()}`, { version, faces });
    }
  }

  acted(act: ShownAct): void {
    this.acts.push(act);
  }

  // One that was shown in two ways stands here twice.
  get steps(): ShownStep[] {
    return [...this.bySight.values()];
  }
  get ends(): ShownEnd[] {
    return [...this.endings.values()];
  }

  private end(shown: ShownEnd): void {
    const { winners, places, reason } = shown.outcome;
    const sight = JSON.stringify([shown.version, winners, places, reason]);
    if (this.endings.size < MOST_ENDS) this.endings.set(sight, shown);
  }
}
