import { expect, test } from 'vitest';
import { CHAIN_LENGTH, Chain, linkOf } from './chain';

test('each link is the hash of the next, and the commitment that of the first', () => {
  const chain = new Chain(Uint8Array.from({ length: 16 }, (_, i) => i));
  expect(chain.commitment()).toEqual(linkOf(chain.at(0)));
  for (const k of [1, 2, 1000, CHAIN_LENGTH]) expect(linkOf(chain.at(k))).toEqual(chain.at(k - 1));
  expect(chain.at(CHAIN_LENGTH)).toEqual(chain.root);
});

test('a link is found again, and a stranger is not', () => {
  const chain = Chain.draw();
  expect(chain.find(chain.at(17))).toBe(17);
  expect(chain.find(Chain.draw().at(17))).toBe(-1);
  expect(chain.find(new Uint8Array())).toBe(-1);
});

test('a root has 16 bytes', () => {
  expect(() => new Chain(new Uint8Array(15))).toThrow(RangeError);
});
