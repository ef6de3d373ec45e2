// One WebSocket after the other: messages in, frames out, and a new connection when one is lost or has gone silent.
import type { ServerMessage } from '../gen/wyrmhall/v1/server_pb';
import { Backoff } from './backoff';
import { Heartbeat } from './heartbeat';
import { Reader } from './reader';

// A connection that is not made by then will not be: a frozen server takes it and says nothing.
const OPEN_MS = 10_000;
// The code with which a server closes that goes away. Where there is another, it has gone on with everything, so the first try
// needs no wait; but not over and over, if a server sends everybody away.
const GOING_AWAY = 1001;
const SHORTEST_STAY_MS = 1_000;

export interface Wire {
  send(bytes: Uint8Array): void;
  close(): void;
}

export interface WireEvents {
  opened(): void;
  message(bytes: Uint8Array): void;
  closed(code?: number): void;
}

export type Dial = (events: WireEvents) => Wire;

export interface ConnectionEvents {
  opened(): void;
  message(message: ServerMessage): void;
  // Nothing has come for a while: is the server still there? Anything that comes is an answer.
  ask(): void;
  // It is gone, or could not be made; the next try comes after `retryInMs`.
  lost(retryInMs: number): void;
}

export class Connection {
  private wire: Wire | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private workedAt = Infinity; // since when the present connection is of use
  private opening: ReturnType<typeof setTimeout> | undefined;
  private readonly heartbeat = new Heartbeat({ ask: () => this.events.ask(), silent: () => this.cut() });

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
      opened: () => this.wire === wire && this.opened(),
      message: (bytes) => {
        if (this.wire !== wire) return;
        this.heartbeat.heard();
        reader.read(bytes);
      },
      closed: (code) => this.wire === wire && this.gone(code),
    });
    this.wire = wire;
    this.opening = setTimeout(() => this.cut(), OPEN_MS);
  }

  // Connects now, even if another try is under way.
  redial(): void {
    if (this.opening !== undefined) this.end();
    this.connect();
  }

  // There is a reason to doubt the connection, or to hope for one.
  look(): void {
    if (this.wire) this.heartbeat.askNow();
    else this.connect();
  }

  send(bytes: Uint8Array): void {
    this.wire?.send(bytes);
  }

  // The server answered: after the next loss the first wait is short again.
  worked(): void {
    if (this.workedAt === Infinity) this.workedAt = performance.now();
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
    this.forget(); // before it says that it is closed
    wire?.close();
  }

  private opened(): void {
    this.stopOpening();
    this.heartbeat.begin();
    this.events.opened();
  }

  private forget(): void {
    this.wire = undefined;
    this.stopOpening();
    this.heartbeat.end();
  }

  private stopOpening(): void {
    clearTimeout(this.opening);
    this.opening = undefined;
  }

  private gone(code?: number): void {
    const movesOn = code === GOING_AWAY && performance.now() - this.workedAt >= SHORTEST_STAY_MS;
    this.workedAt = Infinity;
    this.forget();
    const wait = movesOn ? 0 : this.backoff.next();
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
    socket.onclose = (event) => events.closed(event.code);
    return {
      send: (bytes) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(new Uint8Array(bytes));
      },
      close: () => socket.close(),
    };
  };
}
