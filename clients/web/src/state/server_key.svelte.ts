// The key with which the server signs, held against the one by which it is known here.
import type { Welcome } from '../gen/wyrmhall/v1/server_pb';
import { hex } from '../net/bytes';
import type { Receipts } from '../profile/receipts';

export class ServerKey {
  // The server signs with another key. No start is taken part in until the person trusts it.
  other = $state('');

  constructor(private readonly receipts: Receipts) {}

  // The key by which the server is known here; empty where it has shown none.
  get pinned(): string {
    return this.receipts.keys()[0] ?? '';
  }

  meet({ receiptKey, olderReceiptKeys }: Welcome): void {
    const key = hex(receiptKey);
    this.other = this.receipts.meet(key, olderReceiptKeys.map(hex)) === 'other' ? key : '';
  }

  trust(): void {
    this.receipts.trust(this.other);
    this.other = '';
  }
}
