// The hand-shake by which a match starts (docs/dice.md), as this client's seat takes part in it: a fresh chain for each
// commitment of the server's, kept before anybody hears of it; then its end, once everybody has committed.
import { sha256 } from '@noble/hashes/sha2.js';
import type { MatchInfo } from '../gen/wyrmhall/v1/match_pb';
import { TablePhase, type Table, type TableSeat } from '../gen/wyrmhall/v1/table_pb';
import { equal, uuid } from './bytes';
import { Chain, linkOf } from './chain';
import type { Keep, KeptChain } from './keep';
import type { Command } from './session';

// The seat of an account at a table; -1 for none.
export function seatAt(table: Table, account: string): number {
  return table.seats.findIndex((s) => s.occupant.case === 'player' && uuid(s.occupant.value.accountId) === account);
}

export function isFull(table: Table): boolean {
  return table.seats.every((seat) => seat.occupant.case !== undefined);
}

// The chain that is kept for a table, if it was made for what the server promises there now: a chain is used for one
// promise only, since when a start was called off its end may have been shown.
function chainFor(keep: Keep, table: Table): KeptChain | undefined {
  const kept = keep.chain(uuid(table.tableId));
  return kept && equal(kept.serverCommitment, table.serverCommitment) ? kept : undefined;
}

function ready(keep: Keep, table: Table, seat: TableSeat): Command | undefined {
  if (!chainFor(keep, table)) {
    keep.saveChain(uuid(table.tableId), {
      root: Chain.draw().root,
      serverCommitment: table.serverCommitment,
      seatCommitments: [],
    });
  }
  // Read again: another tab of the same player may have been quicker, and one chain is for all tabs.
  const kept = chainFor(keep, table);
  if (!kept) return undefined;
  const commitment = new Chain(kept.root).commitment();
  if (equal(seat.commitment, commitment)) return undefined;
  return {
    case: 'ready',
    value: { tableId: table.tableId, commitment, serverCommitment: table.serverCommitment },
  };
}

function reveal(keep: Keep, table: Table, seat: TableSeat): Command | undefined {
  if (seat.revealed) return undefined;
  const kept = chainFor(keep, table);
  if (!kept) return undefined;
  const chain = new Chain(kept.root);
  if (!equal(chain.commitment(), seat.commitment)) return undefined;
  keep.saveChain(uuid(table.tableId), { ...kept, seatCommitments: table.seats.map((other) => other.commitment) });
  return { case: 'reveal', value: { tableId: table.tableId, x0: chain.at(0) } };
}

// What is to be sent now that a table stands like this; nothing where it is others' turn.
export function nextStep(keep: Keep, table: Table, account: string): Command | undefined {
  const index = seatAt(table, account);
  if (index < 0) return undefined;
  if (table.phase === TablePhase.OPEN && isFull(table)) return ready(keep, table, table.seats[index]);
  if (table.phase === TablePhase.REVEALING) return reveal(keep, table, table.seats[index]);
  return undefined;
}

// Whether the server and the others kept what they had promised before the match.
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
