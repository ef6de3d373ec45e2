import { beforeEach, expect, test, vi } from 'vitest';
import { NoticeKind, RefusalCode } from '../gen/wyrmhall/v1/server_pb';
import { Line } from '../testing/line';
import { ProfileStore } from '../profile/profile_store';
import { Lost, Refused, Session, type Link, type Stranger } from './session';

let line: Line;
let links: Link[];
let profiles: ProfileStore;
let session: Session;
let strange: Stranger[];
beforeEach(() => {
  vi.useFakeTimers();
  line = new Line();
  links = [];
  strange = [];
  const kept = new Map<string, string>();
  profiles = new ProfileStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  session = new Session(line.dial, profiles, {
    link: (state) => void links.push(state),
    welcome: () => undefined,
    signedIn: () => undefined,
    received: () => undefined,
    notice: () => undefined,
    failed: () => undefined,
    unknown: (why) => void strange.push(why),
  });
});
const TOKEN = new Uint8Array(32).fill(9);

test('nobody who is not known is signed in unasked', () => {
  session.start(false);
  expect(line.dials).toBe(0);
});

test('what the server offers is heard without signing in, unless somebody wants to meanwhile', () => {
  session.meet();
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  expect(line.last.case).toBe('hello');
  expect(links).toEqual(['idle']);
  session.meet();
  expect(line.dials).toBe(2);
  session.start(true);
  expect(line.dials).toBe(2);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  expect(line.last.case).toBe('signIn');
});

test('a guest is made once, and comes back by the token', () => {
  session.start(true);
  line.signIn(TOKEN);
  expect(session.on).toBe(true);
  expect(profiles.identity()?.token).toBe('09'.repeat(32));
  line.events!.closed();
  expect(links.at(-1)).toBe('lost');
  vi.advanceTimersByTime(300);
  expect(line.dials).toBe(2);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  expect(line.last).toMatchObject({ case: 'signIn', value: { as: { case: 'token', value: TOKEN } } });
});

test('a server that says that it goes away is left at once, but not over and over', () => {
  session.start(true);
  line.signIn(TOKEN);
  vi.advanceTimersByTime(2000);
  line.events!.closed(1001);
  vi.advanceTimersByTime(1);
  expect(line.dials).toBe(2);
  line.signIn(TOKEN);
  line.events!.closed(1001);
  vi.advanceTimersByTime(1);
  expect(line.dials).toBe(2);
  vi.advanceTimersByTime(300);
  expect(line.dials).toBe(3);
});

test('a name that is taken is followed by another one', () => {
  session.start(true);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  const first = line.last;
  line.answer({ case: 'refusal', value: { code: RefusalCode.NAME_TAKEN } });
  expect(line.last.case).toBe('signIn');
  expect(line.last).not.toEqual(first);
});

test('work that the server asks for is done, and shown to it with an invitation', async () => {
  vi.useRealTimers();
  profiles.saveInvitation('come-in');
  session.start(true);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  expect(line.last).toMatchObject({ case: 'signIn', value: { invitation: 'come-in' } });
  const proof = { challenge: new Uint8Array(16).fill(3), zeroBits: 10, validMs: 60_000 };
  line.answer({ case: 'refusal', value: { code: RefusalCode.PROOF_NEEDED, proof } });
  await vi.waitFor(() => expect(line.last).toMatchObject({ value: { proof: { challenge: proof.challenge } } }));
  const player = { name: 'Copper Newt', accountId: new Uint8Array(16).fill(7) };
  line.answer({ case: 'signedIn', value: { player, token: TOKEN } });
  expect(session.on).toBe(true);
  expect(profiles.invitation()).toBe('');
});

test('what was refused for good can be tried again, with an invitation for example', () => {
  session.start(true);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  line.answer({ case: 'refusal', value: { code: RefusalCode.INVITATION_NEEDED } });
  expect(links.at(-1)).toBe('idle');
  profiles.saveInvitation('come-in');
  session.start(true);
  expect(line.dials).toBe(2);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  expect(line.last).toMatchObject({ case: 'signIn', value: { invitation: 'come-in' } });
});

test('more work than any server needs is not done', () => {
  session.start(true);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  const proof = { challenge: new Uint8Array(16), zeroBits: 60, validMs: 60_000 };
  line.answer({ case: 'refusal', value: { code: RefusalCode.PROOF_NEEDED, proof } });
  expect(links.at(-1)).toBe('idle');
});

const OLD = { name: 'Old', token: 'ab'.repeat(32), account: 'x' };

test('a token that the server does not know is kept, and nobody comes as a guest unasked', () => {
  profiles.saveIdentity(OLD);
  session.start(false);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  line.answer({ case: 'refusal', value: { code: RefusalCode.TOKEN_UNKNOWN } });
  expect(strange).toEqual(['unknown']);
  expect(profiles.identity()).toEqual(OLD);
  expect(line.last).toMatchObject({ case: 'signIn', value: { as: { case: 'token' } } });
  vi.advanceTimersByTime(600_000);
  expect(line.dials).toBe(1);
  // The right server is back: the same token is tried again.
  session.start(false);
  line.signIn();
  expect(session.on).toBe(true);
  expect(profiles.identity()).toMatchObject({ name: 'Copper Newt', token: OLD.token });
});

test('who is signed out from elsewhere stays away, and loses nothing that is kept', async () => {
  profiles.saveIdentity(OLD);
  session.start(false);
  line.signIn();
  const lost = session.request({ case: 'closeMatch', value: { channel: 1 } });
  line.answer({ case: 'notice', value: { kind: NoticeKind.SIGNED_OUT } }, 0n);
  line.events!.closed();
  await expect(lost).rejects.toThrow(Lost);
  vi.advanceTimersByTime(600_000);
  expect(line.dials).toBe(1);
  expect(strange).toEqual(['signedOut']);
  expect(profiles.identity()?.token).toBe(OLD.token);
});

test('another identity signs in on a connection of its own', () => {
  session.start(true);
  line.signIn(TOKEN);
  profiles.saveIdentity(OLD);
  session.restart();
  expect(line.dials).toBe(2);
  line.events!.opened();
  line.answer({ case: 'welcome', value: {} });
  expect(line.last).toMatchObject({
    case: 'signIn',
    value: { as: { case: 'token', value: new Uint8Array(32).fill(0xab) } },
  });
});

test('an answer finds its command; a refusal is an error; a loss is another', async () => {
  session.start(true);
  line.signIn(TOKEN);
  const done = session.request({ case: 'closeMatch', value: { channel: 1 } });
  line.answer({ case: 'done', value: {} });
  expect((await done).message.case).toBe('done');
  const refused = session.request({ case: 'closeMatch', value: { channel: 1 } });
  line.answer({ case: 'refusal', value: { code: RefusalCode.CHANNEL_UNKNOWN } });
  await expect(refused).rejects.toThrow(Refused);
  const lost = session.request({ case: 'closeMatch', value: { channel: 1 } });
  line.events!.closed();
  await expect(lost).rejects.toThrow(Lost);
  await expect(session.request({ case: 'closeMatch', value: {} })).rejects.toThrow(Lost);
});

test('what the server had no time for comes again with the same id', async () => {
  session.start(true);
  line.signIn(TOKEN);
  const done = session.request({ case: 'closeMatch', value: { channel: 1 } });
  const { commandId } = line.sent.at(-1)!;
  line.answer({ case: 'refusal', value: { code: RefusalCode.BUSY, retryAfterMs: 200 } });
  vi.advanceTimersByTime(200);
  expect(line.sent.at(-1)!.commandId).toBe(commandId);
  line.answer({ case: 'done', value: {} });
  expect((await done).message.case).toBe('done');
});

test('ids never repeat, and are never 0', () => {
  const ids = Array.from({ length: 100 }, () => session.freshId());
  expect(new Set(ids).size).toBe(100);
  expect(ids).not.toContain(0n);
});

test('where nothing comes the server is asked, and a silent one counts as lost', async () => {
  session.start(true);
  line.signIn(TOKEN);
  vi.advanceTimersByTime(60_000);
  expect(line.pings).toBe(20);
  expect(links.at(-1)).toBe('on');
  line.silent = true;
  const lost = session.request({ case: 'closeMatch', value: { channel: 1 } });
  vi.advanceTimersByTime(5999);
  expect(links.at(-1)).toBe('on');
  vi.advanceTimersByTime(1);
  expect(links.at(-1)).toBe('lost');
  await expect(lost).rejects.toThrow(Lost);
  vi.advanceTimersByTime(300);
  expect(line.dials).toBe(2);
});

test('a connection that is taken and never made is given up, and another one tried', () => {
  session.start(true);
  vi.advanceTimersByTime(9999);
  expect(links.at(-1)).toBe('connecting');
  vi.advanceTimersByTime(1);
  expect(links.at(-1)).toBe('lost');
  vi.advanceTimersByTime(300);
  expect(line.dials).toBe(2);
  // A person need not wait for the second.
  session.tryNow();
  expect(line.dials).toBe(3);
  line.signIn(TOKEN);
  expect(session.on).toBe(true);
  vi.advanceTimersByTime(2999);
  expect(line.pings).toBe(0);
});

test('who comes back to the page asks at once, or connects at once', () => {
  session.look();
  expect(line.dials).toBe(0);
  session.start(true);
  line.signIn(TOKEN);
  line.silent = true;
  session.look();
  session.look();
  expect(line.pings).toBe(1);
  line.events!.closed();
  session.look();
  expect(line.dials).toBe(2);
  // One that is being made is not disturbed.
  session.look();
  expect(line.dials).toBe(2);
});
