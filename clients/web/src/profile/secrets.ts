// What this browser must find again so that nobody can bend its dice (docs/dice.md): the chain of each match and how far
// it was shown, and the commitments of the server that were in a start before. Shared by all tabs.
import { fromHex, hex } from '../net/bytes';
import { parsed, type Storage } from './storage';

// What a chain was made for, and what the others committed to before the match, so that they can be held to it.
export interface KeptChain {
  root: Uint8Array;
  serverCommitment: Uint8Array;
  // By seat; empty until everybody was ready.
  seatCommitments: Uint8Array[];
  // When its x_0 was shown first, as Date.now(); 0 while nobody has seen it. Once shown it serves that start or none.
  shownAt: number;
  // The match that it is for has started.
  started: boolean;
}

// How far the chain of a match was shown. Once `sent` is `used`, everything shown was taken.
export interface Shown {
  // The k of the last link that a decision was taken with.
  used: number;
  // The k of the last link that was sent: `used`, or one more.
  sent: number;
  // The decision that carried it, while it is not answered; empty otherwise.
  open: string;
}

// A start in which a commitment of the server was seen.
export interface SeenCommitment {
  table: string;
  // x_0 were asked for: it must not come again.
  spent: boolean;
}

const COMMITMENTS_KEPT = 512;

const COMMITMENTS = 'wyrmhall.commitments';
const chainKey = (match: string): string => `wyrmhall.chain.${match}`;
const shownKey = (match: string): string => `wyrmhall.shown.${match}`;
const withoutKey = (match: string): string => `wyrmhall.without.${match}`;

const bytesAt = (value: unknown): Uint8Array | undefined => (typeof value === 'string' ? fromHex(value) : undefined);

export class Secrets {
  constructor(private readonly storage: Storage) {}

  // `match` is the id of the match and of its table, as a UUID.
  chain(match: string): KeptChain | undefined {
    const kept = parsed(this.storage.getItem(chainKey(match)));
    const root = bytesAt(kept?.['root']);
    const serverCommitment = bytesAt(kept?.['serverCommitment']);
    if (!root || !serverCommitment) return undefined;
    const seats: unknown[] = Array.isArray(kept?.['seatCommitments']) ? kept['seatCommitments'] : [];
    const shownAt = kept?.['shownAt'];
    return {
      root,
      serverCommitment,
      seatCommitments: seats.map((seat) => bytesAt(seat) ?? new Uint8Array()),
      // A page from before this was kept may have shown it.
      shownAt: typeof shownAt === 'number' ? shownAt : seats.length > 0 ? 1 : 0,
      started: kept?.['started'] === true,
    };
  }

  saveChain(match: string, chain: KeptChain): void {
    this.storage.setItem(
      chainKey(match),
      JSON.stringify({
        root: hex(chain.root),
        serverCommitment: hex(chain.serverCommitment),
        seatCommitments: chain.seatCommitments.map(hex),
        shownAt: chain.shownAt,
        started: chain.started,
      }),
    );
  }

  // The match is over, and its dice were as committed.
  dropChain(match: string): void {
    this.storage.removeItem(chainKey(match));
    this.storage.removeItem(shownKey(match));
    this.storage.removeItem(withoutKey(match));
  }

  // Absent if nothing was ever sent.
  shown(match: string): Shown | undefined {
    const kept = parsed(this.storage.getItem(shownKey(match)));
    const { used, sent, open } = kept ?? {};
    if (typeof used !== 'number' || typeof sent !== 'number') return undefined;
    return { used, sent, open: typeof open === 'string' ? open : '' };
  }

  saveShown(match: string, shown: Shown): void {
    this.storage.setItem(shownKey(match), JSON.stringify(shown));
  }

  // Whether the person has agreed to go on in this match without a chain.
  agreedWithout(match: string): boolean {
    return this.storage.getItem(withoutKey(match)) !== null;
  }

  agreeWithout(match: string): void {
    this.storage.setItem(withoutKey(match), '1');
  }

  // --- Commitments of the server ---

  commitment(commitment: Uint8Array): SeenCommitment | undefined {
    return this.commitments().get(hex(commitment));
  }

  sawCommitment(commitment: Uint8Array, table: string, spent: boolean): void {
    const seen = this.commitments();
    const key = hex(commitment);
    const before = seen.get(key);
    if (before && (before.spent || !spent)) return;
    seen.delete(key);
    seen.set(key, { table, spent });
    const newest = [...seen].slice(-COMMITMENTS_KEPT).map(([of, { table, spent }]) => [of, table, spent]);
    this.storage.setItem(COMMITMENTS, JSON.stringify(newest));
  }

  // Oldest first.
  private commitments(): Map<string, SeenCommitment> {
    const kept: unknown = parsed(this.storage.getItem(COMMITMENTS));
    const seen = new Map<string, SeenCommitment>();
    for (const entry of Array.isArray(kept) ? (kept as unknown[]) : []) {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string' || typeof entry[1] !== 'string') continue;
      seen.set(entry[0], { table: entry[1], spent: entry[2] === true });
    }
    return seen;
  }
}
