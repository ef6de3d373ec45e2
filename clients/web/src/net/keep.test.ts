import { beforeEach, expect, test } from 'vitest';
import { Keep, type Storage } from './keep';

const kept = new Map<string, string>();
const storage: Storage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
};
beforeEach(() => kept.clear());
const bytes = (length: number, fill: number) => new Uint8Array(length).fill(fill);

test('an identity is kept, and one that is broken is none', () => {
  const keep = new Keep(storage);
  expect(keep.identity()).toBeUndefined();
  const identity = { name: 'Mira', token: 'ab'.repeat(32), account: 'x' };
  keep.saveIdentity(identity);
  expect(new Keep(storage).identity()).toEqual(identity);
  for (const text of ['', '{', '[]', '{"token":"ab"}', 'null']) {
    storage.setItem('wyrmhall.identity', text);
    expect(keep.identity()).toBeUndefined();
  }
});

test('a chain is kept by match, with what the others promised', () => {
  const keep = new Keep(storage);
  const chain = { root: bytes(16, 1), serverCommitment: bytes(32, 2), seatCommitments: [bytes(16, 3), bytes(0, 0)] };
  keep.saveChain('a', chain);
  expect(keep.chain('a')).toEqual(chain);
  expect(keep.chain('b')).toBeUndefined();
  keep.dropChain('a');
  expect(keep.chain('a')).toBeUndefined();
});

test('the planned name is made up once', () => {
  const keep = new Keep(storage);
  expect(keep.plannedName(() => 'Copper Newt')).toBe('Copper Newt');
  expect(keep.plannedName(() => 'Other')).toBe('Copper Newt');
});
