// Matches that are only glanced at, as tiles do.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fromUuid } from '../net/bytes';
import { signedInHall } from '../testing/hall';
import { PLAYER, type Line } from '../testing/line';
import type { Hall } from './hall.svelte';

const ID = '01a1fc18-061a-7939-bcef-43fc9f23ed6f';
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

const soon = () => vi.advanceTimersByTimeAsync(0);
const asked = () =>
  line.sent.map(({ command }) => command.case).filter((one) => one?.endsWith('Match') || one === 'askStory');
// The server's answer to what it was asked last, in the middle of the match.
async function opens(seat = -1): Promise<void> {
  const info = { matchId: fromUuid(ID)!, options: OPTIONS, seats: SEATS, startedAtUs: 5n };
  line.answer({ case: 'matchOpened', value: { channel: 3, seat, info, updates: [{ version: 7n, snapshot }] } });
  await soon();
}
async function glance(): Promise<void> {
  hall.matches.glance(ID);
  await soon();
}

test('it is opened without its story, and closed with the last glance', async () => {
  await glance();
  await opens();
  await glance();
  expect(hall.matches.plays.get(ID)?.last?.version).toBe(7);
  hall.matches.endGlance(ID);
  await soon();
  expect(asked()).toEqual(['openMatch']);
  hall.matches.endGlance(ID);
  await soon();
  expect(asked()).toEqual(['openMatch', 'closeMatch']);
  expect(hall.matches.plays.size).toBe(0);
});

test('a page that opens it meanwhile keeps it, and has its story told', async () => {
  await glance();
  await opens();
  const play = hall.matches.play(ID);
  hall.matches.endGlance(ID);
  await soon();
  expect(hall.matches.plays.get(ID)).toBe(play);
  expect(asked()).toEqual(['openMatch', 'askStory']);
  hall.matches.leave(ID);
  await soon();
  expect(asked()).toEqual(['openMatch', 'askStory', 'closeMatch']);
});

test('a page that is left does not take it from a tile', async () => {
  hall.matches.play(ID);
  await soon();
  await opens();
  await glance();
  hall.matches.leave(ID);
  await soon();
  expect(asked()).not.toContain('closeMatch');
  hall.matches.endGlance(ID);
  await soon();
  expect(asked().at(-1)).toBe('closeMatch');
});

test('one that is left before the server has answered does not stay open', async () => {
  await glance();
  hall.matches.endGlance(ID);
  await soon();
  expect(asked()).toEqual(['openMatch']);
  await opens();
  expect(asked()).toEqual(['openMatch', 'closeMatch']);
  expect(hall.matches.plays.size).toBe(0);
});

test("a player's own match stays open, and is told as a whole", async () => {
  await glance();
  await opens(0);
  hall.matches.endGlance(ID);
  await soon();
  expect(asked()).toEqual(['openMatch', 'askStory']);
  expect(hall.matches.plays.has(ID)).toBe(true);
});

test('with many matches open no more are opened for a glance', async () => {
  const id = (n: number): string => `01a1fc18-061a-7939-bcef-${String(n).padStart(12, '0')}`;
  for (let n = 0; n < 20; n++) hall.matches.play(id(n));
  expect(hall.matches.glance(ID)).toBeUndefined();
  expect(hall.matches.glance(id(4))).toBe(hall.matches.plays.get(id(4)));
});
