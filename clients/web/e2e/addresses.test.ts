// What stands at an address that leads nowhere, or elsewhere.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectQuiet, launch, visitor } from './browser';
import { Server } from './server';

const server = new Server();
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
  await server.start();
});
afterAll(async () => {
  await browser.close();
  await server.end();
});

const NOWHERE = '01a1fd83-2eda-7235-95fc-4a4ead856116';

test.each([
  ['t', 'There is no such table.'],
  ['m', 'There is no such match'],
])('/%s/ of nothing says so: %s', async (kind, said) => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/${kind}/${NOWHERE}`);
  await page.waitForSelector('[role=alert]');
  expect(await page.textContent('[role=alert]')).toContain(said);
  expect(await page.title()).toBe('Wyrmhall');
  expect(new URL(page.url()).pathname).toBe(`/${kind}/${NOWHERE}`);
  expectQuiet(page);
  await page.context().close();
});

test('whoever wants to learn a game sets up a first match', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/learn/duel`);
  await page.click('[data-test=start]');
  await page.waitForSelector('.pick');
  expectQuiet(page);
  await page.context().close();
});
