import { beforeEach, expect, test, vi } from 'vitest';
import { RefusalCode } from '../gen/wyrmhall/v1/server_pb';
import { Line, PLAYER } from '../testing/line';
import { uuid } from './bytes';
import { tokenOf } from './member_token';
import { Lost, Refused } from './session';

const MEMBER = { name: 'Mira', by: { case: 'password', value: 'nine green newts' } } as const;
const TOKEN = new Uint8Array(32).fill(5);

let line: Line;
beforeEach(() => {
  vi.useFakeTimers();
  line = new Line();
});

function asks(): Promise<unknown> {
  const asked = tokenOf(MEMBER, line.dial);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  return asked;
}

test('a name and a password get a token, on a connection that is over then', async () => {
  const asked = asks();
  expect(line.last).toMatchObject({ case: 'signIn', value: { as: { case: 'member', value: MEMBER } } });
  line.answer({ case: 'signedIn', value: { player: PLAYER, token: TOKEN } });
  expect(await asked).toEqual({ name: PLAYER.name, token: '05'.repeat(32), account: uuid(PLAYER.accountId) });
  vi.advanceTimersByTime(600_000);
  expect(line.dials).toBe(1);
  expect(line.pings).toBe(0);
});

test('a busy server is asked again for the same', async () => {
  const asked = asks();
  const { commandId, command } = line.sent.at(-1)!;
  line.answer({ case: 'refusal', value: { code: RefusalCode.BUSY, retryAfterMs: 200 } });
  vi.advanceTimersByTime(200);
  expect(line.sent.at(-1)).toMatchObject({ commandId, command });
  line.answer({ case: 'signedIn', value: { player: PLAYER, token: TOKEN } });
  expect(await asked).toMatchObject({ token: '05'.repeat(32) });
});

test.each([RefusalCode.SECRET_WRONG, RefusalCode.LIMIT_REACHED, RefusalCode.ACCOUNT_BLOCKED])(
  'refusal %i is told, and nothing is tried again',
  async (code) => {
    const asked = asks();
    const refused = expect(asked).rejects.toThrow(Refused);
    const sent = line.sent.length;
    line.answer({ case: 'refusal', value: { code, retryAfterMs: 60_000 } });
    await refused;
    vi.advanceTimersByTime(600_000);
    expect(line.sent.length).toBe(sent);
    expect(line.dials).toBe(1);
  },
);

test('a loss is told, and nothing is tried again', async () => {
  const lost = expect(asks()).rejects.toThrow(Lost);
  line.events!.closed();
  await lost;
  vi.advanceTimersByTime(600_000);
  expect(line.dials).toBe(1);
});
