// What the browser keeps between visits and shares between tabs: who one is, and the secrets of the dice. All of it is in
// localStorage, which belongs to this server's address.
import { fromHex } from './bytes';
import { Accusations } from './accusations';
import { Receipts } from './receipts';
import { Secrets } from './secrets';
import { parsed, type Storage } from './storage';

// Who one is on this server. `token` is 32 bytes in hexadecimal.
export interface Identity {
  name: string;
  token: string;
  account: string;
}

const IDENTITY = 'wyrmhall.identity';
const NAME = 'wyrmhall.name';
const INVITATION = 'wyrmhall.invitation';

export class Keep {
  readonly secrets: Secrets;
  readonly receipts: Receipts;
  readonly accusations: Accusations;

  constructor(private readonly storage: Storage) {
    this.secrets = new Secrets(storage);
    this.receipts = new Receipts(storage);
    this.accusations = new Accusations(storage);
  }

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

  // The code of an invitation, for a server that asks new guests for one; empty for none.
  invitation(): string {
    return this.storage.getItem(INVITATION) ?? '';
  }

  saveInvitation(code: string): void {
    if (code) this.storage.setItem(INVITATION, code);
    else this.storage.removeItem(INVITATION);
  }
}
