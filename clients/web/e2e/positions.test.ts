// Running matches as their tiles show them: the board as it stands, which is a picture and nothing else.
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor } from './browser';
import { matchOf } from './duel';
import { sideways } from './fits';
import { asked } from './frames';
import { openPublicMatch } from './meet';
import { Server } from './server';
import { openSite } from './site';

const { server, browser } = await openSite();

const TILE = '[data-test=running]';
const STILL = '[data-test=still]';
// How many of the tiles in view show a board.
const MOST = 4;

const here: Page[] = [];
const come = async (options?: Parameters<typeof visitor>[1]): Promise<Page> => {
  const page = await visitor(browser, options);
  here.push(page);
  return page;
};
afterEach(async () => {
  for (const page of here.splice(0)) await page.context().close();
});

// Notes what jumps in the page. In a board it is the match that moves.
function noteJumps(): void {
  const jumped: string[] = [];
  Object.assign(window, { jumped });
  new PerformanceObserver((list) => {
    const sources = list.getEntries().flatMap((entry) => (entry as unknown as { sources: { node: Node }[] }).sources);
    for (const { node } of sources) {
      const at = node instanceof Element ? node : node?.parentElement;
      if (at?.closest('main') && !at.closest('[data-test=still]')) jumped.push(at.outerHTML.slice(0, 200));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

test('a tile shows the board as it stands and as it goes on, and nothing of it can be had', async () => {
  const [host, guest, watcher] = [
    await come(),
    await come(),
    await come({ settings: { odds: 'always', sound: true } }),
  ];
  await openPublicMatch(host, guest, server.url, 'duel');
  const commands = asked(watcher);
  await watcher.addInitScript(noteJumps);
  await watcher.goto(`${server.url}/watch`);
  const still = watcher.locator(`${TILE} ${STILL}`);
  await still.locator('.board').waitFor();
  // Both choose their dragons, and the tile has them.
  const portraits = (at: Locator): Promise<(string | null)[]> =>
    at
      .locator('.dragon:not(.pick *) img:not(.life)')
      .evaluateAll((all) => all.map((one) => one.getAttribute('src')).toSorted());
  expect(await portraits(still)).toEqual([]);
  const board = host.locator('.match .board');
  await expect
    .poll(async () => {
      for (const page of [host, guest]) {
        const pick = page.locator('.pick [data-choice]').first();
        if (await pick.isVisible()) await pick.click({ timeout: 500 }).catch(() => undefined);
      }
      return (await portraits(board)).length;
    })
    .toBe(2);
  await expect.poll(() => portraits(still)).toEqual(await portraits(board));

  // By keys one comes from the tile to the field beneath the tiles, and the tile is called by its words.
  expect(await watcher.evaluate(() => (window as unknown as { jumped: string[] }).jumped)).toEqual([]);
  await watcher.focus(TILE);
  await watcher.keyboard.press('Tab');
  expect(await watcher.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  expect(
    await watcher.locator('[data-test=position]').evaluate((one: HTMLElement) => [one.inert, one.ariaHidden]),
  ).toEqual([true, 'true']);
  expect(await watcher.getByRole('link', { name: /^Dragon Duel/ }).count()).toBe(1);
  expect(await axeFaultsInBothThemes(watcher)).toEqual([]);
  let since = 0;
  const cases = (): (string | undefined)[] => commands.slice(since).map((command) => command.case);
  expect(cases()).toContain('openMatch');
  expect(cases()).not.toContain('askOdds');
  expect(cases()).not.toContain('askStory');
  expect(cases()).not.toContain('closeMatch');

  // A press anywhere on the picture opens the match, which goes on being watched, now with what came before.
  since = commands.length;
  await watcher.reload();
  await still.locator('.board').waitFor();
  expect(cases()).not.toContain('askStory');
  await watcher.click(TILE, { position: { x: 100, y: 80 } });
  await watcher.waitForSelector('.match .board');
  expect(matchOf(watcher)).toBe(matchOf(host));
  await expect.poll(cases).toContain('askStory');
  expect(cases()).not.toContain('closeMatch');
  await watcher.goBack();
  await still.locator('.board').waitFor();
  await watcher.click('a[href="/lobby"]');
  const opened = (): number =>
    cases().filter((one) => one === 'openMatch').length - cases().filter((one) => one === 'closeMatch').length;
  await expect.poll(opened).toBe(0);
  expectQuiet(host, guest, watcher);
});

test('of many matches four are open, those in view', { timeout: 120_000 }, async () => {
  const [host, guest] = [await come(), await come()];
  for (let match = 0; match < MOST + 2; match++) await openPublicMatch(host, guest, server.url, 'duel');
  const watcher = await come();
  const commands = asked(watcher);
  const open = (): number =>
    commands.reduce((sum, one) => sum + Number(one.case === 'openMatch') - Number(one.case === 'closeMatch'), 0);
  await watcher.goto(`${server.url}/watch`);
  await expect.poll(() => watcher.locator(STILL).count()).toBe(MOST);
  expect(await watcher.locator(TILE).count()).toBeGreaterThanOrEqual(MOST + 2);
  await watcher.waitForTimeout(500);
  expect([open(), await watcher.locator(STILL).count()]).toEqual([MOST, MOST]);
  // The last ones come into view, and the first ones leave it.
  await watcher.setViewportSize({ width: 700, height: 420 });
  await watcher.locator(TILE).last().scrollIntoViewIfNeeded();
  await watcher.locator(TILE).last().locator(STILL).waitFor();
  await expect.poll(() => watcher.locator(TILE).first().locator(STILL).count()).toBe(0);
  expect(open()).toBeLessThanOrEqual(MOST);
  expectQuiet(watcher);
});

test('who plays sees their own matches in the hall as they stand, also on a phone', async () => {
  const [host, guest] = [await come(PHONE), await come()];
  await openPublicMatch(host, guest, server.url, 'duel');
  await host.goto(server.url);
  await host.locator(`${TILE} ${STILL} .board`).waitFor();
  expect(await sideways(host)).toBeLessThanOrEqual(0);
  // Both dragons can be seen, which would be higher than the tile at its full width.
  const below = (): Promise<number> =>
    host
      .locator(`${TILE} ${STILL}`)
      .evaluate((still) => still.getBoundingClientRect().bottom - still.parentElement!.getBoundingClientRect().bottom);
  await expect.poll(below).toBeLessThanOrEqual(1);
  expectQuiet(host);
});

test('where no more may be watched a tile keeps the emblem of its game, and nothing is said of it', async () => {
  const [host, guest, watcher] = [await come(), await come(), await come()];
  const few = new Server();
  try {
    await few.start('--limit-watched-per-account', '1');
    for (let match = 0; match < 2; match++) await openPublicMatch(host, guest, few.url, 'duel');
    await watcher.goto(`${few.url}/watch`);
    await watcher.waitForSelector(STILL);
    await watcher.waitForTimeout(500);
    expect([await watcher.locator(TILE).count(), await watcher.locator(STILL).count()]).toEqual([2, 1]);
    expect(await watcher.locator(`${TILE} .emblem img`).count()).toBeGreaterThan(0);
    expect(await watcher.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0);
    expectQuiet(watcher);
  } finally {
    await few.end();
  }
});
