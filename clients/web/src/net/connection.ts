// One WebSocket after the other: messages in, frames out, and a new connection when one is lost.
import type { ServerMessage } from '../gen/wyrmhall/v1/server_pb';
import { Backoff } from './backoff';
import { Reader } from './reader';

export interface Wire {
  send(bytes: Uint8Array): void;
  close(): void;
}

export interface WireEvents {
  opened(): void;
  message(bytes: Uint8Array): void;
  closed(): void;
}

export type Dial = (events: WireEvents) => Wire;

export interface ConnectionEvents {
  opened(): void;
  message(message: ServerMessage): void;
  // It is gone, or could not be made; the next try comes after so many milliseconds.
  lost(retryInMs: number): void;
}

export class Connection {
  private wire: Wire | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly dial: Dial,
    private readonly events: ConnectionEvents,
    private readonly backoff = new Backoff(),
  ) {}

  // Connects now, even if a wait is running.
  connect(): void {
    if (this.wire) return;
    clearTimeout(this.retry);
    const reader = new Reader({
      wanted: () => this.wire === wire,
      message: (message) => this.events.message(message),
      // The next connection asks for it anew, and the page looks whether there is a newer version of it.
      failed: () => this.cut(),
    });
    const wire = this.dial({
      opened: () => this.wire === wire && this.events.opened(),
      message: (bytes) => this.wire === wire && reader.read(bytes),
      closed: () => this.wire === wire && this.gone(),
    });
    this.wire = wire;
  }

  send(bytes: Uint8Array): void {
    this.wire?.send(bytes);
  }

  // The server answered: after the next loss the first wait is short again.
  worked(): void {
    this.backoff.reset();
  }

  // Cuts the present connection, as if it had been lost.
  cut(): void {
    const wire = this.wire;
    if (!wire) return;
    this.gone();
    wire.close();
  }

  // Ends it, until connect() is called.
  end(): void {
    clearTimeout(this.retry);
    const wire = this.wire;
    this.wire = undefined; // before it says that it is closed
    wire?.close();
  }

  private gone(): void {
    this.wire = undefined;
    const wait = this.backoff.next();
    this.retry = setTimeout(() => this.connect(), wait);
    this.events.lost(wait);
  }
}

// By the browser's own WebSocket.
export function dialer(url: string): Dial {
  return (events) => {
    const socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => events.opened();
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => events.message(new Uint8Array(event.data));
    socket.onclose = () => events.closed();
    return {
      send: (bytes) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(new Uint8Array(bytes));
      },
      close: () => socket.close(),
    };
  };
}
