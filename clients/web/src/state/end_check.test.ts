import { create } from '@bufbuild/protobuf';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OutcomeReason } from '../gen/wyrmhall/v1/game_pb';
import { MatchUpdateSchema } from '../gen/wyrmhall/v1/match_pb';
import { RefusalCode, RefusalSchema } from '../gen/wyrmhall/v1/server_pb';
import type { Accusation } from '../trust/accusation';
import { fromUuid, hex } from '../net/bytes';
import { ProfileStore } from '../profile/profile_store';
import { Lost, Refused, type Command, type Session } from '../net/session';
import '../trust/compare';
import { parseRecord } from '../trust/record';
import { ShownMatch } from '../trust/shown';
import { Notary, endText } from '../testing/notary';
import { EndCheck } from './end_check.svelte';

const folder = fileURLToPath(new URL('../../../../tests/records', import.meta.url));
const text = readFileSync(`${folder}/duel-signed.json`, 'utf8');
const { record } = parseRecord(text);
const notary = new Notary(5);
const FORESIGHT = { rolls: 8, unforeseeable: 8, afterBot: 0, byStandIn: 0, withoutChain: 0 };
const end = endText({
  match: record.matchId,
  start: '',
  serverSeed: record.serverSeed,
  record: record.hash,
  ...FORESIGHT,
});

type Answer = () => Promise<unknown>;
const silent: Answer = () => new Promise(() => undefined);
const refused: Answer = () => Promise.reject(new Refused(create(RefusalSchema, { code: RefusalCode.INTERNAL })));
const lost: Answer = () => Promise.reject(new Lost());
const signed: Answer = () => Promise.resolve({ message: { case: 'receipt', value: { end: notary.statement(end) } } });
const unsigned: Answer = () => Promise.resolve({ message: { case: 'receipt', value: {} } });
// In two parts.
const HALF = 1000;
const bytes = new TextEncoder().encode(text);
const closed: Answer = () => Promise.resolve({ message: { case: 'done', value: {} } });
const CLOSING = new Uint8Array(16).fill(3);
let asked: string[];
let links: unknown[];
let closing: Uint8Array | undefined;
let answers: { askReceipt: Answer[]; closeChain: Answer[]; export: Answer[] };
let shown: ShownMatch;
let accusations: Accusation[];
let check: EndCheck;
let profiles: ProfileStore;

// The last answer is given again and again.
function request(command: Command): Promise<unknown> {
  const of = answers[command.case as keyof typeof answers];
  asked.push(command.case);
  if (command.case === 'closeChain') links.push(command.value);
  const answer = of.length > 1 ? of.shift() : of[0];
  if (answer) return answer();
  const offset = Number((command.value as { offset: bigint }).offset);
  const data = offset === 0 ? bytes.slice(0, HALF) : bytes.slice(offset);
  return Promise.resolve({ message: { case: 'record', value: { data, total: BigInt(bytes.length) } } });
}

beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map<string, string>();
  profiles = new ProfileStore({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  });
  profiles.receipts.meet(hex(notary.key), []);
  asked = [];
  links = [];
  closing = undefined;
  answers = { askReceipt: [signed], closeChain: [closed], export: [] };
  shown = new ShownMatch();
  accusations = [];
  const session = { request } as unknown as Session;
  const accuse = (accusation: Accusation) => void accusations.push(accusation);
  const told = (): Promise<void> => Promise.resolve();
  const match = { id: record.matchId, seat: 0, shown, told, closing: () => closing, accuse };
  check = new EndCheck(session, profiles, match);
});
afterEach(() => vi.useRealTimers());

// Long enough for all that it waits for.
async function settled(): Promise<void> {
  const done = check.begin();
  for (let i = 0; i < 1000; i++) await vi.advanceTimersByTimeAsync(1000);
  await done;
}

test('what was shown as it was played is checked, and nobody is accused', async () => {
  const done = check.begin();
  expect(check.checked).toBe('asking');
  await done;
  expect(check.checked).toBe('same');
  expect(check.foresight).toMatchObject(FORESIGHT);
  expect(check.confirmations).toEqual({ confirmed: 0, without: 2, last: 0, different: 0 });
  expect(accusations).toEqual([]);
  expect(asked).toEqual(['askReceipt', 'export', 'export']);
  await check.begin();
  expect(asked.length).toBe(3);
});

test('another outcome is an accusation, with the record and what was shown', async () => {
  const outcome = { winners: [0], places: [1, 2], reason: OutcomeReason.PLAYED };
  shown.step(create(MatchUpdateSchema, { version: 2n, diff: {}, outcome }));
  await check.begin();
  expect(check.checked).toBe('other');
  expect(accusations).toMatchObject([{ fault: 'shownOtherwise', seen: { what: 'outcome' }, record: text }]);
  expect(accusations[0].statements.map((one) => one.text)).toEqual([end]);
});

test('what does not come is asked for again, a few times', async () => {
  answers.askReceipt = [silent, unsigned, signed];
  await settled();
  expect(check.checked).toBe('same');
  expect(asked.filter((command) => command === 'askReceipt').length).toBe(3);
});

test.each([
  ['nothing is signed', { askReceipt: [unsigned] }, 'unsigned', 5],
  ['nobody answers', { askReceipt: [silent] }, 'unsigned', 5],
  ['there is no record', { export: [silent] }, 'noRecord', 6],
  ['the record is refused', { export: [refused] }, 'noRecord', 2],
])('%s: that is said, and nobody is accused', async (_, given, checked, times) => {
  answers = { ...answers, ...given };
  await settled();
  expect(check.checked).toBe(checked);
  expect(asked.length).toBe(times);
  expect(accusations).toEqual([]);
});

test('a record that stops before its end is no evidence', async () => {
  const nothing: Answer = () =>
    Promise.resolve({ message: { case: 'record', value: { data: new Uint8Array(), total: BigInt(bytes.length) } } });
  answers.export = [nothing];
  await settled();
  expect(check.checked).toBe('noRecord');
  expect(accusations).toEqual([]);
});

test('after a loss of the connection it begins anew', async () => {
  answers.export = [lost];
  await check.begin();
  expect(check.checked).toBe('asking');
  answers.export = [];
  await check.begin();
  expect(check.checked).toBe('same');
});

describe('the chain of the seat', () => {
  beforeEach(() => (closing = CLOSING));

  test('is closed once the end is signed, and before the record is asked for', async () => {
    await check.begin();
    expect(asked).toEqual(['askReceipt', 'closeChain', 'export', 'export']);
    expect(links).toEqual([{ matchId: fromUuid(record.matchId), link: CLOSING }]);
    expect(check.checked).toBe('same');
  });

  test.each([
    ['unsigned', unsigned],
    ['refused', refused],
  ])('stays as it is where the end is %s', async (_, answer) => {
    answers.askReceipt = [answer];
    await settled();
    expect(links).toEqual([]);
  });

  test.each([
    ['refused', refused],
    ['never answered', silent],
  ])('may be %s: the record is checked all the same', async (_, answer) => {
    answers.closeChain = [answer];
    await settled();
    expect(links.length).toBe(1);
    expect(check.checked).toBe('same');
    expect(accusations).toEqual([]);
  });

  const kept = (): boolean => profiles.secrets.chain(record.matchId) !== undefined;
  const keep = (): void => {
    const nothing = new Uint8Array(16);
    const chain = { root: nothing, serverCommitment: nothing, seatCommitments: [], shownAt: 1, started: true };
    profiles.secrets.saveChain(record.matchId, chain);
  };

  test.each([
    ['taken', closed, false],
    ['refused', refused, false],
    ['not answered', silent, true],
    ['lost', lost, true],
  ])('is kept until its link is there: %s', async (_, answer, stays) => {
    keep();
    answers.closeChain = [answer];
    await settled();
    expect(links.length).toBeGreaterThan(0);
    expect(kept()).toBe(stays);
  });

  test('with nothing to close it goes with the end', async () => {
    keep();
    closing = undefined;
    await settled();
    expect(links).toEqual([]);
    expect(kept()).toBe(false);
  });

  test('is closed by the same link after a loss of the connection, though the match says no more which', async () => {
    answers.closeChain = [lost, closed];
    await check.begin();
    expect(check.checked).toBe('asking');
    closing = undefined;
    await check.begin();
    expect(links.length).toBe(2);
    expect(links[1]).toEqual(links[0]);
    expect(check.checked).toBe('same');
  });
});

test('a record that has grown by a closing link between two parts is asked for from its start', async () => {
  const part = (data: Uint8Array, total: number): Answer => {
    const value = { data, total: BigInt(total) };
    return () => Promise.resolve({ message: { case: 'record', value } });
  };
  const grown = bytes.length + 80;
  answers.export = [
    part(bytes.slice(0, HALF), grown - 80),
    part(new Uint8Array(HALF), grown),
    part(bytes, bytes.length),
  ];
  await check.begin();
  expect(check.checked).toBe('same');
  expect(asked.filter((command) => command === 'export').length).toBe(3);
});

test('a record that is another each time is no record', async () => {
  let total = bytes.length;
  answers.export = [
    () => {
      const value = { data: bytes.slice(0, HALF), total: BigInt(++total) };
      return Promise.resolve({ message: { case: 'record', value } });
    },
  ];
  await settled();
  expect(check.checked).toBe('noRecord');
});
