// The time, as a value that changes: for waits and deadlines that are counted down.

export class Clock {
  now = $state(Date.now());
  constructor() {
    setInterval(() => (this.now = Date.now()), 500);
  }
}

export const clock = new Clock();
