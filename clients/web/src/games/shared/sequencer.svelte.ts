// Plays beats one after the other: each is done, then held for a while. Whatever waits can be finished at once, and
// nothing is lost by that: every beat is done, only not held.
import type { Speed } from '../../state/settings.svelte';

export interface Beat {
  // How long it is held, at the speed Brisk.
  ms: number;
  do(): void;
}

const PACE: Record<Speed, number> = { calm: 1.6, brisk: 1, instant: 0 };
// A queue of more than this is played faster.
const LONG_MS = 4000;
// A backlog longer than this is not played at all: a tab that slept gets everything at once when it wakes.
const ENDLESS_MS = 40_000;
const HURRY = 1 / 3;

export class Sequencer {
  busy = $state(false);
  private queue: Beat[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly speed: () => Speed) {}

  // Factor by which a beat's time is stretched now.
  get pace(): number {
    return PACE[this.speed()] * (this.left > LONG_MS ? HURRY : 1);
  }
  private get left(): number {
    return this.queue.reduce((sum, beat) => sum + beat.ms, 0);
  }

  add(beats: Beat[]): void {
    this.queue.push(...beats);
    if (document.hidden || PACE[this.speed()] === 0 || this.left > ENDLESS_MS) return this.finish();
    if (!this.busy) {
      this.busy = true;
      this.next();
    }
  }

  finish(): void {
    clearTimeout(this.timer);
    const left = this.queue;
    this.queue = [];
    for (const beat of left) beat.do();
    this.busy = false;
  }

  private next(): void {
    const beat = this.queue.shift();
    if (!beat) {
      this.busy = false;
      return;
    }
    const held = beat.ms * this.pace;
    beat.do();
    this.timer = setTimeout(() => this.next(), held);
  }
}
