import { beforeEach, expect, test } from 'vitest';
import { ProfileStore, MOST_KEPT } from './profile_store';
import type { Storage } from './storage';

const kept = new Map<string, string>();
const storage: Storage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
};
beforeEach(() => kept.clear());

test('an identity is kept, and one that is broken is none', () => {
  const profiles = new ProfileStore(storage);
  expect(profiles.identity()).toBeUndefined();
  const identity = { name: 'Mira', token: 'ab'.repeat(32), account: 'x' };
  profiles.saveIdentity(identity);
  expect(new ProfileStore(storage).identity()).toEqual(identity);
  for (const text of ['', '{', '[]', '{"token":"ab"}', 'null']) {
    storage.setItem('wyrmhall.identity', text);
    expect(profiles.identity()).toBeUndefined();
  }
});

test('the planned name is made up once', () => {
  const profiles = new ProfileStore(storage);
  expect(profiles.plannedName(() => 'Copper Newt')).toBe('Copper Newt');
  expect(profiles.plannedName(() => 'Other')).toBe('Copper Newt');
});

const player = (n: number) => ({ name: `Player ${n}`, token: n.toString(16).padStart(64, '0'), account: `${n}` });

test('who one was is set aside, and none of them is thrown away for another', () => {
  const profiles = new ProfileStore(storage);
  expect(profiles.setIdentityAside('here')).toBe(true); // nobody
  expect(profiles.keptIdentities()).toEqual([]);
  for (let n = 1; n <= MOST_KEPT; n++) {
    profiles.saveIdentity(player(n));
    expect(profiles.setIdentityAside('here')).toBe(true);
    expect(profiles.identity()).toBeUndefined();
  }
  expect(profiles.keptIdentities()).toHaveLength(MOST_KEPT);
  expect(profiles.keptIdentities()[0]).toEqual({ ...player(MOST_KEPT), server: 'here' });
  profiles.saveIdentity(player(100));
  expect(profiles.setIdentityAside('here')).toBe(false);
  expect(profiles.identity()).toEqual(player(100));
  // One that is already kept takes no more room.
  profiles.saveIdentity(player(5));
  expect(profiles.setIdentityAside('there')).toBe(true);
  expect(profiles.keptIdentities()).toHaveLength(MOST_KEPT);
  expect(profiles.keptIdentities()[0].server).toBe('there');
  profiles.forgetKept(player(5).token);
  expect(profiles.keptIdentities()).toHaveLength(MOST_KEPT - 1);
  storage.setItem('wyrmhall.identities', '[{"token":"ab"},null,7]');
  expect(profiles.keptIdentities()).toEqual([]);
});
