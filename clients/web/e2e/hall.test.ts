// The hall at each width: its games stand in rows without a hole.
import { expect, test } from 'vitest';
import { PHONE, expectQuiet, visitor } from './browser';
import { outOfPlates, sideways } from './fits';
import { GAMES } from './games';
import { openSite } from './site';

const { server, browser } = await openSite();

const TILES = '.games > li';
// The games of one row, from the first row down, and how far its plates reach.
interface Row {
  games: number;
  left: number;
  right: number;
}

test.each(['en-GB', 'fr-FR'])(
  'in %s the games fill their rows: one where there is room, else of two or of one',
  async (locale) => {
    const page = await visitor(browser, { locale });
    await page.goto(server.url);
    await page.waitForSelector(TILES);
    const rows = (width: number): Promise<Row[]> =>
      page.setViewportSize({ width, height: 900 }).then(() =>
        page.locator(TILES).evaluateAll((tiles) => {
          const found = new Map<number, Row>();
          for (const { top, left, right } of tiles.map((tile) => tile.getBoundingClientRect())) {
            const row = found.get(top) ?? { games: 0, left, right };
            found.set(top, { games: row.games + 1, left: Math.min(row.left, left), right: Math.max(row.right, right) });
          }
          return [...found.values()];
        }),
      );
    for (const width of [320, 390, 1024, 1440, 1920]) {
      const seen = await rows(width);
      const columns = Math.max(...seen.map(({ games }) => games));
      expect(columns, `at ${width}`).toBe(width >= 1440 ? GAMES.length : width > 720 ? 2 : 1);
      expect(
        new Set(seen.map(({ left, right }) => `${left} ${right}`)).size,
        `rows as wide as each other at ${width}`,
      ).toBe(1);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      expect(await outOfPlates(page, `${TILES} > .plate`)).toEqual([]);
    }
    expectQuiet(page);
    await page.context().close();
  },
);

const MOMENT = '[data-test=moment]';
// How many games have one.
const MOMENTS = Object.keys(import.meta.glob('../src/games/*/moment.ts')).length;

test('a game shows a moment of a match, which is fetched once it is to be seen and moves nothing', async () => {
  const page = await visitor(browser, PHONE);
  await page.addInitScript(() => {
    const jumps: number[] = [];
    Object.assign(window, { jumps });
    new PerformanceObserver((list) =>
      jumps.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(server.url);
  const moments = page.locator(`${TILES} ${MOMENT}`);
  await expect.poll(() => moments.count()).toBe(MOMENTS);
  await page.waitForLoadState('networkidle');
  expect(await moments.locator('img').count()).toBe(0);
  for (let i = 0; i < MOMENTS; i++) {
    const moment = moments.nth(i);
    const before = await moment.boundingBox();
    await moment.scrollIntoViewIfNeeded();
    const picture = moment.locator('img');
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth)).toBe(220);
    const [inside, box] = [await picture.boundingBox(), await moment.boundingBox()];
    expect([box?.width, box?.height]).toEqual([before?.width, before?.height]);
    expect(Math.abs((inside?.height ?? 0) - (box?.height ?? 0))).toBeLessThan(1);
  }
  const jumped = await page.evaluate(() => (window as unknown as { jumps: number[] }).jumps);
  expect(jumped.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.05);
  expectQuiet(page);
  await page.context().close();
});
