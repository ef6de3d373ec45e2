// Beside what is set up stands a picture of the game, where there is room.
import { expect, test } from 'vitest';
import { PHONE, expectQuiet, visitor } from './browser';
import { GAMES } from './games';
import { openSite } from './site';

const { server, browser } = await openSite();
const PICTURE = '[data-test=picture]';

test.each(GAMES)(
  '%s: on a desk, square, at the right of all that can be pressed, and only to be seen',
  async (game) => {
    const page = await visitor(browser, { viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.url}/play/${game}`);
    await page.waitForSelector(`${PICTURE} :is(img, svg)`);
    const box = (await page.locator(PICTURE).boundingBox())!;
    expect(box.width).toBeGreaterThanOrEqual(240);
    expect(Math.abs(box.width - box.height)).toBeLessThan(1);
    // All of it lies in its square, but for a horn or a lance.
    const parts = await page.locator(`${PICTURE} :is(img, svg)`).all();
    for (const part of parts) {
      const { x, y, width, height } = (await part.boundingBox())!;
      expect(x).toBeGreaterThan(box.x - 12);
      expect(y).toBeGreaterThan(box.y - 12);
      expect(x + width).toBeLessThan(box.x + box.width + 12);
      expect(y + height).toBeLessThan(box.y + box.height + 12);
    }
    expect(await page.locator(PICTURE).getAttribute('aria-hidden')).toBe('true');
    expect(await page.locator(`${PICTURE} :is(a, button, [tabindex])`).count()).toBe(0);
    const start = (await page.locator('[data-test=start]').boundingBox())!;
    expect(start.x + start.width).toBeLessThan(box.x);
    expectQuiet(page);
    await page.context().close();
  },
);

test('on a phone there is none, and none is fetched', async () => {
  const page = await visitor(browser, PHONE);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto(`${server.url}/play/${GAMES[0]}`);
  await page.waitForSelector('[data-test=start][aria-disabled=false]');
  await page.waitForTimeout(500);
  expect(await page.locator(PICTURE).count()).toBe(0);
  expect(fetched.filter((url) => url.includes('Picture'))).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});
