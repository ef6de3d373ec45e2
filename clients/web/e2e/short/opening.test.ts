// The landing, and how each game opens.
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from '../axe';
import { expectQuiet, visitor } from '../browser';
import { GAMES } from '../games';
import { openSite } from '../site';

const { server, browser } = await openSite();

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
