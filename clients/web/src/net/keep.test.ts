import { beforeEach, expect, test } from 'vitest';
import { Keep } from './keep';
import type { Storage } from './storage';

const kept = new Map<string, string>();
const storage: Storage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
};
beforeEach(() => kept.clear());

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

test('the planned name is made up once', () => {
  const keep = new Keep(storage);
  expect(keep.plannedName(() => 'Copper Newt')).toBe('Copper Newt');
  expect(keep.plannedName(() => 'Other')).toBe('Copper Newt');
});
