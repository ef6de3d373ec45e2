// What players say to each other, at a table or in a match: shown for a moment, and kept nowhere.
import { Remark } from '../gen/wyrmhall/v1/remark_pb';
import type { Said } from '../gen/wyrmhall/v1/remark_pb';
import { fromUuid, uuid } from '../net/bytes';
import type { Contact } from './contact.svelte';

// Whatever can be said, in the order in which it is offered.
export const REMARKS: readonly Remark[] = Object.values(Remark).filter(
  (remark): remark is Remark => typeof remark === 'number' && remark !== Remark.UNSPECIFIED,
);

export interface Heard {
  // Another for each.
  key: number;
  // The table, or the match that it has become.
  table: string;
  account: string;
  name: string;
  remark: Remark;
}

// For how long one is shown.
const SHOWN_MS = 7000;
const MOST_SHOWN = 3;

export class Conversation {
  private all = $state.raw<readonly Heard[]>([]);
  private next = 1;

  constructor(private readonly contact: Pick<Contact, 'request'>) {}

  // To the others at a table, or in the match that it has become.
  async say(table: string, remark: Remark): Promise<void> {
    await this.contact.request({ case: 'say', value: { tableId: fromUuid(table)!, remark } });
  }

  took({ tableId, player, remark }: Said): void {
    // A newer server may know more of them.
    if (!player || !REMARKS.includes(remark)) return;
    const heard = {
      key: this.next++,
      table: uuid(tableId),
      account: uuid(player.accountId),
      name: player.name,
      remark,
    };
    this.all = [...this.all, heard].slice(-MOST_SHOWN);
    setTimeout(() => (this.all = this.all.filter(({ key }) => key !== heard.key)), SHOWN_MS);
  }

  // The oldest first.
  at(table: string): readonly Heard[] {
    return this.all.filter((heard) => heard.table === table);
  }
}
