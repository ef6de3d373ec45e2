// What a refusal says on a phone stands at the foot of the window, above it what is asked: neither covers the other.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { RefusalCode } from '../src/gen/wyrmhall/v1/server_pb';
import { PHONE, expectQuiet, visitor } from './browser';
import { DECIDE, PLAIN, THING, startDragondice } from './dragondice';
import { ROLL, startHunt } from './hunt';
import { lieTo } from './liar';
import { openSite } from './site';

const { server, browser } = await openSite();

// Somebody with a thumb, all of whose decisions are refused.
async function refused(): Promise<Page> {
  const page = await visitor(browser, { ...PHONE, settings: { confirm: 'never' } });
  await lieTo(page, {
    fromPage: ({ commandId, command }, say) => {
      if (command.case !== 'act') return true;
      say({ case: 'refusal', value: { code: RefusalCode.INTERNAL } }, commandId);
      return false;
    },
  });
  return page;
}

// What can be pressed in the bar and lies beneath something else. A row of many is scrolled sideways.
const covered = (page: Page, bar: string): Promise<string[]> =>
  page.locator(`${bar} button:visible`).evaluateAll((all) =>
    all.flatMap((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const row = one.parentElement!.getBoundingClientRect();
      if (left < row.left || right > Math.min(row.right, innerWidth)) return [];
      const ends = [top + 3, bottom - 3];
      const seen = ends.every((y) => one.contains(document.elementFromPoint((left + right) / 2, y)));
      return seen ? [] : [(one as HTMLElement).innerText];
    }),
  );

async function expectBothSeen(page: Page, bar: string): Promise<void> {
  await page.waitForSelector('.answer .error');
  await page.evaluate(() => scrollTo(0, 0));
  expect(await page.locator(`${bar} button:visible`).count()).toBeGreaterThan(0);
  expect(await covered(page, bar)).toEqual([]);
  const says = await page.locator('.answer .error').evaluate((one) => one.getBoundingClientRect().bottom);
  expect(says).toBeLessThanOrEqual(844);
  expectQuiet(page);
  await page.context().close();
}

test('a refusal in a hunt covers nothing that can be pressed', { timeout: 60_000 }, async () => {
  const page = await refused();
  await startHunt(page, server.url);
  await page.tap(ROLL);
  await expectBothSeen(page, '.ask');
});

test('a refusal in a battle covers nothing that can be pressed', { timeout: 60_000 }, async () => {
  const page = await refused();
  await startDragondice(page, server.url);
  await page.waitForSelector(DECIDE);
  await page.locator(`${PLAIN}, ${THING}`).last().tap();
  await expectBothSeen(page, '.decide');
});
