import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProfileStore } from '../profile/profile_store';
import { signedInHall } from '../testing/hall';
import { PLAYER, type Line } from '../testing/line';
import type { Hall } from './hall.svelte';

const MEMBER = { name: 'Mira', token: 'ab'.repeat(32), account: '01a1fc18-061a-7939-bcef-43fc9f23ed6f' };
const GUEST = '09'.repeat(32);
const OWN = { id: new Uint8Array(32).fill(1), thisOne: true };

let hall: Hall;
let line: Line;
let profiles: ProfileStore;
beforeEach(async () => {
  ({ hall, line, profiles } = await signedInHall());
});
afterEach(() => {
  vi.useRealTimers();
});
const sent = () => vi.advanceTimersByTimeAsync(0);

test('a member comes by the token that the server has given, and the guest of before is kept', () => {
  expect(hall.identity.takeMember(MEMBER)).toBe(true);
  expect(profiles.identity()).toEqual(MEMBER);
  expect(hall.identity).toMatchObject({ name: 'Mira', account: MEMBER.account });
  expect(hall.identity.kept).toMatchObject([{ name: PLAYER.name, token: GUEST }]);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  expect(line.last).toMatchObject({ case: 'signIn', value: { as: { case: 'token' } } });
});

test('a member whom the server does not know by the old token is there once, by the new one', () => {
  const { account, name } = hall.identity;
  hall.identity.becameStranger('unknown');
  expect(hall.contact.stranger).toBe('unknown');
  const again = { name, account, token: 'cd'.repeat(32) };
  hall.identity.takeMember(again);
  expect(hall.contact.stranger).toBe('');
  expect(profiles.identity()).toEqual(again);
  expect(hall.identity.kept).toEqual([]);
  // The same for one who was put aside.
  hall.identity.comeAsGuest();
  expect(hall.identity.kept).toHaveLength(1);
  hall.identity.takeMember({ ...again, token: 'ef'.repeat(32) });
  expect(hall.identity.kept).toEqual([]);
});

test('who signs out here is nobody, and stays nobody until somebody wants to play', async () => {
  const asked = hall.identity.listSignIns();
  await sent();
  line.answer({ case: 'signIns', value: { lines: [OWN] } });
  await asked;
  const left = hall.identity.leave();
  await sent();
  expect(line.last).toMatchObject({ case: 'revokeSignIn', value: { id: OWN.id } });
  line.answer({ case: 'signIns', value: {} });
  await left;
  expect(profiles.identity()).toBeUndefined();
  expect(hall.identity).toMatchObject({ known: false, kept: [], signIns: undefined });
  expect(hall.identity.name).not.toBe(PLAYER.name);
  expect(hall.contact).toMatchObject({ link: 'idle', stranger: '' });
  const { dials } = line;
  hall.contact.start();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(line.dials).toBe(dials);
});
