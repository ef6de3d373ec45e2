// What one page shows of a match: the live board as the stage tells it, or a moment of the replay.
import type { GameModule, Manner, Scene, Stage } from '../games/module';
import { words } from '../i18n/index.svelte';
import { frameAt, framesBetween, wasAsked, type Frame } from '../net/timeline';
import type { MatchPlay } from '../state/match.svelte';
import { Told } from './told';

// Steps come one by one. If this many come at once, they were missed while offline or asleep: the board shows the match
// as it is now, and what happened can be shown again.
const AT_ONCE = 3;
// At most this number of steps is shown again.
const MOST_AGAIN = 100;
// What is skipped is shown as stills, for so long at most however much it is; after that what comes is shown at once.
const SKIP_MS = 3000;
const STILL_MS = 100;

export class MatchViewer {
  readonly stage: Stage;
  // The moment of the replay; absent while the match is shown live.
  moment = $state<number>();
  // Steps are skipped until this player is asked something, or the match ends.
  skipping = $state(false);
  private skipsUntil = 0;
  private skipTimer: ReturnType<typeof setTimeout> | undefined;
  private fed = -1;
  private whole = false;

  constructor(
    readonly play: MatchPlay,
    readonly game: GameModule,
    manner: Manner,
  ) {
    this.stage = game.makeStage(play.seat, manner);
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
    if (this.skipping) return this.goOnSkipping();
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

  // --- Skipping ---

  // `still`: nothing moves on this device, so what is skipped is not shown either.
  skip(still: boolean): void {
    if (!this.live || this.skipping) return;
    const from = frameAt(this.frames, this.stage.version);
    this.stage.finish();
    if (from) this.stage.jump(from);
    this.skipping = true;
    this.skipsUntil = Date.now() + (still ? 0 : SKIP_MS);
    this.goOnSkipping();
  }

  // What is left is shown at the usual speed.
  watch(): void {
    if (!this.skipping) return;
    this.endSkipping();
    for (const frame of framesBetween(this.frames, this.stage.version)) this.feed(frame);
  }

  // The page is left, or hidden.
  endSkipping(): void {
    this.skipping = false;
    clearTimeout(this.skipTimer);
    this.skipTimer = undefined;
    this.fed = this.play.last?.version ?? this.fed;
  }

  // Unless the next still waits for its time already.
  private goOnSkipping(): void {
    if (this.skipTimer === undefined) this.showStill();
  }

  // As many steps at once as it takes to be through in time.
  private showStill(): void {
    this.skipTimer = undefined;
    const last = this.play.last;
    if (!last) return;
    const left = framesBetween(this.frames, this.stage.version);
    const stills = Math.max(1, Math.floor((this.skipsUntil - Date.now()) / STILL_MS));
    const next = left[Math.ceil(left.length / stills) - 1];
    if (next) this.stage.jump(next);
    const through = (next ?? last) === last;
    if (through && (wasAsked(last.waitingOn, this.play.seat) || last.outcome)) this.endSkipping();
    else if (next) this.skipTimer = setTimeout(() => this.showStill(), STILL_MS);
  }

  // --- Looking back ---

  // Shows what came after this player's last decision once more.
  again(): void {
    const from = Math.max(this.lastDecision - 1, (this.play.last?.version ?? 0) - MOST_AGAIN, 0);
    const start = frameAt(this.frames, from);
    if (start?.version !== from || this.moment !== undefined) return;
    this.endSkipping();
    this.stage.jump(start);
    for (const frame of framesBetween(this.frames, from)) this.feed(frame);
  }

  // Goes to a moment; one step onward is played, anything else is shown at once. Absent: back to now.
  goTo(version: number | undefined): void {
    const before = this.moment;
    this.endSkipping();
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
