// At the door: work that a server asks for before it lets a guest in, servers that ask for an invitation, and those that are
// closed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { axeFaults } from './axe';
import { expectQuiet, launch, visitor } from './browser';
import { startAgainstBot } from './duel';
import { Server } from './server';

const PASSWORD = 'nine green newts';

let browser: Browser;
let server: Server;
let page: Page;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(async () => {
  server = new Server();
  page = await visitor(browser);
});
afterEach(async () => {
  await page.context().close();
  await server.end();
});

test('the page does the work that a server asks for, and comes in', async () => {
  await server.start('--limit-free-guests-per-hour', '0');
  await startAgainstBot(page, server.url);
  expectQuiet(page);
});

test('a server that takes guests by invitation asks for one, and says when it does not count', async () => {
  await server.start('--registration', 'invitation');
  await page.goto(server.url);
  await page.click('[data-test=play-now]');
  const form = page.locator('[data-test=invitation]');
  await form.waitFor();
  await form.getByRole('textbox').fill('no-such-code');
  await form.getByRole('button').click();
  await expect.poll(() => page.locator('[data-test=failed]').textContent()).toContain('is not valid');
  expectQuiet(page);
});

test('the link of an invitation brings its code along, and leaves the address', async () => {
  await server.start('--registration', 'invitation');
  await page.goto(`${server.url}/#invitation=from-a-link`);
  await page.click('[data-test=play-now]');
  await expect.poll(() => page.locator('[data-test=failed]').textContent()).toContain('is not valid');
  expect(page.url()).toBe(`${server.url}/`);
  expectQuiet(page);
});

test('a server that is closed to new guests says so, and lets a member in', async () => {
  await server.start();
  await page.goto(`${server.url}/me`);
  await page.fill('[data-test=become] input[type=password]', PASSWORD);
  await page.click('[data-test=become] button[type=submit]');
  await page.waitForSelector('[data-test=codes] li');
  const name = await page.textContent('header .name');
  await server.kill();
  await server.start('--registration', 'closed');

  const other = await visitor(browser);
  await other.goto(server.url);
  await other.click('[data-test=play-now]');
  const banner = other.locator('[data-test=failed]');
  await expect.poll(() => banner.textContent()).toContain('takes no new guests');
  expect(await axeFaults(other)).toEqual([]);
  const from = new URL(other.url()).pathname;
  await banner.getByRole('link', { name: 'I am a member' }).click();
  await other.fill('[data-test=member-sign-in] input[autocomplete=username]', name!);
  await other.fill('[data-test=member-sign-in] input[autocomplete=current-password]', PASSWORD);
  // Here the banner would only lead to where one is.
  expect(await banner.getByRole('link').count()).toBe(0);
  await other.click('[data-test=member-sign-in] button[type=submit]');
  await other.waitForURL(server.url + from);
  await banner.waitFor({ state: 'detached' });
  await expect.poll(() => other.textContent('header .name')).toBe(name);
  expectQuiet(page, other);
  await other.context().close();
});
