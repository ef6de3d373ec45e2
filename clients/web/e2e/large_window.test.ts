// In a large window the board of a match and its words are larger; up to a usual one they are as they always were.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectQuiet, visitor } from './browser';
import { sideways } from './fits';
import { GAMES } from './games';
import { AGAIN, ROLL, startHunt } from './hunt';
import { openSite } from './site';

const { server, browser } = await openSite();

const DESK = { width: 1440, height: 900 };
// How much larger all of it is.
const WINDOWS = [
  { width: 390, height: 844, times: 1 },
  { width: 1280, height: 800, times: 1 },
  { ...DESK, times: 1 },
  { width: 1799, height: 1100, times: 1 },
  { width: 1920, height: 899, times: 1 },
  { width: 1920, height: 919, times: 1.125 },
  { width: 1800, height: 1020, times: 1.25 },
  { width: 1920, height: 1080, times: 1.25 },
  { width: 2560, height: 1440, times: 1.5 },
];

interface Measured {
  // The height of words at the side of the board.
  words: number;
  // Empty at both sides of the match.
  beside: number;
  // By which the page is higher than its window.
  below: number;
}
const measure = (page: Page): Promise<Measured> =>
  page.evaluate(() => {
    const { left, right } = document.querySelector('.match')!.getBoundingClientRect();
    return {
      words: document.querySelector('[data-test=open-rules]')!.getBoundingClientRect().height,
      beside: left + document.documentElement.clientWidth - right,
      below: document.documentElement.scrollHeight - innerHeight,
    };
  });

test.each(GAMES)('%s fills a large window with larger things, and fits it as it fits a smaller one', async (game) => {
  const page = await visitor(browser, { viewport: DESK });
  await page.goto(`${server.url}/play/${game}`);
  await page.click('[data-test=start][aria-disabled=false]');
  await page.waitForSelector('[data-test=open-rules]');
  await page.waitForTimeout(500);
  const desk = await measure(page);
  for (const { times, ...size } of WINDOWS) {
    await page.setViewportSize(size);
    const where = `${size.width} × ${size.height}`;
    const { words, beside, below } = await measure(page);
    expect(words / desk.words, where).toBeCloseTo(times, 2);
    expect(await sideways(page), where).toBeLessThanOrEqual(0);
    if (times > 1) expect(beside, where).toBeLessThanOrEqual(size.width / 15);
    if (times > 1 && desk.below <= 0) expect(below, where).toBeLessThanOrEqual(0);
  }
  expectQuiet(page);
  await page.context().close();
});

test('a die that is dragged on a larger board stays under the pointer', async () => {
  const page = await visitor(browser, { viewport: { width: 1920, height: 1080 } });
  await startHunt(page, server.url);
  await page.click(ROLL);
  await page.waitForSelector(AGAIN);
  const die = page.locator('[data-slot="0"]');
  const middle = async (): Promise<{ x: number; y: number }> => {
    const { x, y, width, height } = (await die.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  const from = await middle();
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 200, from.y + 100, { steps: 4 });
  await expect.poll(async () => Math.round((await middle()).x - from.x)).toBe(200);
  expect(Math.round((await middle()).y - from.y)).toBe(100);
  await page.mouse.up();
  expectQuiet(page);
  await page.context().close();
});
