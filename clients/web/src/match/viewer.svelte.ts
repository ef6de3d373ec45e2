// What one page shows of a match: the live board as the stage tells it, or a moment of the replay.
import type { GameModule, Scene, Stage } from '../games/module';
import type { Frame } from '../net/timeline';
import type { MatchPlay } from '../state/match.svelte';

// Steps come one by one. If this many come at once, they were missed while offline or asleep: the board shows the match
// as it is now, and what happened can be shown again.
const AT_ONCE = 3;

export class MatchViewer {
  readonly stage: Stage;
  // The moment of the replay; absent while the match is shown live.
  moment = $state<number>();
  private fed = -1;
  private told = false;

  constructor(
    readonly play: MatchPlay,
    readonly game: GameModule,
  ) {
    this.stage = game.makeStage(play.seat);
  }

  get frames(): readonly Frame[] {
    return this.play.frames;
  }

  // The frame that the board shows.
  get shown(): Frame | undefined {
    const version = this.moment ?? this.stage.version;
    return this.frames.findLast((frame) => frame.version <= version) ?? this.frames[0];
  }

  get scene(): Scene | undefined {
    const frame = this.shown;
    const { info, seat } = this.play;
    return frame && info && { view: frame.view, info, seat, waitingOn: frame.waitingOn, story: this.frames };
  }

  get live(): boolean {
    return this.moment === undefined;
  }

  // Everything that has happened is shown.
  get caughtUp(): boolean {
    return this.live && !this.stage.busy && this.stage.version >= (this.play.last?.version ?? -1);
  }

  // Version of the match after this player's last decision; -1 for none.
  get lastDecision(): number {
    const { seat } = this.play;
    if (seat < 0) return -1;
    const last = this.shown?.version ?? 0;
    for (let i = this.frames.length - 1; i > 0; i--) {
      if (this.frames[i].version <= last && asked(this.frames[i - 1], seat)) return this.frames[i].version;
    }
    return -1;
  }

  // The frames were replaced or went on.
  follow(): void {
    const last = this.play.last;
    if (!last || this.moment !== undefined) return;
    const first = this.fed < 0;
    const fresh = this.frames.filter((frame) => frame.version > this.fed);
    // Once the story is there, the last roll can lie in the tray.
    const filled = !this.told && this.play.complete;
    this.told ||= this.play.complete;
    const away = fresh.length > AT_ONCE;
    if (first || away || (filled && fresh.length === 0 && !this.stage.busy)) {
      this.stage.jump(last);
    } else {
      for (const frame of fresh) this.feed(frame);
    }
    this.fed = last.version;
  }

  private feed(frame: Frame): void {
    const before = this.frames.findLast((other) => other.version < frame.version);
    this.stage.feed(frame, before, before !== undefined && this.play.seat >= 0 && asked(before, this.play.seat));
  }

  // --- Looking back ---

  // Shows what came after this player's last decision once more.
  again(): void {
    const from = this.lastDecision;
    const start = this.frames.find((frame) => frame.version === Math.max(0, from - 1));
    if (!start || this.moment !== undefined) return;
    this.stage.jump(start);
    for (const frame of this.frames) if (frame.version > start.version) this.feed(frame);
  }

  // Goes to a moment; one step onward is played, anything else is shown at once. Absent: back to now.
  goTo(version: number | undefined): void {
    const before = this.moment;
    this.moment = version;
    if (version === undefined) {
      const last = this.play.last;
      if (last) {
        this.stage.jump(last);
        this.fed = last.version;
      }
      return;
    }
    const frame = this.frames.find((other) => other.version === version);
    if (!frame) return;
    this.stage.finish();
    if (before !== undefined && version === before + 1) this.feed(frame);
    else this.stage.jump(frame);
  }
}

const asked = (frame: Frame, seat: number): boolean => ((frame.waitingOn >> seat) & 1) === 1;
