// A guest becomes a member, and gets back in from elsewhere by the password or by a recovery code.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaults, axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor, type Visitor } from './browser';
import { startAgainstBot } from './duel';
import { sideways, tooSmall } from './fits';
import { Server } from './server';
import { openSite } from './site';

const { server, browser } = await openSite();

const PASSWORD = 'nine green newts';
const OTHER_PASSWORD = 'seven slow salamanders';
const MEMBER_FORM = '[data-test=member-sign-in]';

const kept = (of: Page): Promise<{ name: string; token: string; account: string }> =>
  of.evaluate(() => JSON.parse(localStorage.getItem('wyrmhall.identity') ?? '{}'));

// Comes as a guest, who has played, and opens their own page.
async function guest(options: Visitor = {}): Promise<Page> {
  const page = await visitor(browser, options);
  await startAgainstBot(page, server.url);
  await page.goto(`${server.url}/me`);
  await page.waitForSelector('[data-test=become]');
  return page;
}

// From there on it is one press beside typing.
async function becomeMember(page: Page): Promise<string[]> {
  await page.fill('[data-test=become] input[type=password]', PASSWORD);
  await page.click('[data-test=become] button[type=submit]');
  await page.waitForSelector('[data-test=codes] li');
  return page.locator('[data-test=codes] li').allTextContents();
}

async function typeAs(page: Page, name: string, proof: { password: string } | { code: string }): Promise<void> {
  await page.fill(`${MEMBER_FORM} input[autocomplete=username]`, name);
  if ('code' in proof) {
    if (!(await page.locator('[data-test=code]').isVisible())) await page.click('[data-test=by-code]');
    await page.fill('[data-test=code]', proof.code);
  } else {
    await page.fill(`${MEMBER_FORM} input[autocomplete=current-password]`, proof.password);
  }
  await page.click(`${MEMBER_FORM} button[type=submit]`);
}

// Somebody whom this browser does not know, at the form that the hall leads to.
async function atForm(options: Visitor = {}): Promise<Page> {
  const page = await visitor(browser, options);
  await page.goto(server.url);
  await page.click('[data-test=am-member]');
  await page.waitForSelector(MEMBER_FORM);
  return page;
}

const isIn = (page: Page, name: string) =>
  page.waitForFunction((wanted) => document.querySelector('strong.name')?.textContent === wanted, name);

const secretsIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.title]));

test('a guest becomes a member and gets in on other devices; a code works once', { timeout: 120_000 }, async () => {
  const page = await guest();
  const before = await kept(page);
  const codes = await becomeMember(page);
  expect(new Set(codes).size).toBe(8);
  // The file has what is shown.
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-test=codes] a[download]')]);
  const file = readFileSync(await download.path(), 'utf8');
  for (const code of codes) expect(file).toContain(code);
  await page.click('[data-test=codes-kept]');
  await page.waitForSelector('[data-test=codes]', { state: 'detached' });
  expect(await page.textContent('[data-test=codes-left]')).toContain('8 recovery codes');
  expect(await page.innerHTML('body')).not.toContain(codes[0]);
  const stored = await secretsIn(page);
  expect(stored).toContain(before.token);
  for (const secret of [PASSWORD, ...codes]) expect(stored).not.toContain(secret);
  expect(await kept(page)).toEqual(before);

  const phone = await atForm();
  await typeAs(phone, before.name, { password: 'not the newts' });
  await phone.waitForSelector(`${MEMBER_FORM} [role=alert]`);
  expect(await phone.inputValue(`${MEMBER_FORM} input[autocomplete=username]`)).toBe(before.name);
  expect(await kept(phone)).toEqual({});
  await typeAs(phone, before.name, { password: PASSWORD });
  await isIn(phone, before.name);
  const there = await kept(phone);
  expect(there.account).toBe(before.account);
  expect(there.token).not.toBe(before.token);
  expect(await secretsIn(phone)).not.toContain(PASSWORD);
  await phone.goto(`${server.url}/me/matches`);
  await phone.waitForSelector('a[href^="/m/"]');

  const tablet = await atForm();
  await typeAs(tablet, before.name, { code: codes[3] });
  await isIn(tablet, before.name);
  expect((await kept(tablet)).account).toBe(before.account);
  await tablet.goto(`${server.url}/me`);
  await tablet.waitForSelector('[data-test=codes-left]');
  expect(await tablet.textContent('[data-test=codes-left]')).toContain('7 recovery codes');

  const thief = await atForm();
  await typeAs(thief, before.name, { code: codes[3] });
  await thief.waitForSelector(`${MEMBER_FORM} [role=alert]`);
  expect(await kept(thief)).toEqual({});
  expectQuiet(page, phone, tablet, thief);
  for (const one of [page, phone, tablet, thief]) await one.context().close();
});

test('a member changes the password, gets new codes, and signs out without a warning', async () => {
  const page = await guest();
  const { name } = await kept(page);
  const [code] = await becomeMember(page);
  await page.click('[data-test=codes-kept]');
  await page.click('[data-test=to-password]');
  await page.fill('[data-test=change-password] input[autocomplete=current-password]', 'not the newts');
  await page.fill('[data-test=change-password] input[autocomplete=new-password]', OTHER_PASSWORD);
  await page.click('[data-test=change-password] button[type=submit]');
  await page.waitForSelector('[data-test=change-password] [role=alert]');
  await page.click('[data-test=change-password] [data-test=by-code]');
  await page.fill('[data-test=change-password] [data-test=code]', code);
  await page.click('[data-test=change-password] button[type=submit]');
  await page.waitForSelector('[data-test=change-password]', { state: 'detached' });
  expect(await page.textContent('[data-test=codes-left]')).toContain('7 recovery codes');

  await page.click('[data-test=to-codes]');
  await page.fill('[data-test=new-codes] input[autocomplete=current-password]', OTHER_PASSWORD);
  await page.click('[data-test=new-codes] button[type=submit]');
  await page.waitForSelector('[data-test=codes] li');
  expect(await page.locator('[data-test=codes] li').allTextContents()).not.toContain(code);
  await page.click('[data-test=codes-kept]');

  await page.click('[data-test=leave]');
  await page.waitForSelector('[data-test=play-now]');
  expect(await kept(page)).toEqual({});
  await page.click('[data-test=am-member]');
  await typeAs(page, name, { password: OTHER_PASSWORD });
  await isIn(page, name);
  expectQuiet(page);
  await page.context().close();
});

test('who has never been here becomes a member in one press', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/me`);
  const codes = await becomeMember(page);
  expect(codes).toHaveLength(8);
  const { name } = await kept(page);
  const other = await atForm();
  await typeAs(other, name, { code: codes[7] });
  await isIn(other, name);
  expectQuiet(page, other);
  for (const one of [page, other]) await one.context().close();
});

test('other tabs follow one that signs out, or becomes somebody else', { timeout: 120_000 }, async () => {
  const page = await guest();
  const { name } = await kept(page);
  await becomeMember(page);
  const other = await page.context().newPage();
  await other.goto(`${server.url}/me`);
  await isIn(other, name);
  await page.click('[data-test=codes-kept]');
  await page.click('[data-test=leave]');
  await page.waitForURL(`${server.url}/`);
  // Nobody, and not a player whom the server does not know.
  await other.waitForFunction((was) => document.querySelector('strong.name')?.textContent !== was, name);
  expect(await other.locator('[data-test=stranger]').count()).toBe(0);
  expect(await other.locator('[data-test=sign-ins]').count()).toBe(0);
  await page.goto(`${server.url}/sign-in`);
  await typeAs(page, name, { password: PASSWORD });
  await isIn(other, name);
  expectQuiet(page);
});

test('a guest is warned before signing out for good', async () => {
  const page = await guest();
  const before = await kept(page);
  await page.click('[data-test=leave]');
  await page.waitForSelector('[data-test=leave-warning]');
  expect(await kept(page)).toEqual(before);
  await page.click('[data-test=leave-sure]');
  await page.waitForSelector('[data-test=play-now]');
  expect(await kept(page)).toEqual({});
  expect(await page.locator('[data-test=stranger]').count()).toBe(0);
  expectQuiet(page);
  await page.context().close();
});

test('a member whose token is revoked signs in again where they were, and is kept once', async () => {
  const page = await guest();
  const { name, account } = await kept(page);
  await becomeMember(page);
  const phone = await atForm();
  await typeAs(phone, name, { password: PASSWORD });
  await isIn(phone, name);
  await phone.goto(`${server.url}/me`);
  await phone.click('[data-test=sign-ins] .plate');
  await page.waitForSelector('[data-test=stranger]');
  await page.click('[data-test=stranger] a');
  expect(await page.inputValue(`${MEMBER_FORM} input[autocomplete=username]`)).toBe(name);
  await typeAs(page, name, { password: PASSWORD });
  await page.waitForURL(`${server.url}/me`);
  await page.waitForSelector('[data-test=stranger]', { state: 'detached' });
  await page.waitForSelector('[data-test=codes-left]');
  expect((await kept(page)).account).toBe(account);
  expect(await page.locator('[data-test=kept]').count()).toBe(0);
  for (const one of [page, phone]) await one.context().close();
});

test('who guesses too often is told when to come again, and a code still lets the member in', async () => {
  // The guesses from one address are counted together: here the others' do not count.
  const own = await new Server().start();
  const page = await visitor(browser);
  await page.goto(`${own.url}/me`);
  const [code] = await becomeMember(page);
  const { name } = await kept(page);
  const other = await visitor(browser);
  await other.goto(`${own.url}/sign-in`);
  await other.waitForSelector(MEMBER_FORM);
  const alert = other.locator(`${MEMBER_FORM} [role=alert]`);
  const submit = other.locator(`${MEMBER_FORM} button[type=submit]`);
  const MOST = 20; // guesses until then, and some more
  for (let i = 0; i < MOST; i++) {
    await typeAs(other, name, { password: `not the newts ${i}` });
    await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('false');
    if ((await alert.textContent())?.includes('Try again in')) break;
  }
  expect(await alert.textContent()).toMatch(/Try again in \d+ minutes\./);
  await typeAs(other, name, { code });
  await isIn(other, name);
  for (const one of [page, other]) await one.context().close();
  await own.end();
});

// French has more to say, and a phone less room for it.
const AT: [string, string, Visitor][] = [
  ['en', 'at a desk', {}],
  ['fr', 'on a phone', PHONE],
];
test.each(AT)(
  'axe finds nothing on the forms in %s %s, and nothing is cut',
  { timeout: 120_000 },
  async (locale, _, options) => {
    const settings = { locale };
    const faultless = async (page: Page, what: string): Promise<void> => {
      expect(await axeFaultsInBothThemes(page), what).toEqual([]);
      expect(await sideways(page), what).toBeLessThanOrEqual(0);
      if (options.hasTouch) expect(await tooSmall(page), what).toEqual([]);
    };
    const page = await guest({ ...options, settings });
    await page.waitForSelector('[data-test=leave]');
    await faultless(page, 'guest');
    await page.fill('[data-test=become] input[type=password]', 'password');
    await page.click('[data-test=become] button[type=submit]');
    await page.waitForSelector('[data-test=become] [role=alert]');
    await faultless(page, 'weak');
    await page.click('[data-test=leave]');
    await faultless(page, 'leaving');
    await becomeMember(page);
    await faultless(page, 'codes');
    await page.click('[data-test=codes-kept]');
    await faultless(page, 'member');
    await page.click('[data-test=to-password]');
    await faultless(page, 'password');
    await page.click('[data-test=by-code]');
    expect(await axeFaults(page), 'password by code').toEqual([]);
    await page.locator('[data-test=change-password] .text-press').last().click();
    await page.click('[data-test=to-codes]');
    await faultless(page, 'new codes');
    await page.context().close();

    const other = await atForm({ ...options, settings });
    await faultless(other, 'sign in');
    await typeAs(other, 'Nobody At All', { code: '7qkm-2rxa-9dte-h4wc' });
    await other.waitForSelector(`${MEMBER_FORM} [role=alert]`);
    await faultless(other, 'refused');
    await other.context().close();
  },
);
