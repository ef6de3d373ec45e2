// Tables where the player has still to choose who comes along, or what the seat brings; until then the hand-shake waits.
import { SvelteSet } from 'svelte/reactivity';
import { TablePhase, type Table } from '../gen/wyrmhall/v1/table_pb';
import { seatAt } from '../trust/handshake';

// For how long one can choose while others wait: less than the server waits for this seat.
const CHOOSING_MS = 20_000;
const CHOSEN_BEFORE_MS = 5000;

export class Choosing {
  private readonly tables = new SvelteSet<string>();

  // `look`: the table as it is now. `chosen`: the time at a table is up. `hasHeroes`: players bring heroes to this game.
  constructor(
    private readonly look: (id: string) => Table | undefined,
    private readonly chosen: (id: string) => void,
    private readonly hasHeroes: (game: string) => boolean,
  ) {}

  has(id: string): boolean {
    return this.tables.has(id);
  }

  // A table that is new to this page.
  begin(id: string, table: Table, account: string): void {
    const seat = table.seats[seatAt(table, account)];
    const heroes = this.hasHeroes(table.options?.game.case ?? '');
    // The player who set up the game has said it, and in a rematch all is as it was.
    const brings = (table.options?.seatsBring ?? false) && !seat?.part && table.rematchOf.length === 0;
    if ((heroes || brings) && table.phase === TablePhase.OPEN && seat?.commitment.length === 0) this.tables.add(id);
  }

  // Once others wait as well, it ends in time to keep the seat.
  goOn(id: string, { readyByUs }: Table): void {
    if (readyByUs === 0n) return;
    const left = Number(readyByUs / 1000n) - Date.now() - CHOSEN_BEFORE_MS;
    setTimeout(
      () => {
        if (this.look(id)?.readyByUs === readyByUs) this.chosen(id);
      },
      Math.min(Math.max(left, 0), CHOOSING_MS),
    );
  }

  // False if nothing was to be chosen there.
  end(id: string): boolean {
    return this.tables.delete(id);
  }

  endAll(): void {
    this.tables.clear();
  }
}
