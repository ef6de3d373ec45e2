// Matches whose end this browser has not seen, since the page was closed, say: it sees to them once one is signed in.
import { sha256 } from '@noble/hashes/sha2.js';
import { afterEach, expect, test, vi } from 'vitest';
import { RefusalCode } from '../gen/wyrmhall/v1/server_pb';
import { fromUuid, hex, uuid } from '../net/bytes';
import { Chain } from '../trust/chain';
import type { ProfileStore } from '../profile/profile_store';
import { hashOf } from '../trust/statement';
import { signedInHall } from '../testing/hall';
import { PLAYER, type Line } from '../testing/line';
import { Notary, endText } from '../testing/notary';

const ID = '01a1fc18-061a-7939-bcef-43fc9f23ed6f';
const OLD_MS = 31 * 24 * 60 * 60 * 1000;
const LAST = 3;
const CHANNEL = 4;
const OPTIONS = { game: { case: 'duel', value: { players: 2 } } } as const;
const notary = new Notary(5);
const chain = new Chain(new Uint8Array(16).fill(1));
const serverSeed = new Uint8Array(32).fill(2);
const serverCommitment = sha256(serverSeed);
const startOf = (id: string): string =>
  [
    'wyrmhall start 1\n',
    `match ${id}\n`,
    'attempt 1\ngame duel\nrules 1\noptions {}\nturn-seconds 0\n',
    `server-commitment ${hex(serverCommitment)}\n`,
    'time 2026-11-21T03:13:15.302683Z\n',
    `seat 0 player ${uuid(PLAYER.accountId)} ${hex(chain.commitment())}\n`,
    'seat 1 bot greedy\n',
  ].join('');
const FORESIGHT = { rolls: 8, unforeseeable: 8, afterBot: 0, byStandIn: 0, withoutChain: 0 };

afterEach(() => vi.useRealTimers());

// As after a match that was played here, and whose end did not come any more.
function keep(profiles: ProfileStore, id: string, at: number): void {
  profiles.receipts.meet(hex(notary.key), []);
  const kept = { serverCommitment, seatCommitments: [chain.commitment(), new Uint8Array()], shownAt: 1, started: true };
  profiles.secrets.saveChain(id, { root: chain.root, ...kept });
  profiles.secrets.saveShown(id, { used: LAST - 1, sent: LAST, open: '9' });
  const start = notary.signed(startOf(id));
  const part = { match: id, attempt: 1, serverCommitment: hex(serverCommitment), start, at, taken: true, over: false };
  profiles.receipts.save({ ...part, x0: hex(chain.at(0)) });
}

const waits = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const asked = (line: Line) => line.sent.map(({ command }) => command.case).filter((one) => one?.endsWith('Match'));

test('what is signed is asked for, and the chain is closed, once one is signed in', async () => {
  const { hall, line, profiles } = await signedInHall((kept) => keep(kept, ID, Date.now()));
  expect(asked(line)).toEqual([]);
  await waits(5000);
  expect(asked(line)).toEqual(['openMatch']);
  const info = {
    matchId: fromUuid(ID)!,
    options: OPTIONS,
    serverCommitment,
    seats: [
      { occupant: { case: 'player', value: PLAYER }, commitment: chain.commitment(), x0: chain.at(0) } as const,
      { occupant: { case: 'bot', value: { level: 1 } } } as const,
    ],
  };
  const snapshot = { game: { case: 'duel', value: {} } } as const;
  const last = { version: 9n, snapshot, lastLink: chain.at(LAST), outcome: { winners: [0] }, serverSeed };
  line.answer({ case: 'matchOpened', value: { channel: CHANNEL, seat: 0, info, updates: [last] } });
  await waits(100);
  const receipt = line.sent.find(({ command }) => command.case === 'askReceipt');
  expect(receipt).toBeDefined();
  const end = endText({
    match: ID,
    start: hashOf(startOf(ID)),
    serverSeed: hex(serverSeed),
    record: 'ab'.repeat(16),
    ...FORESIGHT,
  });
  const signed = { start: notary.statement(startOf(ID)), end: notary.statement(end) };
  line.answer({ case: 'receipt', value: { matchId: fromUuid(ID)!, ...signed } }, receipt!.commandId);
  await waits(100);
  const closing = line.sent.find(({ command }) => command.case === 'closeChain');
  expect(closing?.command.value).toMatchObject({ link: chain.at(LAST + 1) });
  expect(profiles.secrets.chain(ID)).toBeDefined();
  line.answer({ case: 'done', value: {} }, closing!.commandId);
  await waits(100);
  expect(profiles.secrets.chain(ID)).toBeUndefined();
  const record = line.sent.find(({ command }) => command.case === 'export');
  line.answer({ case: 'refusal', value: { code: RefusalCode.INTERNAL } }, record!.commandId);
  await waits(100);
  expect(asked(line)).toEqual(['openMatch', 'closeMatch']);
  expect(hall.matches.plays.size).toBe(0);
});

test('a match that nobody knows any more is asked for once, and one of long ago is not', async () => {
  const other = ID.replace('01a1', '01a0');
  const { hall, line, profiles } = await signedInHall((kept) => {
    keep(kept, other, Date.now() - OLD_MS);
    keep(kept, ID, Date.now());
  });
  await waits(5000);
  line.answer({ case: 'refusal', value: { code: RefusalCode.MATCH_UNKNOWN } });
  await waits(60_000);
  expect(asked(line)).toEqual(['openMatch']);
  expect(hall.matches.plays.size).toBe(0);
  expect(profiles.secrets.chain(ID)).toBeDefined();
});
