import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefusalCode, RefusalSchema } from '../gen/wyrmhall/v1/server_pb';
import { MatchAbsencesSchema, MatchOpenedSchema } from '../gen/wyrmhall/v1/match_pb';
import { ProfileStore } from '../net/profile_store';
import { Refused, type Session } from '../net/session';
import { MatchPlay } from './match.svelte';

const ID = '0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f';
const request = vi.fn();
let play: MatchPlay;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  request.mockReset();
  request.mockReturnValue(new Promise(() => undefined));
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  play = new MatchPlay(ID, { request } as unknown as Session, new ProfileStore(storage));
});
afterEach(() => vi.useRealTimers());

const absences = (...claimableInMs: number[]) =>
  create(MatchAbsencesSchema, { seats: claimableInMs.map((ms, seat) => ({ seat, claimableInMs: ms })) });

test('who is absent is known with the moment from which they can be claimed against, until the next is told', () => {
  play.tookAbsences(absences(59_000, 0));
  expect(play.absent).toEqual([
    { seat: 0, claimableAt: 1_059_000 },
    { seat: 1, claimableAt: 1_000_000 },
  ]);
  play.tookAbsences(absences());
  expect(play.absent).toEqual([]);
});

test('who was absent before the match is opened anew is forgotten: the server tells it again', () => {
  play.tookAbsences(absences(0));
  play.tookOpened(create(MatchOpenedSchema, { channel: 3, seat: -1 }));
  expect(play.absent).toEqual([]);
});

test('a claim is for this match, and a refusal of it is shown', async () => {
  play.tookOpened(create(MatchOpenedSchema, { channel: 3, seat: -1 }));
  const refusal = create(RefusalSchema, { code: RefusalCode.ABSENT_TOO_SHORTLY, retryAfterMs: 5000 });
  request.mockRejectedValueOnce(new Refused(refusal));
  await play.claimAbsence();
  expect(request).toHaveBeenLastCalledWith({ case: 'claimAbsence', value: { channel: 3 } });
  expect(play.refusal).toEqual(refusal);
});
