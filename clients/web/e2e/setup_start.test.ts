// A match can be started at once: by somebody new, and on a phone, however much can be set.
import { expect, test } from 'vitest';
import { PHONE, expectQuiet, visitor } from './browser';
import { sideways } from './fits';
import { GAMES } from './games';
import { openSite } from './site';

const { server, browser } = await openSite();

test.each(GAMES)('%s: what starts it is in view, and covers nothing that has the focus', async (game) => {
  for (const [width, height] of [
    [390, 844],
    [320, 640],
  ]) {
    const page = await visitor(browser, { ...PHONE, viewport: { width, height }, locale: 'fr-FR' });
    await page.goto(`${server.url}/play/${game}`);
    const start = page.locator('[data-test=start][aria-disabled=false]');
    await start.waitFor();
    // What a press would meet there: neither the way to other pages nor anything else lies over it.
    const met = () =>
      start.evaluate((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        const corners = [left + 20, right - 20].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y]));
        return corners.every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
      });
    expect(await met()).toBe(true);
    // Whatever has the focus stands above it.
    const under = await start.evaluate((button) =>
      [...document.querySelectorAll<HTMLElement>('main :is(input, summary, select, a, button)')].flatMap((one) => {
        one.focus();
        if (one === button || document.activeElement !== one) return [];
        return one.getBoundingClientRect().bottom > button.getBoundingClientRect().top ? [one.outerHTML] : [];
      }),
    );
    expect(under).toEqual([]);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await met()).toBe(true);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expectQuiet(page);
    await page.context().close();
  }
});

test('somebody who has never been here can play against every bot of a game at once', async () => {
  const page = await visitor(browser, { newcomer: true });
  await page.goto(`${server.url}/play/duel`);
  await page.click('label:has-text("Perfect bot")');
  await page.click('[data-test=start][aria-disabled=false]');
  await page.waitForURL('**/m/**');
  await page.waitForSelector('.frame:has-text("Perfect bot")');
  expectQuiet(page);
  await page.context().close();
});
