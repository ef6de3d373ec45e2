// Matches that begin and end while the page is open.
import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TablePhase, TableSchema, type Table } from '../gen/wyrmhall/v1/table_pb';
import { fromUuid, uuid } from '../net/bytes';
import { signedInHall } from '../testing/hall';
import { PLAYER, type Line } from '../testing/line';
import type { Hall } from './hall.svelte';

const ID = '01a1fc18-061a-7939-bcef-43fc9f23ed6f';
const OTHER = '01a1fc18-061a-7939-bcef-43fc9f23ed70';
const OPTIONS = { game: { case: 'duel', value: { players: 2 } } } as const;
const SEATS = [{ occupant: { case: 'player', value: PLAYER } } as const];
const snapshot = { game: { case: 'duel', value: {} } } as const;

let line: Line;
let hall: Hall;
beforeEach(async () => {
  ({ hall, line } = await signedInHall());
});
afterEach(() => {
  vi.useRealTimers();
});

const table = (id: string, phase = TablePhase.OPEN): Table =>
  create(TableSchema, { tableId: fromUuid(id)!, options: OPTIONS, phase, seats: [...SEATS, {}] });

async function waits(id: string): Promise<void> {
  const found = hall.tables.find(OPTIONS);
  await vi.advanceTimersByTimeAsync(0);
  line.answer({ case: 'tableState', value: table(id) });
  await found;
}

// The server says by itself that a match is there.
function opens(id: string, seat = 0, channel = 1): void {
  const info = { matchId: fromUuid(id)!, options: OPTIONS, seats: SEATS, startedAtUs: 5n };
  line.answer({ case: 'matchOpened', value: { channel, seat, info, updates: [{ snapshot }] } }, 0n);
}
function ends(channel = 1): void {
  line.answer({ case: 'update', value: { channel, version: 1n, diff: snapshot, outcome: { winners: [0] } } }, 0n);
}
const running = () => hall.matches.running.map(({ matchId }) => uuid(matchId));

test('a match that begins is among those that run, until it ends', async () => {
  await waits(ID);
  opens(ID);
  expect(running()).toEqual([ID]);
  expect(hall.matches.running[0]).toMatchObject({ game: 'duel', startedAtUs: 5n });
  expect(hall.matches.begun).toEqual([ID]);
  // Told again, it is the same.
  opens(ID);
  expect(running()).toEqual([ID]);
  ends();
  expect(running()).toEqual([]);
  expect(hall.matches.begun).toEqual([]);
});

test('the newest stands first, and what is watched is not there', async () => {
  await waits(ID);
  opens(ID);
  await waits(OTHER);
  opens(OTHER, 0, 2);
  expect(running()).toEqual([OTHER, ID]);
  hall.matches.begunSeen(OTHER);
  expect(hall.matches.begun).toEqual([ID]);
  opens('01a1fc18-061a-7939-bcef-43fc9f23ed71', -1, 3);
  expect(running()).toEqual([OTHER, ID]);
});

test('who waits here is known from who waits in another page of the same player', async () => {
  await waits(ID);
  line.answer({ case: 'tableState', value: table(OTHER) }, 0n);
  expect([hall.tables.waitsHere(ID), hall.tables.waitsHere(OTHER)]).toEqual([true, false]);
  opens(OTHER);
  expect(hall.matches.begun).toEqual([OTHER]);
});

test('a match that is opened once more, as after a reload, has not begun now', () => {
  opens(ID);
  expect(running()).toEqual([ID]);
  expect(hall.matches.begun).toEqual([]);
});

test('a match that began while the connection was lost is told after coming back', async () => {
  await waits(ID);
  line.events!.closed();
  await vi.advanceTimersByTimeAsync(1000);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  const matches = [{ matchId: fromUuid(ID)!, game: 'duel', seats: SEATS }];
  line.answer({ case: 'signedIn', value: { player: PLAYER, matches } });
  expect(running()).toEqual([ID]);
  expect(hall.matches.begun).toEqual([ID]);
});
