// A seat's chain of secrets (docs/dice.md): x_N is random, and each link is the hash of the next. The client shows
// link(x_0) and x_0 before the match, then x_1, x_2, … with its actions.
//
// SHA-256 comes from a library and not from WebCrypto, which is missing on pages that are served by plain HTTP.
import { sha256 } from '@noble/hashes/sha2.js';
import { equal, joined } from '../net/bytes';

const LINK_BYTES = 16;
// How many actions a chain lasts for: N.
export const CHAIN_LENGTH = 4096;

const LABEL = new TextEncoder().encode('wyrmhall link v1');

// link(x): the first 16 bytes of SHA-256("wyrmhall link v1" ‖ x).
export function linkOf(x: Uint8Array): Uint8Array {
  return sha256(joined(LABEL, x)).slice(0, LINK_BYTES);
}

export class Chain {
  // x_0, x_1, … x_N.
  private readonly links: Uint8Array[];

  // `root` is x_N: to be kept secret, and to be kept.
  constructor(readonly root: Uint8Array) {
    if (root.length !== LINK_BYTES) throw new RangeError('the end of a chain has 16 bytes');
    this.links = [root];
    for (let k = 0; k < CHAIN_LENGTH; k++) this.links.push(linkOf(this.links[k]));
    this.links.reverse();
  }

  static draw(): Chain {
    return new Chain(crypto.getRandomValues(new Uint8Array(LINK_BYTES)));
  }

  // x_k, 0 <= k <= CHAIN_LENGTH.
  at(k: number): Uint8Array {
    return this.links[k];
  }

  // link(x_0).
  commitment(): Uint8Array {
    return linkOf(this.links[0]);
  }

  // The k of a link, or -1 where it is none of this chain.
  find(link: Uint8Array): number {
    return this.links.findIndex((x) => equal(x, link));
  }
}
