// What a server has signed, kept until its match has ended as it must; and the keys by which it is known here. Shared by
// all tabs.
import type { Signed } from '../trust/statement';
import { parsed, type Storage } from './storage';

// The start statement of a match or table, and this client's part in that start.
export interface Receipt {
  match: string;
  attempt: number;
  serverCommitment: string;
  start: Signed;
  // When it was kept: Date.now().
  at: number;
  // The x_0 that was shown, in hexadecimal; empty for none.
  x0: string;
  // The server said that it has it.
  taken: boolean;
  // Its end fits it.
  over: boolean;
}

// How a server's key compares with what is known of it here.
export type KeyMet = 'known' | 'other' | 'none';

const RECEIPTS_KEPT = 128;
const KEYS_KEPT = 16;

const RECEIPTS = 'wyrmhall.receipts';
const KEYS = 'wyrmhall.keys';

export class Receipts {
  // Statements whose signatures were verified since the page was loaded.
  readonly judged = new Set<string>();

  constructor(private readonly storage: Storage) {}

  // --- Keys ---

  // By which the server has signed, newest first; the first one is that of now.
  keys(): string[] {
    const kept: unknown = parsed(this.storage.getItem(KEYS));
    return Array.isArray(kept) ? kept.filter((key): key is string => typeof key === 'string') : [];
  }

  // The first key ever is pinned. Another one later is the person's to judge.
  meet(key: string, older: string[]): KeyMet {
    const known = this.keys();
    if (key === '') return 'none';
    if (known.length === 0) this.saveKeys([key, ...older]);
    return known.length === 0 || known[0] === key ? 'known' : 'other';
  }

  // The person says that this key is the server's from now on.
  trust(key: string): void {
    this.saveKeys([key, ...this.keys().filter((known) => known !== key)]);
  }

  private saveKeys(keys: string[]): void {
    this.storage.setItem(KEYS, JSON.stringify(keys.slice(0, KEYS_KEPT)));
  }

  // --- Receipts ---

  all(): Receipt[] {
    const kept: unknown = parsed(this.storage.getItem(RECEIPTS));
    return Array.isArray(kept) ? kept.filter(isReceipt) : [];
  }

  of(match: string): Receipt[] {
    return this.all().filter((receipt) => receipt.match === match);
  }

  // The last start of a match.
  last(match: string): Receipt | undefined {
    return this.of(match)
      .sort((a, b) => a.attempt - b.attempt)
      .at(-1);
  }

  // In the place of the same one, if there is one. Those that are over make room first.
  save(receipt: Receipt): void {
    const others = this.all().filter(({ match, attempt }) => match !== receipt.match || attempt !== receipt.attempt);
    const all = [...others, receipt];
    while (all.length > RECEIPTS_KEPT) {
      const over = all.findIndex((kept) => kept.over);
      all.splice(Math.max(over, 0), 1);
    }
    this.storage.setItem(RECEIPTS, JSON.stringify(all));
  }
}

function isReceipt(value: unknown): value is Receipt {
  if (typeof value !== 'object' || value === null) return false;
  const { match, attempt, serverCommitment, start, at, x0 } = value as Partial<Receipt>;
  const texts = [match, serverCommitment, x0, start?.text, start?.key, start?.signature];
  return texts.every((text) => typeof text === 'string') && typeof attempt === 'number' && typeof at === 'number';
}
