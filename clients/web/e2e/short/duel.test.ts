// A whole duel against a bot; what happened can be replayed and checked.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { MOVING, expectQuiet, visitor } from '../browser';
import { END, matchOf, playByMouse, startAgainstBot } from '../duel';
import { openSite } from '../site';

const { server, browser } = await openSite();

describe('a duel against a bot', () => {
  let page: Page;
  beforeAll(async () => {
    page = await visitor(browser, MOVING);
    await startAgainstBot(page, server.url);
    await playByMouse(page);
  });

  test('is played to its end', async () => {
    expect(await page.textContent(`${END} h2`)).toMatch(/Victory!|wins\./);
    expectQuiet(page);
  });

  test('is replayed step by step, and any moment has a link', async () => {
    const match = matchOf(page);
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    expect(await page.textContent('[data-test=step]')).toMatch(/^After move 0 of \d+$/);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.waitForURL(`**/m/${match}?v=2`);
    const other = await visitor(browser, MOVING);
    await other.goto(`${server.url}/m/${match}?v=2`);
    await other.waitForSelector('[data-test=step]');
    expect(await other.textContent('[data-test=step]')).toMatch(/^After move 2 of /);
    // The replay shows what the player saw: two dragons, unhurt, and the first roll.
    expect(await other.locator('.dragon').count()).toBe(2);
    await expect.poll(() => other.locator('.tray .die').count()).toBeGreaterThanOrEqual(2);
    expectQuiet(page, other);
    await other.context().close();
  });

  test('its dice are checked in the browser, and their luck is drawn', async () => {
    const match = matchOf(page);
    await page.goto(`${server.url}/m/${match}/dice`);
    await page.waitForSelector('[data-test=verdict]');
    expect(await page.textContent('[data-test=verdict] h2')).toMatch(/^Every roll checked: (\d+) of \1 agree\.$/);
    expect(await page.locator('.moves .die').count()).toBeGreaterThan(2);
    await page.goto(`${server.url}/m/${match}/luck`);
    await expect.poll(() => page.locator('[data-test=luck]').count()).toBe(2);
    expectQuiet(page);
  });

  test('stands in «my matches» and can be played again', async () => {
    const match = matchOf(page);
    await page.goto(`${server.url}/me/matches`);
    await page.waitForSelector('.list li');
    await page.goto(`${server.url}/m/${match}`);
    await page.getByRole('button', { name: 'Rematch', exact: true }).click();
    await page.waitForSelector('.pick');
    expect(matchOf(page)).not.toBe(match);
    expectQuiet(page);
    await page.context().close();
  });
});
