// The hall at each width: its games stand in rows without a hole.
import { expect, test } from 'vitest';
import { expectQuiet, visitor } from './browser';
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
      // What shows a game is whole, and beside each other.
      const cut = await page.locator('.games .emblem').evaluateAll((emblems) =>
        emblems.flatMap((emblem) => {
          const room = emblem.getBoundingClientRect();
          return [...emblem.children]
            .map((part) => part.getBoundingClientRect())
            .filter(({ left, right, width }) => width < 16 || left < room.left - 1 || right > room.right + 1)
            .map(({ left, right }) => `${left} to ${right} of ${room.left} to ${room.right}`);
        }),
      );
      expect(cut, `emblems at ${width}`).toEqual([]);
    }
    expectQuiet(page);
    await page.context().close();
  },
);
