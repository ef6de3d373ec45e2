// The real server's statements, signed anew by a key of ours on their way to the page: so a test can have the server sign
// whatever it likes.
import type { Receipt } from '../src/gen/wyrmhall/v1/receipt_pb';
import type { ServerMessage } from '../src/gen/wyrmhall/v1/server_pb';
import { TablePhase, type Table } from '../src/gen/wyrmhall/v1/table_pb';
import { uuid } from '../src/net/bytes';
import { hashOf, readEnd, signedOf } from '../src/trust/statement';
import { Notary, endText, startText } from '../src/testing/notary';

export class Signing {
  readonly notary: Notary;
  // By match.
  readonly starts = new Map<string, string>();

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
        const { info } = message.value;
        const start = info && this.starts.get(uuid(info.matchId));
        if (start) info.start = this.notary.statement(start);
        break;
      }
      case 'receipt':
        this.receipt(message.value);
        break;
    }
    return true;
  }

  private receipt(receipt: Receipt): void {
    const start = this.starts.get(uuid(receipt.matchId)) ?? '';
    const end = readEnd(signedOf(receipt.end)?.text ?? '');
    if (!end) return;
    receipt.start = this.notary.statement(start);
    receipt.end = this.notary.statement(endText({ ...end, start: hashOf(start) }));
  }
}
