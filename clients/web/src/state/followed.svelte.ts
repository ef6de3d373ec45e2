// Whom one follows: friends, and who of them is here.
import type { FollowedPlayer } from '../gen/wyrmhall/v1/server_pb';
import type { Contact } from './contact.svelte';

export class Followed {
  // Once it was asked for or changed.
  players = $state.raw<readonly FollowedPlayer[]>([]);

  constructor(private readonly contact: Pick<Contact, 'request'>) {}

  async follow(name: string): Promise<void> {
    await this.contact.request({ case: 'followPlayer', value: { who: { case: 'name', value: name } } });
  }
  async followAccount(account: Uint8Array): Promise<void> {
    await this.contact.request({ case: 'followPlayer', value: { who: { case: 'accountId', value: account } } });
  }
  async unfollow(account: Uint8Array): Promise<void> {
    await this.contact.request({ case: 'unfollowPlayer', value: { who: { case: 'accountId', value: account } } });
  }
  async list(): Promise<void> {
    await this.contact.request({ case: 'listFollowed', value: {} });
  }
}
