// Passkeys, with a device that the browser makes up: a guest becomes a member by one, and gets in by it elsewhere. And a
// terminal that is let in by a code, what one's own data are, and how one is deleted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor, type Visitor } from './browser';
import { startAgainstBot } from './duel';
import { sideways, tooSmall } from './fits';
import { terminalClient } from './server';
import { openSite } from './site';

const { server, browser } = await openSite();
const PASSWORD = 'nine green newts';

// A device of this page that holds passkeys and allows everything, as a person who presses would.
async function withDevice(page: Page): Promise<{ cdp: Awaited<ReturnType<typeof cdpOf>>; authenticatorId: string }> {
  const cdp = await cdpOf(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}
const cdpOf = (page: Page) => page.context().newCDPSession(page);

// Passkeys are for names of hosts, not for addresses.
const home = (): string => server.url.replace('127.0.0.1', 'localhost');

async function guest(options: Visitor = {}): Promise<Page> {
  const page = await visitor(browser, options);
  await startAgainstBot(page, home());
  await page.goto(`${home()}/me`);
  await page.waitForSelector('[data-test=become]');
  return page;
}
const kept = (of: Page): Promise<{ name: string; token: string; account: string }> =>
  of.evaluate(() => JSON.parse(localStorage.getItem('wyrmhall.identity') ?? '{}'));

test(
  'a guest becomes a member by a passkey in two presses, and gets in by it elsewhere',
  { timeout: 120_000 },
  async () => {
    const page = await guest();
    const { cdp, authenticatorId } = await withDevice(page);
    const before = await kept(page);
    await page.click('[data-test=become-by-passkey]');
    await page.waitForSelector('[data-test=codes] li');
    expect(await page.locator('[data-test=codes] li').count()).toBe(8);
    await page.click('[data-test=codes-kept]');
    expect(await page.locator('[data-test=passkeys] li').allTextContents()).toHaveLength(1);
    expect(await page.textContent('[data-test=passkeys] li')).toContain('Chrome, Linux');
    expect(await kept(page)).toEqual(before);
    // A password beside it, by the passkey; then the passkey may go.
    await page.click('[data-test=passkey-remove]');
    await page.click('[data-test=passkey-remove-sure]');
    await page.waitForFunction(() => document.body.textContent?.includes('Set a password first'));
    await page.click('[data-test=to-password]');
    expect(await page.locator('[data-test=proof-passkey]').isVisible()).toBe(true);
    await page.fill('[data-test=change-password] input[type=password]', PASSWORD);
    await page.click('[data-test=change-password] button[type=submit]');
    await page.waitForSelector('[data-test=to-password]');
    expect(await axeFaultsInBothThemes(page)).toEqual([]);
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toHaveLength(1);
    expect(credentials[0]).toMatchObject({ isResidentCredential: true, rpId: 'localhost' });

    // The same key on another device, where nobody is known.
    const other = await visitor(browser, {});
    const copy = await withDevice(other);
    await copy.cdp.send('WebAuthn.addCredential', {
      authenticatorId: copy.authenticatorId,
      credential: credentials[0],
    });
    await other.goto(`${home()}/sign-in`);
    expect(await axeFaultsInBothThemes(other)).toEqual([]);
    await other.click('[data-test=sign-in-by-passkey]');
    await other.waitForFunction((name) => document.querySelector('strong.name')?.textContent === name, before.name);
    expect((await kept(other)).account).toBe(before.account);
    expect((await kept(other)).token).not.toBe(before.token);

    await page.click('[data-test=passkey-remove]');
    await page.click('[data-test=passkey-remove-sure]');
    await page.waitForFunction(() => document.querySelectorAll('[data-test=passkeys] li').length === 0);
    // One more, by the password.
    await page.click('[data-test=add-passkey]');
    await page.fill('[data-test=add-passkey-form] input[type=password]', PASSWORD);
    await page.click('[data-test=add-passkey-form] button[type=submit]');
    await page.waitForSelector('[data-test=passkeys] li');
    expectQuiet(page);
    expectQuiet(other);
  },
);

test('who has no passkey, or turns away, is told so, and may type', async () => {
  const page = await visitor(browser, PHONE);
  const { cdp, authenticatorId } = await withDevice(page);
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.goto(`${home()}/sign-in`);
  await page.click('[data-test=sign-in-by-passkey]');
  await page.waitForFunction(() => document.body.textContent?.includes('No passkey was given'));
  expect(await sideways(page)).toBe(0);
  expect(await tooSmall(page)).toEqual([]);
  expect(await page.locator('[data-test=member-sign-in]').isVisible()).toBe(true);
});

test('a terminal is let in by the code that it shows', { timeout: 120_000 }, async () => {
  const page = await guest();
  const { name } = await kept(page);
  const folder = mkdtempSync(join(tmpdir(), 'wyrmhall-login-'));
  const address = server.url.replace('http', 'ws');
  const terminal = spawn(terminalClient, ['--server', address, '--data', folder, 'login', '--browser']);
  let said = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(terminal, 'exit');
  const shown = () => /type ([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(said)?.[1] ?? '';
  await expect.poll(shown, { timeout: 10_000 }).not.toBe('');
  await page.goto(`${home()}/confirm`);
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await page.fill('[data-test=confirm] input', shown().toLowerCase().replace('-', ' '));
  await page.click('[data-test=confirm] button[type=submit]');
  await page.waitForSelector('[data-test=asked]');
  expect(await page.textContent('[data-test=asked]')).toContain('wyrmhall-cli');
  expect(await page.textContent('[data-test=asked]')).toContain(name);
  await page.click('[data-test=let-in]');
  await page.waitForFunction(() => document.querySelector('[data-test=let-in-done]')?.textContent !== '');
  expect((await ended)[0]).toBe(0);
  expect(said).toContain(name);
  rmSync(folder, { recursive: true, force: true });

  await page.goto(`${home()}/me`);
  const line = page.locator('[data-test=sign-ins] li', { hasText: 'wyrmhall-cli' });
  await line.locator('[data-test=to-name]').click();
  await page.fill('[data-test=name-sign-in] input', 'the old laptop');
  await page.click('[data-test=name-sign-in] button[type=submit]');
  await page.locator('[data-test=sign-ins] li', { hasText: 'the old laptop' }).waitFor();
  await page.goto(`${home()}/confirm`);
  await page.fill('[data-test=confirm] input', '0000-0000');
  await page.click('[data-test=confirm] button[type=submit]');
  await page.waitForFunction(() => document.body.textContent?.includes('No device waits'));
  expectQuiet(page);
});

test('own data are saved as a file, and a deletion is taken back', { timeout: 120_000 }, async () => {
  const page = await guest(PHONE);
  const { name, account } = await kept(page);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-test=save-data]')]);
  const data = JSON.parse(readFileSync(await download.path(), 'utf8'));
  expect(data.player).toEqual({ name, accountId: account });
  expect(data.signIns).toHaveLength(1);
  expect(data.matches).toHaveLength(1);
  expect(JSON.stringify(data)).not.toContain((await kept(page)).token);

  await page.click('[data-test=leave-for-good]');
  await page.click('[data-test=leave-form] button[type=submit]');
  await page.waitForSelector('[data-test=leaving]');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  expect(await tooSmall(page)).toEqual([]);
  await page.reload();
  await page.click('[data-test=leaving] button');
  await page.waitForSelector('[data-test=leave-for-good]');
  expectQuiet(page);
});
