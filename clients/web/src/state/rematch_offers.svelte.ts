// Who waits for a rematch of a match that was played here, as the server tells it.
import { SvelteMap } from 'svelte/reactivity';
import type { RematchOffer } from '../gen/wyrmhall/v1/table_pb';
import { uuid } from '../net/bytes';

export class RematchOffers {
  // By match: the names of those who wait.
  private readonly waiting = new SvelteMap<string, string[]>();
  // Tables to which the person has said no.
  private readonly declined = new Set<string>();
  private readonly tables = new Map<string, string>();

  // All that there are, on signing in.
  begin(offers: readonly RematchOffer[]): void {
    this.waiting.clear();
    this.tables.clear();
    for (const offer of offers) this.took(offer);
  }

  took({ matchId, tableId, players }: RematchOffer): void {
    const match = uuid(matchId);
    const table = uuid(tableId);
    this.tables.set(match, table);
    if (players.length === 0 || this.declined.has(table)) this.waiting.delete(match);
    else
      this.waiting.set(
        match,
        players.map(({ name }) => name),
      );
  }

  decline(match: string): void {
    const table = this.tables.get(match);
    if (table !== undefined) this.declined.add(table);
    this.waiting.delete(match);
  }

  // Nobody where nobody waits.
  of(match: string): readonly string[] {
    return this.waiting.get(match) ?? [];
  }
  get matches(): string[] {
    return [...this.waiting.keys()];
  }
}
