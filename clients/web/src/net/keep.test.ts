import { beforeEach, expect, test } from 'vitest';
import { Keep, MOST_KEPT } from './keep';
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

const player = (n: number) => ({ name: `Player ${n}`, token: n.toString(16).padStart(64, '0'), account: `${n}` });

test('who one was is set aside, and none of them is thrown away for another', () => {
  const keep = new Keep(storage);
  expect(keep.setIdentityAside('here')).toBe(true); // nobody
  expect(keep.keptIdentities()).toEqual([]);
  for (let n = 1; n <= MOST_KEPT; n++) {
    keep.saveIdentity(player(n));
    expect(keep.setIdentityAside('here')).toBe(true);
    expect(keep.identity()).toBeUndefined();
  }
  expect(keep.keptIdentities()).toHaveLength(MOST_KEPT);
  expect(keep.keptIdentities()[0]).toEqual({ ...player(MOST_KEPT), server: 'here' });
  keep.saveIdentity(player(100));
  expect(keep.setIdentityAside('here')).toBe(false);
  expect(keep.identity()).toEqual(player(100));
  // One that is already kept takes no more room.
  keep.saveIdentity(player(5));
  expect(keep.setIdentityAside('there')).toBe(true);
  expect(keep.keptIdentities()).toHaveLength(MOST_KEPT);
  expect(keep.keptIdentities()[0].server).toBe('there');
  keep.forgetKept(player(5).token);
  expect(keep.keptIdentities()).toHaveLength(MOST_KEPT - 1);
  storage.setItem('wyrmhall.identities', '[{"token":"ab"},null,7]');
  expect(keep.keptIdentities()).toEqual([]);
});
