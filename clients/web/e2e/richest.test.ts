// The list of the richest: reachable from where one's own nuggets are, empty at first, own line marked.
import { expect, test } from 'vitest';
import { axeFaults, axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor } from './browser';
import { openFriendTable, playToEnd } from './duel';
import { sideways } from './fits';
import { openSite } from './site';

// All browsers of a test are one household.
const { server, browser } = await openSite('--nuggets', 'always');

test('nobody has any, then the winners stand there, and one finds oneself', { timeout: 240_000 }, async () => {
  const [host, guest] = [await visitor(browser), await visitor(browser)];
  await host.goto(`${server.url}/me/matches`);
  expect(await host.textContent('[data-test=purse]')).toContain('You have no gold nugget yet.');
  expect(await host.textContent('[data-test=purse]')).toContain('Bots give none.');
  await host.click('main a[href="/richest"]');
  await host.waitForSelector('text=Nobody has won a gold nugget here yet.');
  expect(await axeFaults(host)).toEqual([]);

  // A draw gives none to anybody.
  const own = host.locator('[data-test=richest] tr[aria-current]');
  const other = guest.locator('[data-test=richest] tr[aria-current]');
  for (let match = 0; match < 3; match++) {
    await openFriendTable(host, guest, server.url);
    await playToEnd([host, guest]);
    for (const page of [host, guest]) {
      await page.goto(`${server.url}/richest`);
      await page.waitForSelector('[data-test=richest], p:has-text("Nobody has won")');
    }
    if ((await own.count()) + (await other.count()) > 0) break;
  }
  const winner = (await own.count()) > 0 ? host : guest;
  const loser = winner === host ? guest : host;
  expect(await winner.textContent('[data-test=purse]')).toContain('You have 1 gold nugget.');
  expect(await winner.textContent('[data-test=richest] tr[aria-current]')).toMatch(/^1.*\(You\)\s*1$/);
  expect(await loser.locator('[data-test=richest] tbody tr').count()).toBe(1);
  expect(await loser.locator('[data-test=richest] tr[aria-current]').count()).toBe(0);
  expect(await axeFaults(winner)).toEqual([]);
  await winner.setViewportSize({ width: 320, height: 640 });
  expect(await sideways(winner)).toBeLessThanOrEqual(0);
  await winner.goto(`${server.url}/me`);
  await winner.click('main a[href="/richest"]');
  await winner.waitForSelector('[data-test=richest]');
  expectQuiet(host, guest);
  for (const page of [host, guest]) await page.context().close();
});

test('in French, on a phone, in either theme', async () => {
  const page = await visitor(browser, { ...PHONE, locale: 'fr-FR' });
  await page.goto(`${server.url}/richest`);
  await page.waitForSelector('[data-test=richest], p:has-text("Personne")');
  const text = await page.innerText('main');
  expect(/\b(the|you|gold|nugget|place)\b/i.exec(text)?.[0]).toBeUndefined();
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  expectQuiet(page);
  await page.context().close();
});
