// A page that is older than the server asks for parts that are gone: nobody is left to wait for them.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaults } from './axe';
import { visitor } from './browser';
import { decideUntilAct, startAgainstBot } from './duel';
import { openSite } from './site';

const { server, browser } = await openSite();

const LACKING = '[data-test=lacking]';

// What a server without it answers. Returns how to bring it back.
async function remove(page: Page, part: string): Promise<() => Promise<void>> {
  const address = new RegExp(`/assets/${part}-[^/]*\\.js$`);
  await page.route(address, (route) => route.fulfill({ status: 404, body: 'Nothing here.' }));
  return () => page.unroute(address);
}

// The server has another page from now on: one that names another script.
async function renew(page: Page): Promise<void> {
  await page.route(`${server.url}/`, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    await route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/newer.js"></script>' });
  });
}

function loadsOf(page: Page): () => number {
  let loads = 0;
  page.on('load', () => loads++);
  return () => loads;
}

test('a board that is gone: the player is told, and the page that is loaded anew goes on with the match', async () => {
  const page = await visitor(browser);
  const bringBack = await remove(page, 'playing');
  await page.goto(server.url);
  await page.click('[data-test=play-now]');
  await page.waitForSelector(`${LACKING}:has-text("your match is kept")`);
  expect(await axeFaults(page)).toEqual([]);
  await bringBack();
  await page.click(`${LACKING} button`);
  await decideUntilAct(page);
  expect(await page.locator(LACKING).count()).toBe(0);
  await page.context().close();
});

test('a part of a board that is gone: the player is told in the middle of the match', async () => {
  const page = await visitor(browser);
  const loads = loadsOf(page);
  await remove(page, 'Offers');
  await page.goto(`${server.url}/play/hunt`);
  await page.click('[data-test=start][aria-disabled=false]');
  await page.waitForSelector(LACKING, { timeout: 20_000 });
  // What is on the board is not taken away.
  expect(loads()).toBe(1);
  expect(await page.locator('.board').isVisible()).toBe(true);
  await page.context().close();
});

test('a rulebook that is gone: the match goes on, and the player is told', async () => {
  const page = await visitor(browser);
  await startAgainstBot(page, server.url);
  await decideUntilAct(page);
  await remove(page, 'RulesSheet');
  await page.click('[data-test=open-rules]');
  await page.waitForSelector(LACKING);
  expect(await page.locator('.act').first().isVisible()).toBe(true);
  await page.context().close();
});

test('a page that is gone from a newer server: the newer one is loaded by itself, once', async () => {
  const page = await visitor(browser);
  const loads = loadsOf(page);
  const bringBack = await remove(page, 'WatchPage');
  await renew(page);
  await page.goto(server.url);
  await page.waitForSelector('[data-test=play-now]');
  await page.click('a[href="/watch"]');
  await expect.poll(loads, { timeout: 10_000 }).toBe(2);
  expect(new URL(page.url()).pathname).toBe('/watch');
  // It has not helped: no further time, but a sentence and a button.
  await page.waitForSelector(LACKING, { timeout: 10_000 });
  expect(loads()).toBe(2);
  await bringBack();
  await page.click(`${LACKING} button`);
  await page.waitForSelector('main h1');
  expect(await page.locator(LACKING).count()).toBe(0);
  await page.context().close();
});

test('a page that cannot be had from the same server is no reason to load anything anew', async () => {
  const page = await visitor(browser);
  const loads = loadsOf(page);
  await remove(page, 'WatchPage');
  await page.goto(server.url);
  await page.waitForSelector('[data-test=play-now]');
  await page.click('a[href="/watch"]');
  await page.waitForSelector(LACKING);
  expect(loads()).toBe(1);
  await page.context().close();
});
