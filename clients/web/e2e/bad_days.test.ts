// Connections that go, servers that fall, tabs that are two.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { expectQuiet, launch, tab, visitor } from './browser';
import { decide, matchOf, playToEnd, startAgainstBot } from './duel';
import { Server } from './server';

let browser: Browser;
let server: Server;
let page: Page;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(async () => {
  server = await new Server().start();
  page = await visitor(browser);
  await startAgainstBot(page, server.url);
});
afterEach(async () => {
  await page.context().close();
  await server.end();
});

const moves = async (of: Page): Promise<string[]> => of.locator('.story li button').allTextContents();

test('the server is killed and started again under an open page: nothing is lost, nothing doubled', async () => {
  await decide(page);
  await page.waitForSelector('.act[data-choice]');
  const before = await moves(page);
  await server.kill();
  await page.waitForSelector('[data-test=lost]');
  expect(await page.locator('.act').first().getAttribute('aria-disabled')).toBe('true');
  await server.start();
  await page.waitForSelector('[data-test=lost]', { state: 'detached', timeout: 20_000 });
  expect(await moves(page)).toEqual(before);
  await playToEnd([page], async (step) => {
    if (step !== 3) return;
    await server.kill();
    await page.waitForSelector('[data-test=lost]');
    await server.start();
    await page.waitForSelector('[data-test=lost]', { state: 'detached', timeout: 20_000 });
  });
  // The record holds exactly what was played, and its links follow on each other.
  await page.goto(`${server.url}/m/${matchOf(page)}/dice`);
  await page.waitForSelector('[data-test=verdict]');
  expectQuiet(page);
});

test('a decision on its way when the server dies is sent again, and counts once', async () => {
  await decide(page);
  await page.waitForSelector('.act[data-choice]');
  await server.kill();
  // The page may not know yet: this goes into the void, or waits.
  await page.evaluate(() => document.querySelector<HTMLElement>('.act[data-choice]')?.click());
  await server.start();
  await page.waitForSelector('[data-test=lost]', { state: 'detached', timeout: 20_000 });
  await playToEnd([page]);
  await page.goto(`${server.url}/m/${matchOf(page)}/dice`);
  await page.waitForSelector('[data-test=verdict]');
  expectQuiet(page);
});

test('a reload at any moment comes back to the same place', async () => {
  await page.reload();
  await page.waitForSelector('.pick');
  await decide(page);
  await page.waitForSelector('.act[data-choice]');
  const before = await moves(page);
  await page.reload();
  await page.waitForSelector('.act[data-choice]');
  await expect.poll(() => moves(page)).toEqual(before);
  await playToEnd([page], async (step) => {
    if (step % 3 === 1) await page.reload();
  });
  expectQuiet(page);
});

test('two tabs of one player: both show the match, either decides, and the links stay in order', async () => {
  const second = await tab(page);
  await second.goto(page.url());
  await second.waitForSelector('.pick');
  let turn = 0;
  const pages = [page, second];
  const over = () => page.locator('[data-test=end]').isVisible();
  for (let step = 0; step < 600 && !(await over()); step++) {
    if (await decide(pages[turn % 2])) turn++;
    else await page.waitForTimeout(30);
  }
  expect(await over()).toBe(true);
  expect(turn).toBeGreaterThan(2);
  await second.waitForSelector('[data-test=end]');
  // No seat lost its chain on the way: every decision of the player has its link in the record.
  await page.goto(`${server.url}/m/${matchOf(page)}/dice`);
  await page.waitForSelector('[data-test=verdict]');
  const decided = (await page.locator('.moves li').allTextContents()).filter((line) => !line.includes('bot'));
  const mixed = await page.locator('.moves .mixed').count();
  expect(mixed).toBe(decided.filter((line) => line.startsWith('Move')).length);
  expectQuiet(page, second);
});

test('another browser of the same player goes on without the chain, and the record says so', async () => {
  await decide(page);
  await page.waitForSelector('.act[data-choice]');
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('wyrmhall.chain.')) localStorage.removeItem(key);
  });
  await page.reload();
  await playToEnd([page]);
  await page.goto(`${server.url}/m/${matchOf(page)}/dice`);
  await page.waitForSelector('[data-test=verdict]');
  expect(await page.locator('.moves .mixed').count()).toBe(1);
  expectQuiet(page);
});

test('a page older than the server says so after a return', async () => {
  await page.route('**/', (route) => route.fulfill({ body: '<script src="/assets/other.js"></script>' }));
  await server.kill();
  await page.waitForSelector('[data-test=lost]');
  await server.start();
  await page.waitForSelector('text=A new version is ready', { timeout: 20_000 });
});
