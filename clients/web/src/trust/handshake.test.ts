import { clone, create } from '@bufbuild/protobuf';
import { sha256 } from '@noble/hashes/sha2.js';
import { beforeEach, expect, test } from 'vitest';
import { AbortedStartSchema, CalledOffReason, TablePhase, TableSchema, type Table } from '../gen/wyrmhall/v1/table_pb';
import { Notary, abortedText, startText } from '../testing/notary';
import { hex, uuid } from '../net/bytes';
import { Chain, linkOf } from './chain';
import { Handshake, type Step } from './handshake';
import { ProfileStore } from '../profile/profile_store';
import type { Aborted } from './statement';
import type { Storage } from '../profile/storage';

const bytes = (length: number, fill: number) => new Uint8Array(length).fill(fill);
const ME = bytes(16, 1);
const BRAM = bytes(16, 2);
const BRAMS = bytes(16, 9);
const TABLE = bytes(16, 7);
const NOW = 1_000_000;
const notary = new Notary(3);

const kept = new Map<string, string>();
const storage: Storage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
};
const profiles = new ProfileStore(storage);
const { secrets, receipts } = profiles;
const handshake = new Handshake(profiles);
beforeEach(() => {
  kept.clear();
  receipts.judged.clear();
  expect(receipts.meet(hex(notary.key), [])).toBe('known');
});

// A seed of the server's, and what it commits to.
const seed = (fill: number) => bytes(32, fill);
const promise = (fill: number) => new Uint8Array(sha256(seed(fill)));

function tableOf(serverCommitment: Uint8Array, more: Partial<Table> = {}): Table {
  const table = create(TableSchema, {
    tableId: TABLE,
    serverCommitment,
    phase: TablePhase.OPEN,
    options: { game: { case: 'duel', value: {} } },
    seats: [
      { occupant: { case: 'player', value: { accountId: ME, name: 'Mira' } } },
      { occupant: { case: 'player', value: { accountId: BRAM, name: 'Bram' } }, commitment: linkOf(BRAMS) },
    ],
  });
  return Object.assign(table, more);
}
const at = (table: Table, now = NOW): Step => handshake.next(table, uuid(ME), now);
const faultAt = (table: Table, now = NOW): unknown => {
  const step = at(table, now);
  return step.is === 'accuse' ? step.accusation.fault : step.is;
};

// Gets ready for it: the table as it then asks for x_0.
function committed(serverCommitment: Uint8Array, more: Partial<Table> = {}): Table {
  const table = tableOf(serverCommitment, more);
  const ready = at(table);
  if (ready.is !== 'send' || ready.command.case !== 'ready') throw new Error(JSON.stringify(ready));
  table.seats[0].commitment = ready.command.value.commitment as Uint8Array;
  table.phase = TablePhase.REVEALING;
  table.start = notary.statement(startText(table));
  return table;
}
// And reveals when asked to; with what was shown.
function started(serverCommitment: Uint8Array, more: Partial<Table> = {}): { table: Table; x0: Uint8Array } {
  const table = committed(serverCommitment, more);
  const reveal = at(table);
  if (reveal.is !== 'send' || reveal.command.case !== 'reveal') throw new Error(JSON.stringify(reveal));
  return { table, x0: reveal.command.value.x0 as Uint8Array };
}
// The table after that start was called off, as the server tells it.
function calledOff(table: Table, fill: number, aborted: Partial<Aborted> = {}, next = promise(100 + fill)): Table {
  const start = startText(table);
  const text = abortedText(start, {
    match: uuid(TABLE),
    attempt: table.abortedCount + 1,
    reason: 'noReveal',
    named: [1],
    serverSeed: hex(seed(fill)),
    shown: ['', ''],
    ...aborted,
  });
  const off = tableOf(next, { calledOff: CalledOffReason.NO_REVEAL, abortedCount: table.abortedCount + 1 });
  const named = (aborted.named ?? [1]).map((seat) => ({ accountId: seat === 0 ? ME : BRAM, name: '' }));
  const told = {
    start: notary.statement(start),
    aborted: notary.statement(text),
    reason: CalledOffReason.NO_REVEAL,
    named,
  };
  off.abortedStarts = [...table.abortedStarts, create(AbortedStartSchema, told)];
  return off;
}

test('a chain is kept before it is committed to, and marked before its end is shown', () => {
  const { table, x0 } = started(promise(3));
  expect(linkOf(x0)).toEqual(table.seats[0].commitment);
  const chain = secrets.chain(uuid(TABLE))!;
  expect(chain.shownAt).toBe(NOW);
  expect(new Chain(chain.root).at(0)).toEqual(x0);
  expect(receipts.last(uuid(TABLE))).toMatchObject({ attempt: 1, x0: hex(x0), taken: false, over: false });
});

test('where the mark cannot be kept nothing is shown', () => {
  const table = committed(promise(3));
  const full = new ProfileStore({
    ...storage,
    setItem: () => {
      throw new Error('no room');
    },
  });
  expect(() => new Handshake(full).next(table, uuid(ME), NOW)).toThrow();
});

test('the same start may be answered again: the connection went, or it is another tab', () => {
  const { table, x0 } = started(promise(3));
  expect(at(table)).toMatchObject({ is: 'send', command: { case: 'reveal', value: { x0 } } });
  table.seats[0].revealed = true;
  expect(at(table)).toEqual({ is: 'nothing' });
  expect(receipts.last(uuid(TABLE))?.taken).toBe(true);
});

test('a start that is called off is followed by a fresh chain, for a fresh promise', () => {
  const first = started(promise(3));
  const off = calledOff(first.table, 3, { shown: [hex(first.x0), ''] });
  const second = started(off.serverCommitment, off);
  expect(second.x0).not.toEqual(first.x0);
  expect(receipts.of(uuid(TABLE)).map(({ attempt, over }) => [attempt, over])).toEqual([
    [1, true],
    [2, false],
  ]);
});

test('a promise that comes a second time is an accusation, once it cannot be an older message', () => {
  const { table } = started(promise(3));
  const again = tableOf(table.serverCommitment, { calledOff: CalledOffReason.NO_REVEAL });
  expect(at(again, NOW + 100)).toEqual({ is: 'lookAgain', at: NOW + 5000 });
  expect(faultAt(again, NOW + 5000)).toBe('repeated');
  // A clock that was set back is no excuse.
  expect(faultAt(again, NOW - 100_000)).toBe('repeated');
  // Nor is it when the start is published as called off.
  expect(faultAt(calledOff(table, 3, {}, promise(3)), NOW + 5000)).toBe('repeated');
});

test('nor does a start with other seats get the same secret', () => {
  const { table } = started(promise(3));
  const other = clone(TableSchema, table);
  other.seats[1].commitment = bytes(16, 10);
  expect(faultAt(other)).toBe('repeated');
});

test('a promise of earlier, or of another table, is found whatever came between', () => {
  const first = started(promise(3));
  const off = calledOff(first.table, 3);
  started(off.serverCommitment, off);
  expect(faultAt(Object.assign(off, { serverCommitment: promise(3) }))).toBe('repeated');
  expect(faultAt(tableOf(promise(3), { tableId: bytes(16, 8) }))).toBe('repeated');
});

test('two signed starts with one promise are both in the file', () => {
  const { table } = started(promise(3));
  secrets.dropChain(uuid(TABLE));
  kept.delete('wyrmhall.commitments');
  const other = committed(promise(3), { tableId: bytes(16, 8) });
  const step = at(other);
  expect(step).toMatchObject({ is: 'accuse', accusation: { fault: 'repeated' } });
  if (step.is === 'accuse') {
    expect(step.accusation.statements.map(({ text }) => text)).toEqual([startText(table), startText(other)]);
  }
});

test('whatever is said of the table of a match that runs, its chain stays', () => {
  started(promise(3));
  const id = uuid(TABLE);
  const chain = { ...secrets.chain(id)!, started: true };
  secrets.saveChain(id, chain);
  expect(at(tableOf(promise(5)))).toEqual({ is: 'nothing' });
  expect(secrets.chain(id)).toEqual(chain);
});

test('nothing is shown for a start that is not signed by the key that is known', () => {
  const table = committed(promise(3));
  const { start } = table;
  delete table.start;
  expect(faultAt(table)).toBe('unsigned');
  table.start = new Notary(4).statement(startText(table));
  expect(faultAt(table)).toBe('unsigned');
  table.start = clone(TableSchema, Object.assign(table, { start })).start!;
  table.start.signature[5] ^= 1;
  expect(faultAt(table)).toBe('unsigned');
  expect(secrets.chain(uuid(TABLE))?.shownAt).toBe(0);
});

test('nor where the server has never shown a key', () => {
  kept.delete('wyrmhall.keys');
  const table = committed(promise(3));
  expect(faultAt(table)).toBe('unsigned');
  delete table.start;
  expect(faultAt(table)).toBe('unsigned');
});

test.each([
  ['another match', /match .*/, `match ${uuid(bytes(16, 5))}`],
  ['another attempt', 'attempt 1', 'attempt 2'],
  ['another game', 'game duel', 'game arena'],
  ['another clock', 'turn-seconds 0', 'turn-seconds 10'],
  ['another promise', /server-commitment .*/, `server-commitment ${'ab'.repeat(32)}`],
  ['another secret', /seat 1 (.*) .*/, `seat 1 $1 ${'ab'.repeat(16)}`],
  ['a seat less', /seat 1 .*\n/, ''],
  ['a bot', /seat 1 .*/, 'seat 1 bot greedy'],
])('nor for a statement that says something else: %s', (_, what, by) => {
  const table = committed(promise(3));
  table.start = notary.statement(startText(table).replace(what, by));
  expect(faultAt(table)).toBe('otherStart');
  expect(secrets.chain(uuid(TABLE))?.shownAt).toBe(0);
});

test('two statements of one start are a contradiction', () => {
  const { table } = started(promise(3));
  table.start = notary.statement(startText(table, 1, '2026-11-21T03:13:16.000000Z'));
  expect(faultAt(table)).toBe('contradiction');
});

test('a start that is called off without a word is an accusation', () => {
  started(promise(3));
  const open = tableOf(promise(4));
  // The server may have been down for long, and be about to say it.
  expect(faultAt(open, NOW + 500_000)).toBe('lookAgain');
  expect(faultAt(open, NOW + 559_000)).toBe('lookAgain');
  expect(faultAt(open, NOW + 560_000)).toBe('untraced');
});

test('a start that was called off is held against what is signed of it', () => {
  const { table } = started(promise(3));
  expect(faultAt(calledOff(table, 3))).toBe('send');
  expect(faultAt(calledOff(table, 4))).toBe('abortedSeed');
  expect(faultAt(calledOff(table, 3, { shown: ['', hex(BRAMS)] }))).toBe('blamedFalsely');
  expect(faultAt(calledOff(table, 3, { shown: ['', 'ab'.repeat(16)] }))).toBe('blamedFalsely');
  expect(faultAt(calledOff(table, 3, { attempt: 2 }))).toBe('contradiction');
  const other = calledOff(table, 3);
  other.abortedStarts[0].named = [];
  expect(faultAt(other)).toBe('otherStart');
  other.abortedStarts[0].aborted = new Notary(4).statement('x');
  expect(faultAt(other)).toBe('unsigned');
});

test('who is blamed for not revealing says so, if the server had said that it has the secret', () => {
  const { table, x0 } = started(promise(3));
  const blamed = () => calledOff(table, 3, { named: [0, 1] });
  table.seats[0].revealed = true;
  at(table);
  expect(faultAt(blamed())).toBe('blamedMe');
  expect(faultAt(calledOff(table, 3, { named: [0], shown: [hex(x0), ''] }))).toBe('blamedFalsely');
});

test('where the server had not said so, it may have come too late', () => {
  const { table } = started(promise(3));
  expect(faultAt(calledOff(table, 3, { named: [0, 1] }))).toBe('send');
});

test('a commitment of a start that was called off before one came is spent as well', () => {
  const elsewhere = tableOf(promise(3));
  elsewhere.seats[0].commitment = bytes(16, 4);
  expect(faultAt(calledOff(elsewhere, 3, {}, promise(3)))).toBe('repeated');
});

test('commitments and receipts are kept for long, but not forever', () => {
  for (let i = 0; i < 600; i++) secrets.sawCommitment(Uint8Array.of(i >> 8, i & 255), 'a', true);
  expect(secrets.commitment(Uint8Array.of(0, 1))).toBeUndefined();
  expect(secrets.commitment(Uint8Array.of(599 >> 8, 599 & 255))).toEqual({ table: 'a', spent: true });
  expect(kept.get('wyrmhall.commitments')!.length).toBeLessThan(64_000);
  const start = notary.signed('x');
  const receipt = { match: 'm', serverCommitment: '', start, at: 0, x0: '', taken: false };
  for (let i = 1; i <= 200; i++) receipts.save({ ...receipt, attempt: i, over: i > 100 });
  expect(receipts.all()).toHaveLength(128);
  // Those that the server has not answered for yet stay.
  expect(receipts.all().filter(({ over }) => !over)).toHaveLength(100);
});
