// How long to wait before connecting again: twice as long each time up to a limit, with jitter so that the clients of a
// server that comes back do not all come at once. It never gives up: a page can stay open for days.

export class Backoff {
  static readonly FIRST_MS = 300;
  static readonly LONGEST_MS = 8000;
  private step = Backoff.FIRST_MS;

  constructor(private readonly random: () => number = Math.random) {}

  // The next wait in milliseconds: half of the step, and up to as much again.
  next(): number {
    const wait = this.step / 2 + (this.step / 2) * this.random();
    this.step = Math.min(this.step * 2, Backoff.LONGEST_MS);
    return wait;
  }

  // A connection was established: start again from the shortest wait.
  reset(): void {
    this.step = Backoff.FIRST_MS;
  }
}
