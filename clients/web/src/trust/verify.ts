// Checks the dice of a finished match with no help from the server: hashes, commitments, links, and every roll. It knows
// no rules; `wyrmhall verify` checks them too.
import { sha256 } from '@noble/hashes/sha2.js';
import { equal, fromHex, fromUuid, hex } from '../net/bytes';
import { linkOf } from './chain';
import type { Foresight } from './statement';
import { ConfirmationCheck, type Confirmations } from './confirmations';
import { foresightOf } from './foresight';
import { checkReceipts } from './vouched';
import { Wrong, parseRecord, type MatchRecord, type Roll } from './record';
import { DiceStream } from './stream';

// One roll, and which secrets had been mixed in just before it.
export interface CheckedRoll extends Roll {
  // Index of the move; -1 for what was rolled before the first.
  move: number;
}
export interface Mixed {
  move: number;
  seat: number;
  link: string;
}
export interface Verdict {
  record: MatchRecord;
  hashes: number;
  committed: number;
  links: number;
  rolls: CheckedRoll[];
  mixed: Mixed[];
  foresight: Foresight;
  confirmations: Confirmations;
  // The key that has signed it, in hexadecimal; empty where nobody vouches for it.
  vouchedBy: string;
}

function need(condition: boolean, where: string): asserts condition {
  if (!condition) throw new Wrong(where);
}

function bytesOf(text: string | undefined, length: number, where: string): Uint8Array {
  const bytes = text === undefined ? undefined : fromHex(text);
  need(bytes?.length === length, where);
  return bytes;
}

const HASH_LETTERS = 32;
const chained = (before: string, value: unknown): string =>
  hex(sha256(new TextEncoder().encode(before + JSON.stringify(value)))).slice(0, HASH_LETTERS);

function checkHashes(raw: Record<string, unknown>, record: MatchRecord): number {
  const before: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(raw)) {
    if (key === 'startHash') break;
    before[key] = value;
  }
  // Names are labels: a player can have one taken away.
  if (record.format > 1) before['seats'] = record.seats.map((seat) => ({ ...seat, name: undefined }));
  let hash = chained('', before);
  need(record.startHash === hash, 'startHash');
  for (const [i, move] of record.moves.entries()) {
    const { hash: claimed, ...rest } = move;
    hash = chained(hash, rest);
    need(claimed === hash, `moves[${i}].hash`);
  }
  need(record.hash === chained(hash, record.outcome), 'hash');
  return record.moves.length + 2;
}

// The last link shown by each seat that has a chain.
function checkCommitments(record: MatchRecord): { seed: Uint8Array; chains: Map<number, Uint8Array> } {
  const seed = bytesOf(record.serverSeed, 32, 'serverSeed');
  need(hex(sha256(seed)) === record.serverCommitment, 'serverSeed');
  const chains = new Map<number, Uint8Array>();
  for (const [seat, who] of record.seats.entries()) {
    if ('bot' in who) continue;
    const x0 = bytesOf(who.x0, 16, `seats[${seat}].x0`);
    need(hex(linkOf(x0)) === who.commitment, `seats[${seat}].x0`);
    chains.set(seat, x0);
  }
  return { seed, chains };
}

// Throws Wrong at the first thing that does not fit.
export function verify(text: string): Verdict {
  const { record, raw } = parseRecord(text);
  const hashes = checkHashes(raw, record);
  const { seed, chains } = checkCommitments(record);
  const committed = chains.size;
  const matchId = fromUuid(record.matchId);
  need(matchId !== undefined, 'matchId');
  const roots = record.seats.map((_, seat) => chains.get(seat) ?? new Uint8Array());
  const confirmations = new ConfirmationCheck(matchId);
  const stream = new DiceStream(seed, matchId, roots);
  const rolls: CheckedRoll[] = [];
  const mixed: Mixed[] = [];
  const check = (recorded: Roll[], move: number, where: string) => {
    for (const [i, roll] of recorded.entries()) {
      need(stream.roll(roll.sides) === roll.value, `${where}.rolls[${i}]`);
      rolls.push({ ...roll, move });
    }
  };
  check(record.start.rolls, -1, 'start');
  for (const [i, move] of record.moves.entries()) {
    const where = `moves[${i}]`;
    const seat = move.seat ?? -1;
    const last = chains.get(seat);
    if (move.link !== undefined) {
      const x = bytesOf(move.link, 16, `${where}.link`);
      need(move.kind === 'action' && last !== undefined && equal(linkOf(x), last), `${where}.link`);
      chains.set(seat, x);
      stream.show(seat, x);
      confirmations.decided(seat, x, move);
      mixed.push({ move: i, seat, link: move.link });
    } else if (move.kind === 'action' && last) {
      need(move.chainLost === true, `${where}.link`);
      chains.delete(seat);
    }
    for (const [j, { seat: other, link }] of (move.links ?? []).entries()) {
      const x = bytesOf(link, 16, `${where}.links[${j}]`);
      const before = chains.get(other);
      need(other !== seat && before !== undefined && equal(linkOf(x), before), `${where}.links[${j}]`);
      chains.set(other, x);
      stream.show(other, x);
      confirmations.shown(other, x);
      mixed.push({ move: i, seat: other, link });
    }
    check(move.rolls, i, where);
  }
  let before = -1;
  for (const [i, { seat, link }] of (record.closingLinks ?? []).entries()) {
    const where = `closingLinks[${i}]`;
    const x = bytesOf(link, 16, where);
    const last = chains.get(seat);
    need(seat > before && last !== undefined && equal(linkOf(x), last), where);
    confirmations.shown(seat, x);
    before = seat;
  }
  const foresight = foresightOf(record);
  const vouchedBy = checkReceipts(record, raw, foresight);
  const counted = { foresight, confirmations: confirmations.all() };
  return { record, hashes, committed, links: mixed.length, rolls, mixed, ...counted, vouchedBy };
}
