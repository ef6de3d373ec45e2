// What the browser keeps between visits and shares between tabs: who one is, and the chain of each match that is being
// set up or played. All of it is in localStorage, which belongs to this server's address.
import { fromHex, hex } from './bytes';

// Who one is on this server. `token` is 32 bytes in hexadecimal.
export interface Identity {
  name: string;
  token: string;
  account: string;
}

// What has to be found again after a reload in the middle of a match: the chain, and what the others had promised before
// it started, so that they can be held to it.
export interface KeptChain {
  root: Uint8Array;
  serverCommitment: Uint8Array;
  // By seat; empty until everybody was ready.
  seatCommitments: Uint8Array[];
}

export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const IDENTITY = 'wyrmhall.identity';
const NAME = 'wyrmhall.name';
const chainKey = (match: string): string => `wyrmhall.chain.${match}`;

function parsed(text: string | null): Record<string, unknown> | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const bytesAt = (value: unknown): Uint8Array | undefined => (typeof value === 'string' ? fromHex(value) : undefined);

export class Keep {
  constructor(private readonly storage: Storage) {}

  identity(): Identity | undefined {
    const kept = parsed(this.storage.getItem(IDENTITY));
    if (typeof kept?.['token'] !== 'string' || fromHex(kept['token'])?.length !== 32) return undefined;
    return { name: String(kept['name']), token: kept['token'], account: String(kept['account']) };
  }

  saveIdentity(identity: Identity): void {
    this.storage.setItem(IDENTITY, JSON.stringify(identity));
  }

  forgetIdentity(): void {
    this.storage.removeItem(IDENTITY);
  }

  // The name to come as, where nobody is signed in yet.
  plannedName(makeUp: () => string): string {
    const kept = this.storage.getItem(NAME);
    if (kept) return kept;
    const name = makeUp();
    this.storage.setItem(NAME, name);
    return name;
  }

  planName(name: string): void {
    this.storage.setItem(NAME, name);
  }

  // `match` is the id of the match and of its table, as a UUID.
  chain(match: string): KeptChain | undefined {
    const kept = parsed(this.storage.getItem(chainKey(match)));
    const root = bytesAt(kept?.['root']);
    const serverCommitment = bytesAt(kept?.['serverCommitment']);
    if (!root || !serverCommitment) return undefined;
    const seats: unknown[] = Array.isArray(kept?.['seatCommitments']) ? kept['seatCommitments'] : [];
    return { root, serverCommitment, seatCommitments: seats.map((seat) => bytesAt(seat) ?? new Uint8Array()) };
  }

  saveChain(match: string, chain: KeptChain): void {
    this.storage.setItem(
      chainKey(match),
      JSON.stringify({
        root: hex(chain.root),
        serverCommitment: hex(chain.serverCommitment),
        seatCommitments: chain.seatCommitments.map(hex),
      }),
    );
  }

  dropChain(match: string): void {
    this.storage.removeItem(chainKey(match));
  }
}
