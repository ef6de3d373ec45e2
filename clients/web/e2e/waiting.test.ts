// Somebody waits for an opponent, and walks through the page meanwhile.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { MOVING, expectQuiet, visitor } from './browser';
import { playToEnd, startAgainstBot } from './duel';
import { sideways } from './fits';
import { openSite } from './site';

const { server, browser } = await openSite();

const RUNNING = '[data-test=running]';
const OWN_TABLE = '[data-test=own-table]';

async function find(page: Page): Promise<void> {
  await page.goto(server.url);
  await page.click('text=Find an opponent');
}
// By the page's own link, without a reload.
const toHall = (page: Page): Promise<void> => page.click('header .mark');

test('the hall shows the table, takes the player who waits to the match, and shows the match as long as it runs', async () => {
  const page = await visitor(browser);
  await find(page);
  await page.waitForURL('**/t/**');
  await toHall(page);
  await page.click(OWN_TABLE);
  await page.waitForURL('**/t/**');
  await toHall(page);
  await page.waitForSelector(OWN_TABLE);
  expect(await page.title()).toBe('Wyrmhall');

  const other = await visitor(browser);
  await find(other);
  await Promise.all([page.waitForURL('**/m/**'), other.waitForURL('**/m/**')]);
  expect(new URL(page.url()).pathname).toBe(new URL(other.url()).pathname);
  await expect.poll(() => page.title()).toContain('Your turn');
  await toHall(page);
  await page.waitForSelector(`${RUNNING}:has-text("Your turn")`);
  expect(await page.locator(OWN_TABLE).count()).toBe(0);
  await page.click('header a[href="/me/matches"]');
  await page.waitForSelector('#running');
  await page.goBack();
  await page.click(RUNNING);
  await playToEnd([page, other]);
  await toHall(page);
  await page.waitForSelector('[data-test=play-now]');
  expect(await page.locator(RUNNING).count()).toBe(0);
  expectQuiet(page, other);
  await page.context().close();
  await other.context().close();
});

test('a player who plays another match meanwhile is told, and goes when they like', async () => {
  const page = await visitor(browser);
  await find(page);
  await page.waitForURL('**/t/**');
  await toHall(page);
  await page.click('[data-test=play-now]');
  await page.waitForSelector('.pick');
  const first = page.url();
  const other = await visitor(browser);
  await find(other);
  await page.waitForSelector('[data-test=begun]');
  expect(page.url()).toBe(first);
  expect(await page.title()).toContain('Your match has begun');
  await page.click('[data-test=begun] a');
  await page.waitForURL((url) => url.href !== first);
  await page.waitForSelector('.pick');
  expect(page.url()).toBe(other.url());
  expect(await page.locator('[data-test=begun]').count()).toBe(0);
  await expect.poll(() => page.title()).toContain('Your turn');
  expectQuiet(page, other);
  await page.context().close();
  await other.context().close();
});

test.each(['en-GB', 'fr-FR'])('in %s: who waits at a table sees it in any window', async (locale) => {
  const page = await visitor(browser, { locale });
  await page.goto(server.url);
  await page.locator('.ways .press').nth(2).click();
  await page.waitForSelector('[data-test=waiting]');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  for (const width of [1920, 1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sideways(page), String(width)).toBeLessThanOrEqual(0);
  }
  expectQuiet(page);
  await page.context().close();
});

test('a wait is counted, a die turns as long as things may move, and a bot is played meanwhile', async () => {
  const page = await visitor(browser, MOVING);
  await find(page);
  const wait = page.locator('[data-test=waiting]');
  const time = wait.locator('[role=timer]');
  await page.waitForSelector('[role=timer]:text-is("0:02")');
  const drawn = () => wait.locator('svg').innerHTML();
  const before = await drawn();
  await expect.poll(drawn).not.toBe(before);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  // The turn that it is in is shown to its end.
  await page.waitForTimeout(3200);
  const still = await drawn();
  await page.waitForTimeout(3200);
  expect(await drawn()).toBe(still);
  // A player who walks away and comes back has waited all the while.
  await toHall(page);
  await page.click(OWN_TABLE);
  expect(await time.textContent()).not.toMatch(/0:0[0-2]/);
  await page.click('[data-test=bot-meanwhile]');
  await page.waitForSelector('.pick');
  const first = page.url();
  const other = await visitor(browser);
  await find(other);
  await page.waitForSelector('[data-test=begun]');
  expect(page.url()).toBe(first);
  expectQuiet(page, other);
  await page.context().close();
  await other.context().close();
});

test('a match against a bot is in the hall at once after walking there', async () => {
  const page = await visitor(browser);
  await startAgainstBot(page, server.url);
  await toHall(page);
  await page.waitForSelector(`${RUNNING}:has-text("Your turn")`);
  expectQuiet(page);
  await page.context().close();
});
