// Whom one does not want to meet.
import type { Player } from '../gen/wyrmhall/v1/table_pb';
import type { Contact } from './contact.svelte';

export class Blocked {
  // Once it was asked for or changed.
  players = $state.raw<readonly Player[]>([]);

  constructor(private readonly contact: Pick<Contact, 'request'>) {}

  async block(account: Uint8Array): Promise<void> {
    await this.contact.request({ case: 'blockPlayer', value: { who: { case: 'accountId', value: account } } });
  }
  async unblock(account: Uint8Array): Promise<void> {
    await this.contact.request({ case: 'unblockPlayer', value: { who: { case: 'accountId', value: account } } });
  }
  async list(): Promise<void> {
    await this.contact.request({ case: 'listBlocked', value: {} });
  }
}
