import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefusalCode } from '../gen/wyrmhall/v1/server_pb';
import { Lost, Refused } from '../net/session';
import type { Hall } from '../state/hall.svelte';
import { signedInHall } from '../testing/hall';
import type { Line } from '../testing/line';
import { Membership } from './membership.svelte';

const PASSWORD = 'nine green newts';
const CODES = Array.from({ length: 8 }, (_, i) => `7qkm-2rxa-9dte-h4w${i}`);
const told = (codesLeft: number, codes: string[] = [], member = true) =>
  ({
    case: 'membership',
    value: { member, codesLeft, recoveryCodes: codes.map((code) => new TextEncoder().encode(code)) },
  }) as const;

let hall: Hall;
let line: Line;
let kept: ReadonlyMap<string, string>;
let membership: Membership;
beforeEach(async () => {
  ({ hall, line, kept } = await signedInHall());
  membership = new Membership(hall.contact, () => hall.identity.account);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
// What was asked for has left.
const sent = () => vi.advanceTimersByTimeAsync(0);

async function becomesMember(): Promise<void> {
  const done = membership.become(PASSWORD);
  await sent();
  line.answer(told(8, CODES));
  await done;
}

test('a guest is one once the server has said so, and a member by a password', async () => {
  expect(membership.member).toBeUndefined();
  const asked = membership.ask();
  await sent();
  expect(line.last.case).toBe('askMembership');
  line.answer(told(0, [], false));
  await asked;
  expect(membership.member).toBe(false);

  const done = membership.become(PASSWORD);
  await sent();
  expect(line.last).toMatchObject({ case: 'setPassword', value: { password: PASSWORD, by: { case: undefined } } });
  line.answer(told(8, CODES));
  await done;
  expect(membership).toMatchObject({ member: true, codesLeft: 8, codes: CODES, unseen: false });
});

test('the codes are there until they are kept, and the server does not tell them again', async () => {
  await becomesMember();
  const asked = membership.ask();
  await sent();
  line.answer(told(8));
  await asked;
  expect(membership.codes).toEqual(CODES);
  membership.forgetCodes();
  expect(membership.codes).toEqual([]);
  expect(membership).toMatchObject({ member: true, codesLeft: 8 });
});

test('a password is changed by the present one or by a code, which is used up', async () => {
  for (const [by, left] of [
    [{ case: 'password', value: PASSWORD }, 8],
    [{ case: 'recoveryCode', value: CODES[0] }, 7],
  ] as const) {
    const done = membership.changePassword('nine blue newts', by);
    await sent();
    const sentBy = by.case === 'password' ? { ...by, case: 'currentPassword' } : by;
    expect(line.last).toMatchObject({ case: 'setPassword', value: { password: 'nine blue newts', by: sentBy } });
    line.answer(told(left));
    await done;
    expect(membership).toMatchObject({ member: true, codesLeft: left, codes: [] });
  }
});

test('a refusal changes nothing', async () => {
  await becomesMember();
  membership.forgetCodes();
  const refused = expect(membership.renewCodes({ case: 'password', value: 'wrong' })).rejects.toThrow(Refused);
  await sent();
  expect(line.last).toMatchObject({ case: 'newRecoveryCodes', value: { password: 'wrong' } });
  line.answer({ case: 'refusal', value: { code: RefusalCode.SECRET_WRONG } });
  await refused;
  expect(membership).toMatchObject({ member: true, codesLeft: 8, codes: [], unseen: false });
});

test('codes that were lost on the way are said to be, until new ones come', async () => {
  const lost = expect(membership.become(PASSWORD)).rejects.toThrow(Lost);
  await sent();
  line.events!.closed();
  await lost;
  await vi.advanceTimersByTimeAsync(1000);
  line.signIn();
  const asked = membership.ask();
  await sent();
  line.answer(told(8));
  await asked;
  expect(membership).toMatchObject({ member: true, codes: [], unseen: true });

  const renewed = membership.renewCodes({ case: 'password', value: PASSWORD });
  await sent();
  line.answer(told(8, CODES));
  await renewed;
  expect(membership).toMatchObject({ codes: CODES, unseen: false });
});

test('who becomes somebody else takes nothing of it along', async () => {
  await becomesMember();
  hall.identity.comeAsGuest();
  membership.meet();
  expect(membership).toMatchObject({ member: undefined, codesLeft: 0, codes: [] });
});

test('a deletion is asked for by a guest without more, and by a member with a proof', async () => {
  const when = 1_780_000_000_000_000n;
  for (const [by, sentBy] of [
    [undefined, { case: undefined }],
    [
      { case: 'password', value: PASSWORD },
      { case: 'password', value: PASSWORD },
    ],
  ] as const) {
    const done = membership.wantDeletion(by);
    await sent();
    expect(line.last).toMatchObject({ case: 'deleteAccount', value: { by: sentBy } });
    line.answer({ case: 'membership', value: { member: by !== undefined, deleteAtUs: when } });
    await done;
    expect(hall.identity.deleteAtUs).toBe(when);
  }
});

test('neither password nor codes are stored or logged', async () => {
  const logs = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => undefined),
  );
  await becomesMember();
  const stored = JSON.stringify([...kept]);
  // What is kept is looked at, and not nothing.
  expect(stored).toContain('09'.repeat(32));
  for (const secret of [PASSWORD, ...CODES]) expect(stored).not.toContain(secret);
  for (const log of logs) expect(log).not.toHaveBeenCalled();
});
