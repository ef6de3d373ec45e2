// What a page's server told it, frame by frame, as bytes and as what they mean.
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import type { Page } from 'playwright-core';
import { ClientMessageSchema, type ClientMessage } from '../src/gen/wyrmhall/v1/client_pb';
import { ServerMessageSchema, type ServerMessage } from '../src/gen/wyrmhall/v1/server_pb';

export interface Heard {
  raw: Buffer;
  message: ServerMessage;
}

// All but the answers to the page's own questions whether the server is there, which come when they come.
export function listen(page: Page): Heard[] {
  const heard: Heard[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const raw = Buffer.from(payload);
      const message = fromBinary(ServerMessageSchema, raw);
      if (message.message.case !== 'pong') heard.push({ raw, message });
    }),
  );
  return heard;
}

// What the page asks its server for.
export function asked(page: Page): ClientMessage['command'][] {
  const commands: ClientMessage['command'][] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      commands.push(fromBinary(ClientMessageSchema, Buffer.from(payload)).command);
    }),
  );
  return commands;
}

// The frame without the list of what this player itself can choose: in an allocation that is every possible one.
export function besideChoices({ raw }: Heard): Buffer {
  const bare = fromBinary(ServerMessageSchema, raw);
  const { message } = bare;
  const updates =
    message.case === 'update' ? [message.value] : message.case === 'matchOpened' ? message.value.updates : [];
  if (updates.every(({ choices }) => choices === undefined)) return raw;
  for (const update of updates) delete update.choices;
  return Buffer.from(toBinary(ServerMessageSchema, bare));
}

// Whether the two allocations of the arena are revealed in it.
export const reveals = ({ message }: Heard): boolean =>
  message.message.case === 'update' &&
  message.message.value.events.some(({ game }) => game.case === 'arena' && game.value.event.case === 'revealed');
