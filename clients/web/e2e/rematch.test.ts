// Two who have played each other: one of them wants to play again, and the other is told.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectQuiet, launch, visitor } from './browser';
import { END, openFriendTable } from './duel';
import { Server } from './server';

const server = new Server();
let browser: Browser;
let host: Page;
let guest: Page;
beforeAll(async () => {
  browser = await launch();
  await server.start();
  host = await visitor(browser);
  guest = await visitor(browser);
  await openFriendTable(host, guest, server.url);
  await host.getByRole('button', { name: 'Resign', exact: true }).click();
  await host.getByRole('button', { name: 'Yes, resign', exact: true }).click();
  await Promise.all([host, guest].map((page) => page.waitForSelector(END)));
});
afterAll(async () => {
  await browser.close();
  await server.end();
});

test('who has resigned is said of the one other side that there is', async () => {
  expect(await host.locator(END).innerText()).toContain('You resigned.');
  expect(await guest.locator(END).innerText()).toContain('The other side resigned.');
});

const AGAIN = `${END} [data-test=rematch]`;
const OFFER = '[data-test=rematch-offer]';
const nameOf = async (page: Page): Promise<string> => (await page.locator('header .name').innerText()).trim();
const BLOCK = '[data-test=block]';
const ask = async (page: Page): Promise<void> => {
  await page.click(AGAIN);
  await page.waitForURL('**/t/**');
};

test('only after a match, and last of all, one can say not to meet the other again', async () => {
  expect(await guest.locator('aside button').last().innerText()).toBe(
    `Do not match me with ${await nameOf(host)} again`,
  );
  await guest.click(BLOCK);
  await guest.waitForSelector(`text=You will not be matched with ${await nameOf(host)} again.`);
  await guest.click(BLOCK);
  await guest.waitForSelector(`${BLOCK}:has-text("Do not match me")`);
});

test('who waits is named, and it is said for whom; a player who asked and leaves waits no more', async () => {
  const match = guest.url();
  await ask(host);
  await guest.waitForSelector(`${END} ${OFFER}`);
  expect(await guest.locator(OFFER).innerText()).toContain(`${await nameOf(host)} wants to play again.`);
  expect(await host.locator('[data-test=share]').innerText()).toContain(`Waiting for ${await nameOf(guest)}.`);
  expect(await guest.locator(AGAIN).innerText()).toBe('Play again');

  // Also in the hall, and for a page that was only just opened.
  await guest.goto(server.url);
  await guest.waitForSelector(OFFER);
  await host.getByRole('button', { name: 'Leave the table' }).click();
  await guest.waitForSelector(OFFER, { state: 'detached' });
  await Promise.all([host, guest].map((page) => page.goto(match)));
  await Promise.all([host, guest].map((page) => page.waitForSelector(END)));
});

test('a player who says no is not asked any more, and one who says yes plays', async () => {
  await ask(host);
  await guest.click('[data-test=rematch-no]');
  await guest.waitForSelector(OFFER, { state: 'detached' });
  expect(await guest.locator(AGAIN).innerText()).toBe('Rematch');
  expect(await guest.evaluate(() => document.activeElement?.getAttribute('data-test'))).toBe('rematch');
  await host.getByRole('button', { name: 'Leave the table' }).click();
  await host.goto(guest.url());
  await host.waitForSelector(END);

  await ask(host);
  const before = guest.url();
  await guest.waitForSelector(OFFER);
  await guest.click(AGAIN);
  await Promise.all(
    [host, guest].map((page) => page.waitForURL((url) => url.pathname.startsWith('/m/') && url.href !== before)),
  );
  await Promise.all([host, guest].map((page) => page.waitForSelector('.foot')));
  expect(await Promise.all([host, guest].map((page) => page.locator(BLOCK).count()))).toEqual([0, 0]);
  expectQuiet(host, guest);
});
