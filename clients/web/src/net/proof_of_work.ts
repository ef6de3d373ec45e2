// The search for a proof of work that a server asks for, in slices so short that the page stays alive.
import { sha256 } from '@noble/hashes/sha2.js';
import type { ProofTask } from '../gen/wyrmhall/v1/server_pb';

export interface Found {
  challenge: Uint8Array<ArrayBuffer>;
  nonce: Uint8Array<ArrayBuffer>;
}

// No reasonable server asks for more zero bits.
export const ZERO_BITS_MOST = 26;
const NONCE_BYTES = 8;
const SLICE_MS = 12;
const TRIES_BETWEEN_LOOKS = 200;

export function zeroBits(digest: Uint8Array): number {
  const at = digest.findIndex((byte) => byte !== 0);
  return at < 0 ? digest.length * 8 : at * 8 + Math.clz32(digest[at]) - 24;
}

// Lets everything else run. Not by a timer: in a background page timers fire once a second.
const breath = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

// Undefined if `wanted` says no before a proof is found.
export async function searchProof(task: ProofTask, wanted: () => boolean): Promise<Found | undefined> {
  const bytes = new Uint8Array(task.challenge.length + NONCE_BYTES);
  bytes.set(task.challenge);
  const nonce = new DataView(bytes.buffer, task.challenge.length);
  for (let tried = 0; wanted();) {
    const until = performance.now() + SLICE_MS;
    while (performance.now() < until) {
      for (let i = 0; i < TRIES_BETWEEN_LOOKS; i++, tried++) {
        nonce.setBigUint64(0, BigInt(tried));
        if (zeroBits(sha256(bytes)) < task.zeroBits) continue;
        return { challenge: bytes.slice(0, task.challenge.length), nonce: bytes.slice(task.challenge.length) };
      }
    }
    await breath();
  }
  return undefined;
}
