// For tests: signs what a server signs (docs/dice.md), true or not.
import { getPublicKey, hashes, sign } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import { create } from '@bufbuild/protobuf';
import { BotLevel, StatementSchema, type Statement, type Table } from '../gen/wyrmhall/v1/table_pb';
import { fromHex, hex, uuid } from '../net/bytes';
import { hashOf, type Aborted, type End, type Signed } from '../trust/statement';

hashes.sha512 = sha512;

export class Notary {
  private readonly secret: Uint8Array;
  readonly key: Uint8Array;

  constructor(fill: number) {
    this.secret = new Uint8Array(32).fill(fill);
    this.key = getPublicKey(this.secret);
  }

  signed(text: string): Signed {
    const signature = hex(sign(new TextEncoder().encode(text), this.secret));
    return { text, key: hex(this.key), signature };
  }

  statement(text: string): Statement {
    const { signature } = this.signed(text);
    return create(StatementSchema, {
      text: new TextEncoder().encode(text),
      publicKey: this.key,
      signature: fromHex(signature)!,
    });
  }
}

const TIME = '2026-11-21T03:13:15.302683Z';

// What a table's statement says that says what the table shows.
export function startText(table: Table, attempt = table.abortedCount + 1, time = TIME): string {
  const seats = table.seats.map(({ occupant, commitment }, i) =>
    occupant.case === 'player'
      ? `seat ${i} player ${uuid(occupant.value.accountId)} ${hex(commitment)}\n`
      : `seat ${i} bot ${BotLevel[occupant.value?.level ?? 0].toLowerCase()}\n`,
  );
  return [
    'wyrmhall start 1\n',
    `match ${uuid(table.tableId)}\n`,
    `attempt ${attempt}\n`,
    `game ${table.options?.game.case ?? ''}\n`,
    'rules 1\n',
    'options {}\n',
    `turn-seconds ${table.turnSeconds}\n`,
    `server-commitment ${hex(table.serverCommitment)}\n`,
    `time ${time}\n`,
    ...seats,
  ].join('');
}

export function abortedText(start: string, aborted: Omit<Aborted, 'start' | 'time'>): string {
  const { match, attempt, reason, named, serverSeed, shown } = aborted;
  return [
    'wyrmhall aborted 1\n',
    `match ${match}\n`,
    `attempt ${attempt}\n`,
    `start ${hashOf(start)}\n`,
    `reason ${reason}\n`,
    `named ${named.join(' ') || 'none'}\n`,
    `server-seed ${serverSeed}\n`,
    ...shown.map((x0, i) => `shown ${i} ${x0 || 'none'}\n`),
    `time ${TIME}\n`,
  ].join('');
}

export function endText(end: End): string {
  return [
    'wyrmhall end 1\n',
    `match ${end.match}\n`,
    `start ${end.start || 'none'}\n`,
    `server-seed ${end.serverSeed}\n`,
    `record ${end.record}\n`,
    `rolls ${end.rolls}\n`,
    `unforeseeable ${end.unforeseeable}\n`,
    `after-bot ${end.afterBot}\n`,
    `by-stand-in ${end.byStandIn}\n`,
    `without-chain ${end.withoutChain}\n`,
  ].join('');
}
