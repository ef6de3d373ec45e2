// The first match explained, one card at a time, in an order: the first says what is played for. What arrives decides which
// cards fit now, never the clock. A card that the player acted over without having put it away comes once more in the match,
// after those that were not shown yet; and none again on a device once it has been put away.
import { untrack } from 'svelte';
import type { Storage } from '../profile/storage';

export interface Card {
  // By which it is known whether it was put away.
  id: string;
  text: () => string;
  // The thing that it speaks of, as a selector; absent where nothing that it speaks of is there now.
  on: string | undefined;
}

interface Kept {
  off: boolean;
  seen: string[];
}
const KEY = 'wyrmhall.tour';
const SUMMED_UP = 'tour.learnt';
// Once it has stood there so often, a card needs no putting away.
const SHOWN_MOST = 2;
// This number of cards comes first, in their order, each only after the one before it. The others come as they fit.
const IN_ORDER = 3;

export class Tour {
  card = $state.raw<Card>();
  private kept = $state.raw<Kept>({ off: false, seen: [] });
  // All that this match has to say, in the order of what matters.
  private cards = $state.raw<readonly Card[]>([]);
  // How often each was shown in this match.
  private shown = $state.raw<Readonly<Record<string, number>>>({});

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
  // Whether this card was shown, and what it taught is not summed up yet.
  taught(id: string): boolean {
    const { off, seen } = this.kept;
    return !off && !seen.includes(SUMMED_UP) && (seen.includes(id) || this.times(id) > 0);
  }
  summedUp(id: string): void {
    if (this.taught(id)) this.keep({ ...this.kept, seen: [...this.kept.seen, SUMMED_UP] });
  }
  // What this match never came to show.
  get untold(): string[] {
    if (this.kept.off) return [];
    return this.cards
      .filter(({ id }) => !this.kept.seen.includes(id) && this.times(id) === 0)
      .map(({ text }) => text());
  }

  // Everything that the game has to say, and what of it fits what is to be seen now. What it is called from does not run
  // again for what it changes here.
  tell(cards: readonly Card[]): void {
    untrack(() => {
      this.cards = cards;
      if (this.kept.off) return;
      const same = cards.find(({ id, on }) => id === this.card?.id && on !== undefined);
      if (!same) return this.show();
      // What it says now is truer than what it said before.
      if (same.on !== this.card?.on) this.card = same;
    });
  }

  // It stands on the page.
  stands(id: string): void {
    untrack(() => (this.shown = { ...this.shown, [id]: this.times(id) + 1 }));
  }

  // Puts the card away, and the next one comes that fits.
  next(): void {
    if (this.card) this.putAway(this.card.id);
    this.show();
  }

  // The player has acted. The next card waits until something has come of it.
  acted(): void {
    const id = this.card?.id;
    this.card = undefined;
    if (id !== undefined && this.times(id) >= SHOWN_MOST) this.putAway(id);
  }

  // The match is not looked at any more. What was not put away comes again in the next one.
  left(): void {
    this.card = undefined;
    this.cards = [];
    this.shown = {};
  }

  skip(): void {
    this.left();
    this.keep({ ...this.kept, off: true });
  }
  // Everything once more.
  restart(): void {
    this.left();
    this.keep({ off: false, seen: [] });
  }

  private times(id: string): number {
    return this.shown[id] ?? 0;
  }
  private show(): void {
    const open = this.cards.filter(({ id }) => !this.kept.seen.includes(id));
    const fresh = open.filter(({ id }) => this.times(id) === 0);
    // One of the first that does not fit yet keeps the others waiting.
    const awaited = this.cards.slice(0, IN_ORDER).find((card) => fresh.includes(card));
    const again = open.filter(({ id }) => this.times(id) > 0);
    this.card = (awaited ? [awaited] : [...fresh, ...again]).find(({ on }) => on !== undefined);
  }
  private putAway(id: string): void {
    this.keep({ ...this.kept, seen: [...this.kept.seen, id] });
  }
  private keep(kept: Kept): void {
    this.kept = kept;
    this.storage.setItem(KEY, JSON.stringify(kept));
  }
}
