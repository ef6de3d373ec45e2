// The hand-shake by which a match starts (docs/dice.md), as this client's seat takes part in it: a fresh chain for each
// commitment of the server's, kept before anybody hears of it; then its end, once everybody has committed, for that one
// start and no other.
import { sha256 } from '@noble/hashes/sha2.js';
import type { MatchInfo } from '../gen/wyrmhall/v1/match_pb';
import { TablePhase, type Table } from '../gen/wyrmhall/v1/table_pb';
import type { Accusation, Fault } from './accusation';
import { equal, hex, uuid } from '../net/bytes';
import { Chain, linkOf } from './chain';
import type { ProfileStore } from '../profile/profile_store';
import type { Receipts } from '../profile/receipts';
import type { KeptChain, Secrets } from '../profile/secrets';
import type { Command } from '../net/session';
import { Starts } from './start';
import { signedOf } from './statement';

// The seat of an account at a table; -1 for none.
export function seatAt(table: Table, account: string): number {
  return table.seats.findIndex((s) => s.occupant.case === 'player' && uuid(s.occupant.value.accountId) === account);
}

export function isFull(table: Table): boolean {
  return table.seats.every((seat) => seat.occupant.case !== undefined);
}

export function waitsAlone(table: Table): boolean {
  return table.phase === TablePhase.OPEN && table.seats.filter((seat) => seat.occupant.case !== undefined).length === 1;
}

// The names of those who played the match that this is a rematch of, or are challenged, and do not sit here.
export function awaitedAt(table: Table): string[] {
  const challenged = table.challenged.flatMap(({ player, declined }) => (player && !declined ? [player] : []));
  return [...table.rematchPlayers, ...challenged]
    .filter(({ accountId }) => seatAt(table, uuid(accountId)) < 0)
    .map(({ name }) => name);
}

// What to do in this state of a table.
export type Step =
  // Others must act, or it is not this player's table.
  | { is: 'nothing' }
  | { is: 'send'; command: Command }
  // What came may be older than what another tab has seen: judge again at that time, in milliseconds of Date.now().
  | { is: 'lookAgain'; at: number }
  // The server manipulates the start: nothing more is shown to it.
  | { is: 'accuse'; accusation: Accusation };

const NOTHING: Step = { is: 'nothing' };

// How long a message of before x_0 were shown may still come, on the slower connection of another tab.
const OLDER_MS = 5000;
// How long a server may take to tell how a start ended that it called off.
const WORDLESS_MS = 60_000;

// The hand-shake of one account, over what this browser keeps.
export class Handshake {
  private readonly secrets: Secrets;
  private readonly receipts: Receipts;
  private readonly starts: Starts;
  // By table: since when the server has not said how its last start ended.
  private readonly wordless = new Map<string, number>();

  constructor(profiles: Pick<ProfileStore, 'secrets' | 'receipts'>) {
    this.secrets = profiles.secrets;
    this.receipts = profiles.receipts;
    this.starts = new Starts(profiles.receipts);
  }

  next(table: Table, account: string, now = Date.now()): Step {
    const index = seatAt(table, account);
    if (index < 0) return NOTHING;
    const id = uuid(table.tableId);
    // Its match is being played: nothing that is said about its table changes that.
    if (this.secrets.chain(id)?.started) return NOTHING;
    const spent = (commitment: Uint8Array) => this.secrets.sawCommitment(commitment, id, true);
    const accusation = this.starts.calledOff(table, account, spent);
    if (accusation) return this.accuse(accusation);
    if (table.phase === TablePhase.OPEN && isFull(table)) return this.ready(table, index, now);
    if (table.phase === TablePhase.REVEALING) return this.reveal(table, index, now);
    return NOTHING;
  }

  private accuse(accusation: Accusation): Step {
    const kept = this.secrets.chain(accusation.match);
    const links = kept && kept.shownAt > 0 ? [hex(new Chain(kept.root).at(0))] : [];
    return { is: 'accuse', accusation: { ...accusation, links } };
  }

  private bent(fault: Fault, table: Table, seat: number): Step {
    const serverCommitment = hex(table.serverCommitment);
    const starts = this.receipts.all().filter((receipt) => receipt.serverCommitment === serverCommitment);
    const now = signedOf(table.start);
    const statements = [...starts.map(({ start }) => start), ...(now ? [now] : [])];
    return this.accuse({ fault, match: uuid(table.tableId), statements, seat, links: [], seen: { serverCommitment } });
  }

  // The chain that is stored for the server's present commitment at a table: a chain is for one commitment only.
  private chainFor(table: Table): KeptChain | undefined {
    const kept = this.secrets.chain(uuid(table.tableId));
    return kept && equal(kept.serverCommitment, table.serverCommitment) ? kept : undefined;
  }

  // News of an open table may be older than what another tab has seen and shown.
  private unlessOlder(fault: Fault, table: Table, seat: number, shownAt: number, now: number): Step {
    const until = shownAt + OLDER_MS;
    return now < until && until - now <= OLDER_MS ? { is: 'lookAgain', at: until } : this.bent(fault, table, seat);
  }

  private ready(table: Table, index: number, now: number): Step {
    const id = uuid(table.tableId);
    const before = this.chainFor(table);
    const seen = this.secrets.commitment(table.serverCommitment);
    if (seen && seen.table !== id) return this.bent('repeated', table, index);
    // Shown, and yet the table is open: the start was called off, and the server's commitment kept. With the same x_0, or
    // another one, the server could choose among starts.
    if (seen?.spent || (before?.shownAt ?? 0) > 0) {
      return this.unlessOlder('repeated', table, index, before?.shownAt ?? 0, now);
    }
    const last = this.receipts.last(id);
    if (last && last.attempt > table.abortedCount) {
      // Called off without a word of how it ended. After a restart that word comes once it is on the disk.
      const since = this.wordless.get(id) ?? now;
      this.wordless.set(id, since);
      const until = since + WORDLESS_MS;
      return now < until ? { is: 'lookAgain', at: until } : this.bent('untraced', table, index);
    }
    this.wordless.delete(id);
    this.secrets.sawCommitment(table.serverCommitment, id, false);
    if (!before) {
      this.secrets.saveChain(id, {
        root: Chain.draw().root,
        serverCommitment: table.serverCommitment,
        seatCommitments: [],
        shownAt: 0,
        started: false,
      });
    }
    // Read again: another tab of the same player may have been quicker, and one chain is for all tabs.
    const kept = this.chainFor(table);
    if (!kept) return NOTHING;
    const commitment = new Chain(kept.root).commitment();
    if (equal(table.seats[index].commitment, commitment)) return NOTHING;
    const value = { tableId: table.tableId, commitment, serverCommitment: table.serverCommitment };
    return { is: 'send', command: { case: 'ready', value } };
  }

  private reveal(table: Table, index: number, now: number): Step {
    const id = uuid(table.tableId);
    const seat = table.seats[index];
    const kept = this.chainFor(table);
    if (!kept) return NOTHING;
    const seatCommitments = table.seats.map(({ commitment }) => commitment);
    const seen = this.secrets.commitment(table.serverCommitment);
    if (kept.shownAt > 0) {
      // The same start again: another tab has shown it, or the connection was lost. Any other start gets nothing.
      const same = kept.seatCommitments.length === seatCommitments.length;
      if (!same || !seatCommitments.every((seat, i) => equal(seat, kept.seatCommitments[i]))) {
        return this.bent('repeated', table, index);
      }
    } else if (seen && (seen.spent || seen.table !== id)) {
      return this.bent('repeated', table, index);
    }
    const chain = new Chain(kept.root);
    if (!equal(chain.commitment(), seat.commitment)) return NOTHING;
    const x0 = chain.at(0);
    const accusation = this.starts.atTable(table, index, hex(x0), now);
    if (accusation) return this.accuse(accusation);
    if (seat.revealed) {
      this.starts.taken(id);
      return NOTHING;
    }
    // Marked before it is sent: what may have been seen has been seen.
    if (kept.shownAt === 0) {
      this.secrets.saveChain(id, { ...kept, seatCommitments, shownAt: now });
      this.secrets.saveShown(id, { used: 0, sent: 0, open: '' });
      this.secrets.sawCommitment(table.serverCommitment, id, true);
    }
    return { is: 'send', command: { case: 'reveal', value: { tableId: table.tableId, x0 } } };
  }
}

// Whether the server and the other seats kept their commitments.
export type Promised = 'kept' | 'otherSeed' | 'otherSecret';

export function promisedAtStart(kept: KeptChain, info: MatchInfo): Promised {
  if (!equal(info.serverCommitment, kept.serverCommitment)) return 'otherSeed';
  const honest = info.seats.every((seat, index) => {
    if (seat.occupant.case !== 'player') return true;
    const promised = kept.seatCommitments[index];
    return (!promised || equal(promised, seat.commitment)) && equal(linkOf(seat.x0), seat.commitment);
  });
  return honest ? 'kept' : 'otherSecret';
}

export function promisedAtEnd(serverCommitment: Uint8Array, serverSeed: Uint8Array): Promised {
  return equal(sha256(serverSeed), serverCommitment) ? 'kept' : 'otherSeed';
}
