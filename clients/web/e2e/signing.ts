// The real server's statements, signed anew by a key of ours on their way to the page: so a test can have the server sign
// whatever it likes.
import { create } from '@bufbuild/protobuf';
import type { ClientMessage } from '../src/gen/wyrmhall/v1/client_pb';
import { ReceiptSchema } from '../src/gen/wyrmhall/v1/receipt_pb';
import type { ServerMessage } from '../src/gen/wyrmhall/v1/server_pb';
import { TablePhase, type Table } from '../src/gen/wyrmhall/v1/table_pb';
import { hex, uuid } from '../src/net/bytes';
import { hashOf } from '../src/net/statement';
import { Notary, endText, startText } from '../src/testing/notary';
import type { Say } from './liar';

export class Signing {
  readonly notary: Notary;
  // By match.
  readonly starts = new Map<string, string>();
  private readonly seeds = new Map<string, string>();

  constructor(fill: number) {
    this.notary = new Notary(fill);
  }

  table(table: Table): void {
    if (table.phase !== TablePhase.REVEALING) return;
    const text = startText(table);
    this.starts.set(uuid(table.tableId), text);
    table.start = this.notary.statement(text);
  }

  fromServer({ message }: ServerMessage): boolean {
    switch (message.case) {
      case 'welcome':
        message.value.receiptKey = this.notary.key;
        message.value.olderReceiptKeys = [];
        break;
      case 'signedIn':
        for (const table of message.value.tables) this.table(table);
        break;
      case 'tableState':
        this.table(message.value);
        break;
      case 'matchOpened': {
        const { info, updates } = message.value;
        const start = info && this.starts.get(uuid(info.matchId));
        if (start) info.start = this.notary.statement(start);
        for (const { serverSeed } of updates) if (info) this.seed(uuid(info.matchId), serverSeed);
        break;
      }
      case 'update':
        for (const match of this.starts.keys()) this.seed(match, message.value.serverSeed);
        break;
    }
    return true;
  }

  private seed(match: string, seed: Uint8Array): void {
    if (seed.length > 0) this.seeds.set(match, hex(seed));
  }

  // Answers for the end.
  fromPage({ commandId, command }: ClientMessage, say: Say): boolean {
    if (command.case !== 'askReceipt') return true;
    const match = uuid(command.value.matchId);
    const start = this.starts.get(match) ?? '';
    const end = endText({
      match,
      start: hashOf(start),
      serverSeed: this.seeds.get(match) ?? '',
      record: 'ab'.repeat(16),
      rolls: 9,
      unforeseeable: 4,
      afterBot: 5,
      byStandIn: 0,
      withoutChain: 0,
    });
    const value = create(ReceiptSchema, {
      matchId: command.value.matchId,
      start: this.notary.statement(start),
      end: this.notary.statement(end),
    });
    say({ case: 'receipt', value }, commandId);
    return false;
  }
}
