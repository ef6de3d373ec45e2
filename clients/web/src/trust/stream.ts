// The stream that all dice of a match are made of (docs/dice.md), recomputed from the secrets.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { joined } from '../net/bytes';

const DICE = new TextEncoder().encode('wyrmhall dice v1');
const MIX = new TextEncoder().encode('wyrmhall mix v1');
const BYTE = 256;

export class DiceStream {
  private key: Uint8Array;
  private readonly shown = new Map<number, Uint8Array>();
  private block = 0n;
  private bytes: Uint8Array = new Uint8Array();
  private at = 0;

  // `roots` are the x_0 by seat; empty where there is none.
  constructor(seed: Uint8Array, matchId: Uint8Array, roots: Uint8Array[]) {
    const seats = roots.flatMap((root) => [Uint8Array.of(root.length), root]);
    this.key = hmac(sha256, seed, joined(DICE, matchId, Uint8Array.of(roots.length), ...seats));
  }

  // A seat has shown a link: it goes in before the next byte is read.
  show(seat: number, link: Uint8Array): void {
    this.shown.set(seat, link);
  }

  roll(sides: number): number {
    for (;;) {
      const byte = this.next();
      if (byte < BYTE - (BYTE % sides)) return 1 + (byte % sides);
    }
  }

  private next(): number {
    if (this.shown.size > 0) this.mix();
    if (this.at === this.bytes.length) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, this.block++);
      this.bytes = hmac(sha256, this.key, new Uint8Array(counter.buffer));
      this.at = 0;
    }
    return this.bytes[this.at++];
  }

  private mix(): void {
    const links = [...this.shown].sort(([a], [b]) => a - b);
    this.shown.clear();
    this.key = hmac(
      sha256,
      this.key,
      joined(MIX, ...links.map(([seat, x]) => joined(Uint8Array.of(seat, x.length), x))),
    );
    this.block = 0n;
    this.bytes = new Uint8Array();
    this.at = 0;
  }
}
