import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefusalCode } from '../gen/wyrmhall/v1/server_pb';
import { TablePhase, TableSchema, type Table } from '../gen/wyrmhall/v1/table_pb';
import { fromUuid } from '../net/bytes';
import { Lost, Refused } from '../net/session';
import { signedInHall } from '../testing/hall';
import { PLAYER, type Line } from '../testing/line';
import type { Hall } from './hall.svelte';

const TABLE = '01a1fc18-061a-7939-bcef-43fc9f23ed6f';
const OTHER = '01a1fc18-061a-7939-bcef-43fc9f23ed70';
const OPTIONS = { game: { case: 'duel', value: { players: 2 } } } as const;
const SOMEBODY = { accountId: new Uint8Array(16).fill(8), name: 'Bram' };

let line: Line;
let hall: Hall;
beforeEach(async () => {
  ({ hall, line } = await signedInHall());
});
afterEach(() => {
  vi.useRealTimers();
});

// Where this player sits, and perhaps somebody else.
function table(id: string, other?: typeof SOMEBODY, phase = TablePhase.OPEN): Table {
  const seats = [PLAYER, other].map((value) => (value ? { occupant: { case: 'player' as const, value } } : {}));
  return create(TableSchema, { tableId: fromUuid(id)!, options: OPTIONS, turnSeconds: 90, phase, seats });
}

async function findsTable(id: string, other?: typeof SOMEBODY): Promise<void> {
  const found = hall.tables.find(OPTIONS, { turnSeconds: 90, any: ['clock'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(line.last.case).toBe('findTable');
  line.answer({ case: 'tableState', value: table(id, other) });
  expect(await found).toBe(id);
}

// The connection goes, and the player is back where the server still has them. What has been said since.
async function comesBack(...tables: Table[]): Promise<string[]> {
  line.events!.closed();
  await vi.advanceTimersByTimeAsync(1000);
  const before = line.sent.length;
  line.signIn(undefined, tables);
  await vi.advanceTimersByTimeAsync(20);
  return line.sent.slice(before).map(({ command }) => command.case ?? '');
}

test('a command goes out as soon as one is signed in, and is refused as soon as one is not taken', async () => {
  line.events!.closed();
  let asked = hall.contact.request({ case: 'listNuggets', value: {} });
  await vi.advanceTimersByTimeAsync(1000);
  line.signIn();
  await vi.advanceTimersByTimeAsync(0);
  expect(line.last.case).toBe('listNuggets');
  line.events!.closed();
  await expect(asked).rejects.toThrow(Lost);

  asked = hall.contact.request({ case: 'listNuggets', value: {} });
  const refused = expect(asked).rejects.toThrow(Refused);
  await vi.advanceTimersByTimeAsync(1000);
  line.events!.opened();
  line.answer({ case: 'refusal', value: { code: RefusalCode.WRONG_VERSION } });
  await vi.advanceTimersByTimeAsync(0);
  await refused;
});

test('who waits alone for anybody asks again after coming back, for the same', async () => {
  await findsTable(TABLE);
  expect(await comesBack(table(TABLE))).toContain('findTable');
  const { value } = line.sent.findLast(({ command }) => command.case === 'findTable')!.command;
  expect(value).toMatchObject({ options: OPTIONS, turnSeconds: 90, any: ['clock'] });
});

test('the seat beside somebody else who waited is taken, and the page goes there', async () => {
  await findsTable(TABLE);
  await comesBack(table(TABLE));
  line.answer({ case: 'tableState', value: table(OTHER, SOMEBODY) });
  await vi.advanceTimersByTimeAsync(20);
  expect([...hall.tables.moved]).toEqual([[TABLE, OTHER]]);
  expect(hall.tables.all.has(OTHER)).toBe(true);
});

test('a player who is given the same table stays, and asks again the next time', async () => {
  await findsTable(TABLE);
  for (let time = 0; time < 2; time++) {
    expect(await comesBack(table(TABLE))).toContain('findTable');
    line.answer({ case: 'tableState', value: table(TABLE) });
    await vi.advanceTimersByTimeAsync(20);
    expect(hall.tables.moved.size).toBe(0);
    expect([...hall.tables.all.keys()]).toEqual([TABLE]);
  }
});

test('once the lobby has moved only the tables and offers that there are still stand on the page', async () => {
  await findsTable(TABLE);
  await findsTable(OTHER);
  line.answer(
    { case: 'rematchOffer', value: { matchId: fromUuid(TABLE)!, tableId: fromUuid(OTHER)!, players: [SOMEBODY] } },
    0n,
  );
  expect(hall.rematches.of(TABLE)).toEqual(['Bram']);
  const sent = line.sent.length;
  line.answer({ case: 'lobbyMoved', value: { tableIds: [fromUuid(OTHER)!] } }, 0n);
  expect([...hall.tables.all.keys()]).toEqual([OTHER]);
  expect(hall.rematches.of(TABLE)).toEqual([]);
  line.answer({ case: 'lobbyMoved', value: { matchIds: [fromUuid(OTHER)!] } }, 0n);
  expect([...hall.tables.all.keys()]).toEqual([OTHER]);
  expect(line.sent.length).toBe(sent);
});

test('where nothing else is to be had, the seat that one has is kept', async () => {
  await findsTable(TABLE);
  await comesBack(table(TABLE));
  line.answer({ case: 'refusal', value: { code: RefusalCode.LIMIT_REACHED } });
  await vi.advanceTimersByTimeAsync(20);
  expect(hall.tables.moved.size).toBe(0);
  expect([...hall.tables.all.keys()]).toEqual([TABLE]);
});

test('nobody asks again who is not alone any more, whose match starts, or who has lost the table', async () => {
  await findsTable(TABLE);
  expect(await comesBack(table(TABLE, SOMEBODY))).not.toContain('findTable');
  expect(await comesBack(table(TABLE, undefined, TablePhase.REVEALING))).not.toContain('findTable');
  expect(await comesBack()).not.toContain('findTable');
  expect(hall.tables.all.size).toBe(0);
});

test('who waits for somebody in particular does not ask for anybody', async () => {
  const opened = hall.tables.open(OPTIONS, true);
  await vi.advanceTimersByTimeAsync(0);
  line.answer({ case: 'tableState', value: table(TABLE) });
  await opened;
  expect(await comesBack(table(TABLE))).not.toContain('findTable');
});

// A table of a game whose heroes last: alone, or where somebody else waits until this time.
const hunt = (commitment = new Uint8Array(), readyByUs = 0n) => {
  const options = { game: { case: 'hunt' as const, value: { heroes: [{ seat: 0 }] } } };
  const seats = [{ occupant: { case: 'player' as const, value: PLAYER }, commitment }];
  if (readyByUs > 0n) seats.push({ occupant: { case: 'player', value: SOMEBODY }, commitment: new Uint8Array() });
  const serverCommitment = new Uint8Array(32).fill(3);
  const tableId = fromUuid(TABLE)!;
  return create(TableSchema, { tableId, options, phase: TablePhase.OPEN, seats, serverCommitment, readyByUs });
};

test('where heroes are brought, the hand-shake waits until the player has chosen them', async () => {
  line.answer({ case: 'tableState', value: hunt() });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(hall.tables.choosing.has(TABLE)).toBe(true);
  expect(line.last.case).not.toBe('ready');
  hall.tables.chose(TABLE);
  expect([line.last.case, hall.tables.choosing.has(TABLE)]).toEqual(['ready', false]);
});

test('who is waited for by others has chosen in time to keep the seat', async () => {
  const readyBy = BigInt(Date.now() + 30_000) * 1000n;
  line.answer({ case: 'tableState', value: hunt(undefined, readyBy) });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(hall.tables.choosing.has(TABLE)).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([line.last.case, hall.tables.choosing.has(TABLE)]).toEqual(['ready', false]);
});

test('a time that has passed for somebody who has left ends no choice', async () => {
  const readyBy = BigInt(Date.now() + 30_000) * 1000n;
  line.answer({ case: 'tableState', value: hunt(undefined, readyBy) });
  line.answer({ case: 'tableState', value: hunt() });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hall.tables.choosing.has(TABLE)).toBe(true);
});

test('who was ready before this page was loaded chooses no more', () => {
  line.answer({ case: 'tableState', value: hunt(new Uint8Array(16).fill(1)) });
  expect(hall.tables.choosing.has(TABLE)).toBe(false);
});
