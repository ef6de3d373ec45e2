// The tables at which one sits, and this seat's part of the hand-shake at each.
import { SvelteMap } from 'svelte/reactivity';
import { LostSeatReason, TablePhase, type BotLevel, type Table } from '../gen/wyrmhall/v1/table_pb';
import { fromUuid, uuid } from '../net/bytes';
import type { Command } from '../net/session';
import type { ProfileStore } from '../profile/profile_store';
import type { Accusation } from '../trust/accusation';
import { Handshake, seatAt, waitsAlone } from '../trust/handshake';
import { Choosing } from './choosing.svelte';
import type { Contact } from './contact.svelte';
import type { Identity } from './identity.svelte';
import type { ServerKey } from './server_key.svelte';
import type { Options, Part, Wish } from './wish';

// Of a table of one's own.
type OwnWish = Omit<Wish, 'any'>;

export class Tables {
  readonly all = new SvelteMap<string, Table>();
  readonly choosing: Choosing;
  // Tables that the player has left for another one with somebody at it.
  readonly moved = new SvelteMap<string, string>();
  // Tables whose hand-shake this page has stopped, and why.
  readonly accused = new SvelteMap<string, Accusation>();
  private readonly handshake: Handshake;
  private readonly shaking = new Set<string>();
  // Where one waits for anybody, and what does not matter there.
  private readonly found = new Map<string, string[]>();
  // Tables at which this page has sat down, or was found sitting when it was loaded.
  private readonly seatedHere = new Set<string>();

  constructor(
    private readonly profiles: ProfileStore,
    private readonly contact: Contact,
    private readonly identity: Identity,
    private readonly key: ServerKey,
    hasHeroes: (game: string) => boolean,
  ) {
    this.handshake = new Handshake(profiles);
    this.choosing = new Choosing(
      (id) => this.all.get(id),
      (id) => this.chose(id),
      hasHeroes,
    );
  }

  async open(options: Options, hidden: boolean, wish: OwnWish = {}): Promise<string> {
    return this.sit({ case: 'openTable', value: { options, hidden, ...wish } });
  }
  async find(options: Options, wish: Omit<Wish, 'challenged'> = {}): Promise<string> {
    const table = await this.sit({ case: 'findTable', value: { options, ...wish } });
    this.found.set(table, wish.any ?? []);
    return table;
  }
  async takeSeat(table: string): Promise<string> {
    return this.sit({ case: 'takeSeat', value: { tableId: fromUuid(table)! } });
  }
  async rematch(match: string): Promise<string> {
    return this.sit({ case: 'rematch', value: { matchId: fromUuid(match)! } });
  }
  async leave(table: string): Promise<void> {
    await this.contact.request({ case: 'leaveTable', value: { tableId: fromUuid(table)! } });
    this.all.delete(table);
  }
  // Does not sit down where this player is challenged.
  async decline(table: string): Promise<void> {
    await this.contact.request({ case: 'declineChallenge', value: { tableId: fromUuid(table)! } });
    this.all.delete(table);
  }
  async seatBot(table: string, seat: number, level: BotLevel): Promise<void> {
    await this.contact.request({ case: 'seatBot', value: { tableId: fromUuid(table)!, seat, level } });
  }

  // What the own seat brings to a table.
  async setPart(table: string, part: Part): Promise<void> {
    await this.contact.request({ case: 'setPart', value: { tableId: fromUuid(table)!, part } });
  }

  // Opens a table of which all other seats are bots'.
  async playBots(options: Options, level: BotLevel, wish: OwnWish = {}): Promise<string> {
    const table = await this.open(options, true, wish);
    const seats = this.all.get(table)?.seats ?? [];
    for (const [seat, { occupant }] of seats.entries()) {
      if (occupant.case === undefined) await this.seatBot(table, seat, level);
    }
    return table;
  }

  private async sit(command: Command): Promise<string> {
    const answer = await this.contact.request(command);
    if (answer.case !== 'tableState') throw new Error('no table');
    const table = uuid(answer.value.tableId);
    this.seatedHere.add(table);
    return table;
  }

  // Whether it is this page that waits at the table, and not only another one of the same player.
  waitsHere(table: string): boolean {
    return this.seatedHere.has(table);
  }

  // What was said at the sign-in.
  signedIn(tables: readonly Table[], again: boolean): void {
    this.shaking.clear();
    if (again) this.keepOnly(tables.map(({ tableId }) => tableId));
    for (const table of tables) {
      if (!again) this.seatedHere.add(uuid(table.tableId));
      this.took(table);
    }
    if (again) this.findAgain(tables);
  }

  // Forgets all other tables.
  keepOnly(ids: readonly Uint8Array[]): void {
    const kept = new Set(ids.map((id) => uuid(id)));
    for (const table of this.all.keys()) {
      if (!kept.has(table)) this.all.delete(table);
    }
  }

  clear(): void {
    this.all.clear();
    this.choosing.endAll();
    this.seatedHere.clear();
  }

  // Another player who waits for anybody may have come back later than this page, and sit at a table of their own:
  // asking
  // again gives this player a seat there, or the same table.
  private findAgain(tables: readonly Table[]): void {
    for (const table of tables.filter((one) => this.found.has(uuid(one.tableId)) && waitsAlone(one))) {
      const { turnSeconds, absenceSeconds } = table;
      const { part } = table.seats[seatAt(table, this.identity.account)] ?? {};
      const any = this.found.get(uuid(table.tableId)) ?? [];
      void this.find(table.options!, { turnSeconds, absenceSeconds, part, any })
        .then((id) => id !== uuid(table.tableId) && this.moved.set(uuid(table.tableId), id))
        .catch(() => undefined);
    }
  }

  // Keeps the table, and does this seat's part of the hand-shake.
  took(table: Table): void {
    const id = uuid(table.tableId);
    if (table.phase === TablePhase.CLOSED) {
      // The player who has lost the seat is told why.
      this.choosing.end(id);
      if (table.lostSeat === LostSeatReason.UNSPECIFIED) this.all.delete(id);
      else this.all.set(id, table);
      return;
    }
    if (!this.all.has(id)) this.choosing.begin(id, table, this.identity.account);
    this.all.set(id, table);
    if (this.choosing.has(id)) return this.choosing.goOn(id, table);
    if (this.shaking.has(id)) return;
    if (this.key.other !== '' || this.accused.has(id)) return;
    const step = this.handshake.next(table, this.identity.account);
    if (step.is === 'accuse') this.accuse(step.accusation);
    if (step.is === 'lookAgain') this.lookAgain(id, step.at);
    if (step.is !== 'send') return;
    this.shaking.add(id);
    const done = () => {
      this.shaking.delete(id);
      const now = this.all.get(id);
      if (now && now !== table) this.took(now);
    };
    this.contact.session.request(step.command).then(done, () => this.shaking.delete(id));
  }

  // All is chosen at this table: the hand-shake goes on.
  chose(id: string): void {
    if (!this.choosing.end(id)) return;
    const table = this.all.get(id);
    if (table && this.contact.link === 'on') this.took(table);
  }

  private accuse(accusation: Accusation): void {
    this.accused.set(accusation.match, accusation);
    this.profiles.accusations.save(accusation);
  }

  // The hand-shakes that have waited for the key go on.
  trustKey(): void {
    this.key.trust();
    for (const table of this.all.values()) this.took(table);
  }

  // Judges the table once more, unless it has changed meanwhile.
  private lookAgain(id: string, at: number): void {
    setTimeout(
      () => {
        const now = this.all.get(id);
        if (now && this.contact.link === 'on') this.took(now);
      },
      Math.max(0, at - Date.now()) + 1,
    );
  }
}
