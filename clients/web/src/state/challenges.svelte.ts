// Who wants to play with this player, by name, as the server tells it.
import { SvelteMap } from 'svelte/reactivity';
import type { ChallengeOffer, Table } from '../gen/wyrmhall/v1/table_pb';
import { uuid } from '../net/bytes';

export class Challenges {
  // The tables at which this player is awaited.
  readonly all = new SvelteMap<string, Table>();

  // All that there are, on signing in.
  begin(offers: readonly ChallengeOffer[]): void {
    this.all.clear();
    for (const offer of offers) this.took(offer);
  }

  took({ tableId, table }: ChallengeOffer): void {
    if (table) this.all.set(uuid(tableId), table);
    else this.all.delete(uuid(tableId));
  }
}
