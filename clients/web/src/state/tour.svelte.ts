// The first match explained, one card at a time. A card is offered by what arrives, never by the clock; it goes when it
// is put away or the player acts, and then the next one comes that waits. Each card is shown, and none again on a device
// once it has gone.
import { untrack } from 'svelte';
import type { Storage } from '../net/storage';

export interface Card {
  // By which it is known whether it was shown.
  id: string;
  text: () => string;
  // The thing that it speaks of, as a selector.
  on: string;
  // Comes before all others, whichever is shown.
  first?: boolean;
  // True only until the player acts; offered again whenever it is true.
  passing?: boolean;
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
  // All that there was to say on this visit.
  private readonly offers = new Set<string>();

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
  // Whether there was this card to be shown, and what it taught is not summed up yet.
  taught(id: string): boolean {
    const { off, seen } = this.kept;
    return !off && !seen.includes(SUMMED_UP) && (seen.includes(id) || this.offers.has(id));
  }
  summedUp(id: string): void {
    if (this.taught(id)) this.keep({ ...this.kept, seen: [...this.kept.seen, SUMMED_UP] });
  }

  // What it is called from does not run again for what it changes here.
  offer(card: Card): void {
    untrack(() => this.offered(card));
  }

  private offered(card: Card): void {
    const { id } = card;
    if (this.kept.off || this.kept.seen.includes(id) || this.card?.id === id) return;
    this.offers.add(id);
    // What it says now is truer than what it said before.
    this.waiting = [...this.waiting.filter((other) => other.id !== id), card];
    if (this.card && (this.card.first || !card.first)) return;
    if (this.card) this.waiting.unshift(this.card);
    this.show();
  }

  // Puts the card away.
  next(): void {
    if (this.card) this.keep({ ...this.kept, seen: [...this.kept.seen, this.card.id] });
    this.show();
  }

  // The player has acted: what is shown has been read.
  acted(): void {
    this.waiting = this.waiting.filter(({ passing }) => !passing);
    this.next();
  }

  // The match is not looked at any more. What was not put away comes again in the next one.
  left(): void {
    this.waiting = [];
    this.card = undefined;
  }

  skip(): void {
    this.left();
    this.keep({ ...this.kept, off: true });
  }
  // Everything once more.
  restart(): void {
    this.left();
    this.offers.clear();
    this.keep({ off: false, seen: [] });
  }

  private show(): void {
    const at = Math.max(
      0,
      this.waiting.findIndex(({ first }) => first),
    );
    [this.card] = this.waiting.splice(at, 1);
  }
  private keep(kept: Kept): void {
    this.kept = kept;
    this.storage.setItem(KEY, JSON.stringify(kept));
  }
}
