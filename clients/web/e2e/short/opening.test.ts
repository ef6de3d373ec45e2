// The landing, and how each game opens.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaultsInBothThemes } from '../axe';
import { expectQuiet, launch, visitor } from '../browser';
import { GAMES } from '../games';
import { Server } from '../server';

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

test('axe finds nothing on the landing in either theme', async () => {
  const page = await visitor(browser);
  await page.goto(server.url);
  await page.waitForSelector('[data-test=play-now]');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});

test('there are games', () => expect(GAMES).not.toEqual([]));

test.each(GAMES)('%s: from its tile in the hall to a board that asks for a decision', async (game) => {
  const page = await visitor(browser);
  await page.goto(server.url);
  await page.click(`a[href="/play/${game}"].tile`);
  await page.click('[data-test=start][aria-disabled=false]');
  await page.waitForURL('**/m/**');
  await expect.poll(() => page.title(), { timeout: 20_000 }).toContain('● Your turn');
  const board = page.locator('section[aria-labelledby=board-title]');
  await board.locator('button:visible:not([aria-disabled=true], .recap button)').first().waitFor();
  expect(await board.getByRole('alert').allTextContents()).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});
