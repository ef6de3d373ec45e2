// Somebody between a page and the real server who changes what either is told: what a dishonest server could say.
import { create, fromBinary, toBinary, type MessageInitShape } from '@bufbuild/protobuf';
import type { Page } from 'playwright-core';
import { ClientMessageSchema, type ClientMessage } from '../src/gen/wyrmhall/v1/client_pb';
import type { DuelFight } from '../src/gen/wyrmhall/v1/duel_pb';
import type { MatchUpdate } from '../src/gen/wyrmhall/v1/match_pb';
import { ServerMessageSchema, type ServerMessage } from '../src/gen/wyrmhall/v1/server_pb';

type Told = NonNullable<MessageInitShape<typeof ServerMessageSchema>['message']>;
export type Say = (message: Told, answerTo?: bigint) => void;

export interface Lies {
  // What the page says: changed in place, passed on if true comes back, and swallowed otherwise.
  fromPage?: (message: ClientMessage, say: Say) => boolean;
  // What the server says: changed in place, passed on unless false comes back.
  fromServer?: (message: ServerMessage) => boolean | undefined;
}

export const told = (message: Told, answerTo = 0n): Buffer =>
  Buffer.from(toBinary(ServerMessageSchema, create(ServerMessageSchema, { answerTo, message })));

// What the page is told of a match, whichever way.
export function updatesIn({ message }: ServerMessage): MatchUpdate[] {
  if (message.case === 'update') return [message.value];
  return message.case === 'matchOpened' || message.case === 'story' ? message.value.updates : [];
}

export const fightsIn = (message: ServerMessage): DuelFight[] =>
  updatesIn(message)
    .flatMap(({ events }) => events)
    .flatMap(({ game }) => (game.case === 'duel' && game.value.event.case === 'fight' ? [game.value.event.value] : []));

// Before the page is opened.
export async function lieTo(page: Page, lies: Lies): Promise<void> {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      const message = fromBinary(ClientMessageSchema, Buffer.from(frame as Buffer));
      const say: Say = (what, answerTo) => socket.send(told(what, answerTo));
      if (lies.fromPage?.(message, say) ?? true) server.send(Buffer.from(toBinary(ClientMessageSchema, message)));
    });
    server.onMessage((frame) => {
      const message = fromBinary(ServerMessageSchema, Buffer.from(frame as Buffer));
      if (lies.fromServer?.(message) ?? true) socket.send(Buffer.from(toBinary(ServerMessageSchema, message)));
    });
  });
}
