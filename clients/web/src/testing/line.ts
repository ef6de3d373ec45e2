// For tests: a connection to a server by hand.
import { create, fromBinary, toBinary, type MessageInitShape } from '@bufbuild/protobuf';
import { ClientMessageSchema, type ClientMessage } from '../gen/wyrmhall/v1/client_pb';
import { ServerMessageSchema } from '../gen/wyrmhall/v1/server_pb';
import type { Table } from '../gen/wyrmhall/v1/table_pb';
import type { WireEvents } from '../net/connection';

type Answer = MessageInitShape<typeof ServerMessageSchema>['message'];

export const PLAYER = { name: 'Copper Newt', accountId: new Uint8Array(16).fill(7) };

// What it was sent, and what it answers. It answers pings by itself unless it is silent.
export class Line {
  events: WireEvents | undefined;
  dials = 0;
  pings = 0;
  silent = false;
  readonly sent: ClientMessage[] = [];
  dial = (events: WireEvents) => {
    this.dials++;
    this.events = events;
    return {
      send: (bytes: Uint8Array) => this.take(fromBinary(ClientMessageSchema, bytes)),
      close: () => events.closed(),
    };
  };
  private take(message: ClientMessage): void {
    if (message.command.case !== 'ping') return void this.sent.push(message);
    this.pings++;
    if (!this.silent) this.answer({ case: 'pong', value: {} }, message.commandId);
  }
  answer(message: NonNullable<Answer>, to = this.sent.at(-1)!.commandId): void {
    this.events!.message(toBinary(ServerMessageSchema, create(ServerMessageSchema, { answerTo: to, message })));
  }
  get last(): ClientMessage['command'] {
    return this.sent.at(-1)!.command;
  }
  // A guest with a token, or somebody who comes back; who sits at these tables.
  signIn(token?: Uint8Array, tables: Table[] = []): void {
    this.events!.opened();
    this.answer({ case: 'welcome', value: {} });
    this.answer({ case: 'signedIn', value: { player: PLAYER, tables, ...(token ? { token } : {}) } });
  }
}
