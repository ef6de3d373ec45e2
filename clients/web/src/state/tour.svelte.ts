// The first match explained, one card at a time. A card is offered by what arrives, never by the clock; it goes when it
// is put away or the player acts; and no card is ever shown twice on a device.
import { untrack } from 'svelte';
import type { Storage } from '../net/storage';

export interface Card {
  // By which it is known whether it was shown.
  id: string;
  text: () => string;
  // The thing that it speaks of, as a selector.
  on: string;
}

interface Kept {
  off: boolean;
  seen: string[];
}
const KEY = 'wyrmhall.tour';
const SUMMED_UP = 'tour.learnt';

export class Tour {
  card = $state.raw<Card>();
  private kept = $state.raw<Kept>({ off: false, seen: [] });
  private waiting: Card[] = [];

  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem'>) {
    try {
      this.kept = { ...this.kept, ...(JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<Kept>) };
    } catch {
      // Not readable: as if nothing had been seen.
    }
  }

  get off(): boolean {
    return this.kept.off;
  }
  // Whether this card was shown, and what it taught not summed up yet.
  taught(id: string): boolean {
    return !this.kept.off && this.kept.seen.includes(id) && !this.kept.seen.includes(SUMMED_UP);
  }
  summedUp(id: string): void {
    if (this.taught(id)) this.keep({ ...this.kept, seen: [...this.kept.seen, SUMMED_UP] });
  }

  // What it is called from does not run again for what it changes here.
  offer(id: string, on: string, text: () => string): void {
    untrack(() => this.offered({ id, on, text }));
  }

  private offered(card: Card): void {
    const { id } = card;
    if (this.kept.off || this.kept.seen.includes(id) || this.waiting.some((other) => other.id === id)) return;
    if (this.card?.id === id) return;
    this.waiting.push(card);
    if (!this.card) this.next();
  }

  // Puts the card away.
  next(): void {
    this.card = this.waiting.shift();
    if (this.card) this.keep({ ...this.kept, seen: [...this.kept.seen, this.card.id] });
  }

  // The player has acted: what was to be said about that moment is past. What was not shown may come again.
  acted(): void {
    this.waiting = [];
    this.card = undefined;
  }

  skip(): void {
    this.acted();
    this.keep({ ...this.kept, off: true });
  }
  // Everything once more.
  restart(): void {
    this.acted();
    this.keep({ off: false, seen: [] });
  }

  private keep(kept: Kept): void {
    this.kept = kept;
    this.storage.setItem(KEY, JSON.stringify(kept));
  }
}
