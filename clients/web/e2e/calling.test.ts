// A player who has asked for it is called when it is their turn and no page is in sight.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { expectQuiet, visitor } from './browser';
import { ACT, decide, matchOf, openFriendTable } from './duel';
import { openSite } from './site';

const { server, browser } = await openSite();

const CALL = '[data-test=call]';

interface Calls {
  calls: { title: string; body: string; tag: string }[];
}
// What the device would show is written down, for a browser without a screen shows nothing.
const noted = (page: Page) =>
  page.addInitScript(() => {
    const calls: Calls['calls'] = [];
    Object.assign(window, { calls });
    class Noted {
      static readonly requestPermission = () =>
        Promise.resolve((localStorage.getItem('may') ?? 'granted') as 'granted');
      onclick?: () => void;
      constructor(title: string, { body, tag }: { body: string; tag: string }) {
        calls.push({ title, body, tag });
        Object.assign(window, { latest: this });
      }
      close(): void {
        calls.push({ title: 'closed', body: '', tag: '' });
      }
    }
    Object.assign(window, { Notification: Noted });
  });
const callsOf = (page: Page) => page.evaluate(() => (window as unknown as Calls).calls);
const hide = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('a turn that comes while nobody looks is called, and a press on the call leads to the match', async () => {
  const [page, guest] = [await visitor(browser), await visitor(browser)];
  await noted(page);
  await page.goto(`${server.url}/me`);
  await page.check(CALL);
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await openFriendTable(page, guest, server.url);
  const match = matchOf(page);
  // Both choose their dragons; then the guest is waited for.
  while (!(await guest.locator(ACT).first().isVisible())) {
    if (!(await decide(page)) && !(await decide(guest))) await page.waitForTimeout(20);
  }
  await page.click('header .mark');
  await page.waitForSelector('[data-test=play-now]');
  expect(await page.title()).toBe('Wyrmhall');
  // What is seen needs no call.
  expect(await callsOf(page)).toEqual([]);
  await hide(page, true);
  while ((await callsOf(page)).length === 0) if (!(await decide(guest))) await guest.waitForTimeout(20);
  const [call] = await callsOf(page);
  expect(call).toMatchObject({ title: 'Your turn', tag: `/m/${match}` });
  expect(call.body).toMatch(/^\w+ \w+, \w+ \w+$/);
  expect(await page.title()).toBe('(1) Wyrmhall');
  await hide(page, false);
  await page.evaluate(() => (window as unknown as { latest: { onclick: () => void } }).latest.onclick());
  await page.waitForURL(`**/m/${match}`);
  // Switched off, nothing calls.
  await page.goto(`${server.url}/me`);
  await page.uncheck(CALL);
  await page.reload();
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  expect(await page.isChecked(CALL)).toBe(false);
  expect(await callsOf(page)).toEqual([]);
  expectQuiet(page, guest);
  for (const each of [page, guest]) await each.context().close();
});

test('a browser that does not allow it says so, and nothing is switched on', async () => {
  const page = await visitor(browser);
  await noted(page);
  await page.goto(`${server.url}/me`);
  await page.evaluate(() => localStorage.setItem('may', 'denied'));
  await page.locator(CALL).click();
  await page.waitForSelector('[data-test=call-refused]');
  expect(await page.isChecked(CALL)).toBe(false);
  expectQuiet(page);
  await page.context().close();
});
