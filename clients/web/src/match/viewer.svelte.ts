// What one page shows of a match: the live board as the stage tells it, or a moment of the replay.
import type { GameModule, Scene, Stage } from '../games/module';
import { words } from '../i18n/index.svelte';
import { frameAt, framesBetween, wasAsked, type Frame } from '../net/timeline';
import type { MatchPlay } from '../state/match.svelte';
import { Told } from './told';

// Steps come one by one. If this many come at once, they were missed while offline or asleep: the board shows the match
// as it is now, and what happened can be shown again.
const AT_ONCE = 3;
// So many steps are shown again at most.
const MOST_AGAIN = 100;

export class MatchViewer {
  readonly stage: Stage;
  // The moment of the replay; absent while the match is shown live.
  moment = $state<number>();
  private fed = -1;
  private whole = false;

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
    return frameAt(this.frames, version) ?? this.frames[0];
  }

  get scene(): Scene | undefined {
    const frame = this.shown;
    const { info, seat } = this.play;
    return frame && info && { view: frame.view, info, seat, waitingOn: frame.waitingOn, frame };
  }

  // Put into words anew in another language, and when somebody is called something else.
  readonly told = $derived.by(() => {
    void words.locale;
    const { info, seat } = this.play;
    return info && new Told(this.game.words, { info, seat });
  });

  get live(): boolean {
    return this.moment === undefined;
  }

  // Everything that has happened is shown.
  get caughtUp(): boolean {
    return this.live && !this.stage.busy && this.stage.version >= (this.play.last?.version ?? -1);
  }

  // Version of the match after this player's last decision; -1 for none.
  get lastDecision(): number {
    return this.shown?.decided[this.play.seat] ?? -1;
  }

  // The frames were replaced or went on.
  follow(): void {
    const last = this.play.last;
    if (!last || this.moment !== undefined) return;
    const first = this.fed < 0;
    const fresh = framesBetween(this.frames, this.fed);
    // Once the story is there, the last roll can lie in the tray.
    const filled = !this.whole && this.play.complete;
    this.whole ||= this.play.complete;
    const away = fresh.length > AT_ONCE;
    if (first || away || (filled && fresh.length === 0 && !this.stage.busy)) {
      this.stage.jump(last);
    } else {
      for (const frame of fresh) this.feed(frame);
    }
    this.fed = last.version;
  }

  private feed(frame: Frame): void {
    const { before } = frame;
    this.stage.feed(frame, before, before !== undefined && wasAsked(before.waitingOn, this.play.seat));
  }

  // --- Looking back ---

  // Shows what came after this player's last decision once more.
  again(): void {
    const from = Math.max(this.lastDecision - 1, (this.play.last?.version ?? 0) - MOST_AGAIN, 0);
    const start = frameAt(this.frames, from);
    if (start?.version !== from || this.moment !== undefined) return;
    this.stage.jump(start);
    for (const frame of framesBetween(this.frames, from)) this.feed(frame);
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
    const frame = frameAt(this.frames, version);
    if (frame?.version !== version) return;
    this.stage.finish();
    if (before !== undefined && version === before + 1) this.feed(frame);
    else this.stage.jump(frame);
  }
}
