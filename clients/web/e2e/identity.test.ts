// Who one is survives mistakes: a server on the wrong folder, a sign-in that is revoked, another name.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectQuiet, launch, visitor } from './browser';
import { startAgainstBot } from './duel';
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
});
afterEach(async () => {
  await page.context().close();
  await server.end();
});

const identity = (of: Page): Promise<{ name: string; token: string; account: string }> =>
  of.evaluate(() => JSON.parse(localStorage.getItem('wyrmhall.identity') ?? '{}'));

async function rename(of: Page, name: string): Promise<void> {
  await of.click('.pencil');
  await of.fill('form input.field', name);
  await of.click('form button[type=submit]');
  await of.waitForFunction((wanted) => document.querySelector('strong.name')?.textContent === wanted, name);
}

test('a server on an empty folder makes nobody a new guest, and who one was comes back', async () => {
  await startAgainstBot(page, server.url);
  const before = await identity(page);
  await page.goto(`${server.url}/me`);
  await server.kill();
  await server.startOn('empty');
  await page.waitForSelector('[data-test=stranger]', { timeout: 20_000 });
  expect(await identity(page)).toEqual(before);
  // A new guest is made only where somebody asks for one, and who one was stays kept.
  await page.click('[data-test=stranger] button >> nth=1');
  await page.waitForFunction(
    (old) => {
      const now = JSON.parse(localStorage.getItem('wyrmhall.identity') ?? '{}') as { token?: string };
      return now.token !== undefined && now.token !== old;
    },
    before.token,
    { timeout: 20_000 },
  );
  await page.waitForSelector('[data-test=kept] li');
  // The right folder again: the guest of the empty one is nobody there, and who one was is taken back.
  await server.kill();
  await server.startOn('data');
  await page.waitForSelector('[data-test=stranger]', { timeout: 20_000 });
  await page.click('[data-test=kept] li button >> nth=0');
  await page.waitForSelector('[data-test=stranger]', { state: 'detached' });
  await page.waitForSelector('[data-test=sign-ins] li');
  expect(await identity(page)).toEqual(before);
  await page.goto(`${server.url}/me/matches`);
  await page.waitForSelector('a[href^="/m/"]');
});

test('trying again is enough once the right server is back', async () => {
  await startAgainstBot(page, server.url);
  const before = await identity(page);
  await server.kill();
  await server.startOn('empty');
  await page.waitForSelector('[data-test=stranger]', { timeout: 20_000 });
  await server.kill();
  await server.startOn('data');
  await page.click('[data-test=stranger] button >> nth=0');
  await page.waitForSelector('[data-test=stranger]', { state: 'detached', timeout: 20_000 });
  expect(await identity(page)).toEqual(before);
  expectQuiet(page);
});

test('another name keeps the account; another device comes by a token and is signed out again', async () => {
  await startAgainstBot(page, server.url);
  const before = await identity(page);
  await page.goto(`${server.url}/me`);
  await page.waitForSelector('[data-test=sign-ins] li');
  await rename(page, 'Nora of Ely');
  expect(await identity(page)).toEqual({ ...before, name: 'Nora of Ely' });

  await page.click('[data-test=new-token]');
  const token = (await page.locator('[data-test=token]').textContent())!;
  const phone = await visitor(browser);
  await phone.goto(server.url);
  await phone.click('[data-test=have-token]');
  await phone.fill('form input.field', token);
  await phone.click('form button[type=submit]');
  await phone.waitForFunction(() => document.querySelector('strong.name')?.textContent === 'Nora of Ely');
  expect((await identity(phone)).account).toBe(before.account);

  await page.reload();
  await page.waitForSelector('[data-test=sign-ins] li >> nth=1');
  await page.click('[data-test=sign-ins] .plate');
  await phone.waitForSelector('[data-test=stranger]');
  expect((await identity(phone)).token).toBe(token);
  await page.waitForSelector('[data-test=sign-ins] li >> nth=1', { state: 'detached' });
  expect(await page.locator('[data-test=stranger]').count()).toBe(0);
  await phone.context().close();
  expectQuiet(page);
});

test('a token that is nobody’s changes nothing', async () => {
  await startAgainstBot(page, server.url);
  const before = await identity(page);
  await page.goto(`${server.url}/me`);
  await page.click('[data-test=have-token]');
  await page.fill('[data-test=take-token] input', 'ab'.repeat(32));
  await page.click('[data-test=take-token] button[type=submit]');
  await page.waitForSelector('[role=alert].error');
  await page.waitForSelector('[data-test=sign-ins] li');
  expect(await identity(page)).toEqual(before);
});
