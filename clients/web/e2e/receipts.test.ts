// What the real server signs, as the page takes it: from the start to the record.
import { expect, test } from 'vitest';
import { expectQuiet, visitor } from './browser';
import { CHECKED, END, matchOf, openFriendTable, playToEnd } from './duel';
import { openSite } from './site';

const { server, browser } = await openSite();

test('a match between two people is signed from its start to its record, and every roll was out of reach', async () => {
  const [host, guest] = [await visitor(browser), await visitor(browser)];
  await openFriendTable(host, guest, server.url);
  await playToEnd([host, guest]);
  for (const page of [host, guest]) {
    await expect
      .poll(() => page.textContent(`${END} [data-test=foresight]`), { timeout: 10_000 })
      .toMatch(/(\d+) of \1 rolls mixed in a secret that the server did not have\.$/);
    await page.waitForSelector(`${CHECKED}:has-text("Checked: what you saw is what was played.")`);
    expect(await page.locator('[data-test=accused]').count()).toBe(0);
  }
  // The end fits the start: the receipt is done with, and so is the chain.
  const kept = await host.evaluate(() => ({
    receipts: JSON.parse(localStorage.getItem('wyrmhall.receipts') ?? '[]') as { over: boolean; taken: boolean }[],
    chains: Object.keys(localStorage).filter((key) => /\.(chain|shown)\./.test(key)),
  }));
  expect(kept.receipts.map(({ over }) => over)).toEqual([true]);
  expect(kept.chains).toEqual([]);
  await host.goto(`${server.url}/m/${matchOf(host)}/dice`);
  await host.waitForSelector('[data-test=verdict]');
  expect(await host.textContent('[data-test=vouch]')).toContain('by which this browser knows the server');
  expectQuiet(host, guest);
});
