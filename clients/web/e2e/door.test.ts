// At the door: work that a server asks for before it lets a guest in, servers that ask for an invitation, and those that are
// closed.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectQuiet, launch, visitor } from './browser';
import { startAgainstBot } from './duel';
import { Server } from './server';

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

test('a server that is closed to new guests says so', async () => {
  await server.start('--registration', 'closed');
  await page.goto(server.url);
  await page.click('[data-test=play-now]');
  await expect.poll(() => page.locator('[data-test=failed]').textContent()).toContain('takes no new guests');
  expectQuiet(page);
});
