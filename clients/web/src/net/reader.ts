// Frames of one connection as messages, in their order. One that needs a part of the contract which is not there waits
// until it is loaded, and all that come after it wait as well.
import { fromBinary } from '@bufbuild/protobuf';
import { ServerMessageSchema, type ServerMessage } from '../gen/wyrmhall/v1/server_pb';
import { loadMissing } from './contract';
import { NotLoaded } from './linking';

export interface ReaderEvents {
  // Whether anybody still listens to this connection.
  wanted(): boolean;
  message(message: ServerMessage): void;
  // A part of the contract cannot be loaded.
  failed(): void;
}

export class Reader {
  private readonly frames: Uint8Array[] = [];
  private waiting = false;

  constructor(private readonly events: ReaderEvents) {}

  read(frame: Uint8Array): void {
    this.frames.push(frame);
    if (!this.waiting) this.goOn();
  }

  private goOn(): void {
    for (let frame = this.frames[0]; frame && this.events.wanted(); frame = this.frames[0]) {
      let message: ServerMessage;
      try {
        message = fromBinary(ServerMessageSchema, frame);
      } catch (error) {
        if (error instanceof NotLoaded) return this.waitFor(error);
        this.frames.shift();
        throw error;
      }
      this.frames.shift();
      this.events.message(message);
    }
  }

  private waitFor(missing: NotLoaded): void {
    this.waiting = true;
    loadMissing(missing).then(
      () => {
        this.waiting = false;
        this.goOn();
      },
      () => this.events.wanted() && this.events.failed(),
    );
  }
}
