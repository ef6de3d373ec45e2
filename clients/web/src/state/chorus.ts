// Keeps what sounds together few: of the voices that begin within a moment no more than some, the most important ones.

// The most voices that begin within a moment, and how long that is, in seconds.
export const MOST_VOICES = 4;
export const MOMENT = 0.3;

interface Begun {
  importance: number;
  at: number;
  cutOff: () => void;
}

export class Chorus {
  // Those that have begun within the last moment, the oldest first.
  private begun: Begun[] = [];

  // Begins a voice now (seconds), unless there are enough that are as important. Where one of them is less so it is cut
  // off instead, by what `begin` has returned for it.
  join(importance: number, now: number, begin: () => () => void): void {
    this.begun = this.begun.filter(({ at }) => now - at < MOMENT);
    if (this.begun.length >= MOST_VOICES) {
      const least = this.begun.reduce((a, b) => (b.importance < a.importance ? b : a));
      if (least.importance >= importance) return;
      least.cutOff();
      this.begun.splice(this.begun.indexOf(least), 1);
    }
    this.begun.push({ importance, at: now, cutOff: begin() });
  }
}
