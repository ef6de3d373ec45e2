// Notices that a connection has gone silent. A browser does not show its pings to the page, and a server that is frozen or
// a network that swallows everything closes no socket: so the page asks for a sign of life where it has heard nothing for
// a while.
//
// Only a page that somebody can see asks, and only if nothing else came: one on which somebody plays a bot
// hardly ever does.
// 10,000 idle pages in sight are 3,300 pings a second, of a dozen bytes each way. They touch no match and no disk, and a
// page counts a third of a command a second of the 20 that it may send. The same pages in hidden tabs ask nothing.
const QUIET_MS = 3000;
// With the time before it, six seconds until the connection counts as lost.
const ANSWER_MS = 3000;
// A timer that comes so late says that the page itself was held up, and what has come meanwhile is not read yet.
const LATE_MS = 1000;

export interface HeartbeatEvents {
  ask(): void;
  silent(): void;
}

export const inSight = (): boolean => typeof document === 'undefined' || !document.hidden;

export class Heartbeat {
  private running = false;
  private asked = false;
  private heardAt = 0;
  private dueAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly events: HeartbeatEvents,
    private readonly watched: () => boolean = inSight,
  ) {}

  // There is a connection.
  begin(): void {
    this.running = true;
    this.heard();
    this.wait(QUIET_MS);
  }

  // Anything came.
  heard(): void {
    this.heardAt = performance.now();
    this.asked = false;
  }

  // Asks at once, where there is a reason to doubt the connection.
  askNow(): void {
    if (this.running && !this.asked) this.ask();
  }

  end(): void {
    this.running = false;
    this.asked = false;
    clearTimeout(this.timer);
  }

  private ask(): void {
    this.asked = true;
    this.wait(ANSWER_MS);
    this.events.ask();
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    this.dueAt = performance.now() + ms;
    this.timer = setTimeout(() => this.due(), ms);
  }

  private due(): void {
    const now = performance.now();
    if (!this.watched()) {
      // Goes on by askNow(), once somebody looks again.
      this.asked = false;
    } else if (this.asked) {
      if (now - this.dueAt > LATE_MS) this.wait(LATE_MS);
      else this.events.silent();
    } else if (now - this.heardAt >= QUIET_MS) {
      this.ask();
    } else {
      this.wait(this.heardAt + QUIET_MS - now);
    }
  }
}
