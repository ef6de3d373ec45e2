// What the browser stores between visits and shares between tabs: the player, and the secrets of the dice. All of it is
// in localStorage, which belongs to this server's address.
import { fromHex } from '../net/bytes';
import { Accusations } from './accusations';
import { Receipts } from './receipts';
import { Secrets } from './secrets';
import { parsed, type Storage } from './storage';

// The player on this server. `token` is 32 bytes in hexadecimal.
export interface Identity {
  name: string;
  token: string;
  account: string;
}

// An earlier player, who can be switched back to. `server` is the address at that time.
export interface KeptIdentity extends Identity {
  server: string;
}

export const MOST_KEPT = 20;

export const IDENTITY = 'wyrmhall.identity';
const KEPT = 'wyrmhall.identities';
const NAME = 'wyrmhall.name';
const INVITATION = 'wyrmhall.invitation';

export class ProfileStore {
  readonly secrets: Secrets;
  readonly receipts: Receipts;
  readonly accusations: Accusations;

  constructor(private readonly storage: Storage) {
    this.secrets = new Secrets(storage);
    this.receipts = new Receipts(storage);
    this.accusations = new Accusations(storage);
  }

  identity(): Identity | undefined {
    return identityOf(parsed(this.storage.getItem(IDENTITY)));
  }

  saveIdentity(identity: Identity): void {
    this.storage.setItem(IDENTITY, JSON.stringify(identity));
  }

  // Those that were put aside, the latest first.
  keptIdentities(): KeptIdentity[] {
    const kept = parsed(this.storage.getItem(KEPT));
    if (!Array.isArray(kept)) return [];
    return (kept as unknown[]).flatMap((one) => {
      const identity = identityOf(one as Record<string, unknown> | null);
      return identity ? [{ ...identity, server: String((one as Record<string, unknown>)['server']) }] : [];
    });
  }

  // Puts the player aside, who can be switched back to later. False, and nothing changed, if too many are stored already.
  setIdentityAside(server: string): boolean {
    const identity = this.identity();
    if (identity) {
      const others = this.keptIdentities().filter(({ token }) => token !== identity.token);
      if (others.length >= MOST_KEPT) return false;
      this.storage.setItem(KEPT, JSON.stringify([{ ...identity, server }, ...others]));
    }
    this.storage.removeItem(IDENTITY);
    return true;
  }

  // For good: without another copy of the token nobody can be this player here any more.
  forgetKept(token: string): void {
    this.storage.setItem(KEPT, JSON.stringify(this.keptIdentities().filter((one) => one.token !== token)));
  }

  // Drops a token that the server does not know.
  dropIdentity(): void {
    this.storage.removeItem(IDENTITY);
  }

  // The name to sign in with, if nobody is signed in yet.
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

  // The code of an invitation, for a server that asks new guests for one; empty for none.
  invitation(): string {
    return this.storage.getItem(INVITATION) ?? '';
  }

  saveInvitation(code: string): void {
    if (code) this.storage.setItem(INVITATION, code);
    else this.storage.removeItem(INVITATION);
  }
}

function identityOf(kept: Record<string, unknown> | null | undefined): Identity | undefined {
  if (typeof kept?.['token'] !== 'string' || fromHex(kept['token'])?.length !== 32) return undefined;
  return { name: String(kept['name']), token: kept['token'], account: String(kept['account']) };
}
