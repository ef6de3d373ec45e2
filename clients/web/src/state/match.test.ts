import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GameActionSchema } from '../gen/wyrmhall/v1/game_pb';
import { RefusalCode, RefusalSchema } from '../gen/wyrmhall/v1/server_pb';
import { MatchAbsencesSchema, MatchOpenedSchema, MatchUpdateSchema, StorySchema } from '../gen/wyrmhall/v1/match_pb';
import { fromUuid, hex } from '../net/bytes';
import { CHAIN_LENGTH, Chain } from '../trust/chain';
import { codeOf } from '../trust/confirmation';
import { ProfileStore } from '../profile/profile_store';
import { Refused, type Command, type Session } from '../net/session';
import { MatchPlay } from './match.svelte';

const ID = '0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f';
const request = vi.fn();
let profiles: ProfileStore;
let play: MatchPlay;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  request.mockReset();
  request.mockReturnValue(new Promise(() => undefined));
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  let ids = 0n;
  const session = { request, freshId: () => ++ids } as unknown as Session;
  profiles = new ProfileStore(storage);
  play = new MatchPlay(ID, session, profiles);
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

test('who is away is known with the moment since when, waited for or not', () => {
  play.tookAbsences(create(MatchAbsencesSchema, { away: [{ seat: 1, awayMs: 40_000 }] }));
  expect(play.away).toEqual([{ seat: 1, since: 960_000 }]);
  expect(play.absent).toEqual([]);
  play.tookAbsences(absences());
  expect(play.away).toEqual([]);
});

test('who was absent before the match is opened anew is forgotten: the server tells it again', () => {
  play.tookAbsences(create(MatchAbsencesSchema, { seats: [{ seat: 0 }], away: [{ seat: 0 }] }));
  play.tookOpened(create(MatchOpenedSchema, { channel: 3, seat: -1 }));
  expect(play.absent).toEqual([]);
  expect(play.away).toEqual([]);
});

test('a decision that another one has overtaken came too late; what is wrong by itself is told as it is', async () => {
  const snapshot = { game: { case: 'hunt', value: {} } } as const;
  const updates = [{ version: 4n, snapshot, waitingOn: 1, choices: { choices: [{}] } }];
  play.tookOpened(create(MatchOpenedSchema, { channel: 3, seat: 0, info: {}, updates }));
  const refusedAt = async (version: bigint) => {
    request.mockRejectedValueOnce(new Refused(create(RefusalSchema, { code: RefusalCode.ILLEGAL, version })));
    await play.act(create(GameActionSchema));
    if (play.asking) await play.answerAsked(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(request).toHaveBeenLastCalledWith(expect.objectContaining({ case: 'act' }), expect.anything());
    return play.refusal?.code;
  };
  expect(await refusedAt(5n)).toBe(RefusalCode.STALE);
  expect(await refusedAt(4n)).toBe(RefusalCode.ILLEGAL);
});

test('a refusal can be read, and is gone once the match has moved on', async () => {
  const snapshot = { game: { case: 'hunt', value: {} } } as const;
  const updates = [{ version: 4n, snapshot, waitingOn: 1, choices: { choices: [{}] } }];
  play.tookOpened(create(MatchOpenedSchema, { channel: 3, seat: 0, info: {}, updates }));
  request.mockRejectedValueOnce(new Refused(create(RefusalSchema, { code: RefusalCode.STALE })));
  await play.act(create(GameActionSchema));
  if (play.asking) await play.answerAsked(true);
  await vi.advanceTimersByTimeAsync(1000);
  const moveOn = (version: bigint) => play.took(create(MatchUpdateSchema, { version, diff: snapshot }), 0n);
  moveOn(5n);
  expect(play.refusal?.code).toBe(RefusalCode.STALE);
  await vi.advanceTimersByTimeAsync(10_000);
  moveOn(6n);
  expect(play.refusal).toBeUndefined();
});

test('a claim is for this match, and a refusal of it is shown', async () => {
  play.tookOpened(create(MatchOpenedSchema, { channel: 3, seat: -1 }));
  const refusal = create(RefusalSchema, { code: RefusalCode.ABSENT_TOO_SHORTLY, retryAfterMs: 5000 });
  request.mockRejectedValueOnce(new Refused(refusal));
  await play.claimAbsence();
  expect(request).toHaveBeenLastCalledWith({ case: 'claimAbsence', value: { channel: 3 } });
  expect(play.refusal).toEqual(refusal);
});

test('what is shown is kept for the end: dice of steps and of the story, and decisions with the version they led to', async () => {
  const fight = (...dice: number[]) => ({
    game: { case: 'duel', value: { event: { case: 'fight', value: { dice } } } } as const,
  });
  const snapshot = { game: { case: 'duel', value: {} } } as const;
  const choices = { choices: [{}] };
  const story = { updates: [{ snapshot }, { version: 1n, diff: snapshot, events: [fight(2)] }] };
  request.mockResolvedValueOnce({ message: { case: 'story', value: create(StorySchema, story) } });
  const updates = [{ version: 1n, snapshot, waitingOn: 1, choices }];
  play.tookOpened(create(MatchOpenedSchema, { channel: 3, seat: 0, info: {}, updates }));
  await vi.advanceTimersByTimeAsync(0);
  const decide = async (told: MessageInitShape<typeof MatchUpdateSchema>) => {
    await play.act(create(GameActionSchema));
    if (play.asking) await play.answerAsked(true);
    play.took(create(MatchUpdateSchema, told), play.pending!.id);
  };
  await decide({ version: 2n, diff: snapshot, events: [fight(6, 4)], choices });
  // Nobody knows where the steps led that a snapshot stands for.
  await decide({ version: 5n, snapshot, choices });
  expect(play.shown.steps).toEqual([
    { version: 1, faces: [2] },
    { version: 2, faces: [6, 4] },
  ]);
  const [first, second] = play.shown.acts;
  expect(first).toMatchObject({ answers: 1, ledTo: 2 });
  expect(second).toEqual({ id: second.id, answers: 2 });
  expect(second.id).not.toBe(first.id);
});

describe('with a chain', () => {
  const chain = new Chain(new Uint8Array(16).fill(7));
  const serverCommitment = new Uint8Array(32).fill(1);
  const claw = (target: number) =>
    create(GameActionSchema, { game: { case: 'duel', value: { action: { case: 'claw', value: target } } } });
  const snapshot = { game: { case: 'duel', value: {} } } as const;
  const choices = { choices: [{ action: claw(1) }, { action: claw(2) }] };

  // After `used` decisions.
  function open(used: number): void {
    profiles.secrets.saveChain(ID, {
      root: chain.root,
      serverCommitment,
      seatCommitments: [],
      shownAt: 1,
      started: true,
    });
    const occupant = { case: 'player', value: {} } as const;
    const info = { serverCommitment, seats: [{ occupant, commitment: chain.commitment(), x0: chain.at(0) }] };
    const updates = [{ version: 258n, snapshot, waitingOn: 1, choices, lastLink: chain.at(used) }];
    play.tookOpened(create(MatchOpenedSchema, { channel: 3, seat: 0, info, updates }));
  }
  const acts = () =>
    request.mock.calls.flatMap(([command, id]) => {
      const { case: what, value } = command as Command;
      return what === 'act' ? [{ id: id as bigint, act: value }] : [];
    });

  test('a decision is confirmed by the link after its own, and sent again as it was', async () => {
    open(4);
    await play.act(claw(2));
    const code = codeOf(chain.at(6), fromUuid(ID)!, 258, 'choice 2');
    expect(acts()).toMatchObject([{ act: { link: chain.at(5), choice: 2, confirmation: code, chainLost: false } }]);
    (play as unknown as { session: { on: boolean } }).session.on = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(acts()).toHaveLength(2);
    expect(acts()[1]).toEqual(acts()[0]);
    play.took(create(MatchUpdateSchema, { version: 259n, diff: snapshot, choices }), play.pending!.id);
    expect(play.shown.acts).toEqual([
      { id: acts()[0].id, answers: 258, ledTo: 259, decision: 'choice 2', confirmation: hex(code) },
    ]);
  });

  test('the last link of a chain confirms the decision before it, and its own is not confirmed', async () => {
    open(CHAIN_LENGTH - 2);
    await play.act(claw(1));
    expect(acts()[0].act).toMatchObject({ link: chain.at(CHAIN_LENGTH - 1), choice: 1 });
    play.took(create(MatchUpdateSchema, { version: 259n, diff: snapshot, choices }), play.pending!.id);
    await play.act(claw(1));
    expect(acts()[1].act).toMatchObject({ link: chain.at(CHAIN_LENGTH) });
    expect(acts()[1].act).not.toHaveProperty('confirmation');
    play.took(create(MatchUpdateSchema, { version: 260n, diff: snapshot, choices }), play.pending!.id);
    expect(play.shown.acts.map(({ decision }) => decision)).toEqual(['choice 1', undefined]);
  });

  test('who goes on without a chain confirms nothing', async () => {
    open(4);
    profiles.secrets.agreeWithout(ID);
    await play.act(claw(1));
    expect(acts()[0].act).toMatchObject({ chainLost: true });
    expect(acts()[0].act).not.toHaveProperty('confirmation');
  });
});
