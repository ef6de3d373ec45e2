// What stands at an address that leads nowhere, or elsewhere.
import { expect, test } from 'vitest';
import { expectQuiet, visitor } from './browser';
import { openSite } from './site';

const { server, browser } = await openSite();

const NOWHERE = '01a1fd83-2eda-7235-95fc-4a4ead856116';

test.each([
  ['t', 'There is no such table.'],
  ['m', 'There is no such match'],
])('/%s/ of nothing says so: %s', async (kind, said) => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/${kind}/${NOWHERE}`);
  await page.waitForSelector(`[role=alert]:has-text("${said}")`);
  await expect.poll(() => page.title()).toBe('Wyrmhall');
  expect(new URL(page.url()).pathname).toBe(`/${kind}/${NOWHERE}`);
  expectQuiet(page);
  await page.context().close();
});

test('a player who wants to learn a game sets up a first match', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/learn/duel`);
  await page.click('[data-test=start]');
  await page.waitForSelector('.pick');
  expectQuiet(page);
  await page.context().close();
});
