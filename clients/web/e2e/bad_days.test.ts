// Connections that go, servers that fall, tabs that are two.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { axeFaults } from './axe';
import { expectQuiet, launch, tab, visitor } from './browser';
import { ACT, CHECKED, END, decide, decideUntilAct, matchOf, playByMouse, playToEnd, startAgainstBot } from './duel';
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
  await decideUntilAct(page);
  const before = await moves(page);
  await server.kill();
  await page.waitForSelector('[data-test=lost]');
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.locator('.act').first().getAttribute('aria-disabled')).toBe('true');
  await server.start();
  await page.waitForSelector('[data-test=lost]', { state: 'detached', timeout: 20_000 });
  expect(await moves(page)).toEqual(before);
  await playByMouse(page, async (step) => {
    if (step !== 3) return;
    await server.kill();
    await page.waitForSelector('[data-test=lost]');
    await server.start();
    await page.waitForSelector('[data-test=lost]', { state: 'detached', timeout: 20_000 });
  });
  await page.waitForSelector(CHECKED);
  // The record holds exactly what was played, and its links follow on each other.
  await page.goto(`${server.url}/m/${matchOf(page)}/dice`);
  await page.waitForSelector('[data-test=verdict]');
  expectQuiet(page);
});

test('a server that is frozen is noticed, and what was decided meanwhile arrives once', async () => {
  await decideUntilAct(page);
  const before = await moves(page);
  server.freeze();
  const pressed = Date.now();
  await page.evaluate((act) => document.querySelector<HTMLElement>(act)?.click(), ACT);
  await page.waitForSelector('[data-test=sending]:has-text("Sending")', { timeout: 3000 });
  await page.waitForSelector('[data-test=lost]:has-text("Connection lost")', { timeout: 8000 });
  expect(Date.now() - pressed).toBeLessThan(9000);
  await page.waitForSelector('[data-test=sending]:has-text("once, and only once")');
  server.goOn();
  await page.waitForSelector('[data-test=lost]', { state: 'detached', timeout: 20_000 });
  await page.waitForSelector(`${ACT}, .pick, ${END}`);
  await expect.poll(async () => (await moves(page)).length).toBeGreaterThan(before.length);
  await playToEnd([page]);
  // As the record has it: what was shown is what was played, with nothing twice.
  await page.waitForSelector(CHECKED);
  expectQuiet(page);
});

test('a frozen server is noticed sooner when the device says that its network is gone', async () => {
  await decideUntilAct(page);
  server.freeze();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await page.waitForSelector('[data-test=lost]', { timeout: 4500 });
  server.goOn();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.waitForSelector('[data-test=lost]', { state: 'detached', timeout: 5000 });
  expectQuiet(page);
});

test('a decision on its way when the server dies is sent again, and counts once', async () => {
  await decideUntilAct(page);
  await server.kill();
  // The page may not know yet: this goes into the void, or waits.
  await page.evaluate((act) => document.querySelector<HTMLElement>(act)?.click(), ACT);
  await server.start();
  await page.waitForSelector('[data-test=lost]', { state: 'detached', timeout: 20_000 });
  await playToEnd([page]);
  await page.waitForSelector(CHECKED);
  await page.goto(`${server.url}/m/${matchOf(page)}/dice`);
  await page.waitForSelector('[data-test=verdict]');
  expectQuiet(page);
});

test('a reload at any moment comes back to the same place', async () => {
  await page.reload();
  await page.waitForSelector('.pick');
  await decideUntilAct(page);
  const before = await moves(page);
  await page.reload();
  await page.waitForSelector(ACT);
  await expect.poll(() => moves(page)).toEqual(before);
  await playByMouse(page, async (step) => {
    if (step % 3 === 1) await page.reload();
  });
  await page.waitForSelector(CHECKED);
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
  // Each knows its own decisions, and misses none of the other’s.
  for (const one of pages) await one.waitForSelector(CHECKED);
  // No seat lost its chain on the way: every decision of the player has its link in the record.
  await page.goto(`${server.url}/m/${matchOf(page)}/dice`);
  await page.waitForSelector('[data-test=verdict]');
  const decided = (await page.locator('.moves li').allTextContents()).filter((line) => !line.includes('bot'));
  const mixed = await page.locator('.moves .mixed').count();
  expect(mixed).toBe(decided.filter((line) => line.startsWith('Move')).length);
  expectQuiet(page, second);
});

test('another browser of the same player asks before it goes on without the chain, once; the record says so', async () => {
  await decideUntilAct(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('wyrmhall.chain.')) localStorage.removeItem(key);
  });
  await page.reload();
  await page.waitForSelector(ACT);
  const before = await moves(page);
  await decide(page);
  // A player who says no has decided nothing.
  await page.click('[data-test=without] button:has-text("Not now")');
  await page.waitForSelector('[data-test=without]', { state: 'detached' });
  expect(await moves(page)).toEqual(before);
  await decide(page);
  await page.click('[data-test=without-yes]');
  await page.waitForSelector('[data-test=without]', { state: 'detached' });
  await page.waitForSelector(`${ACT}, ${END}`);
  await page.reload();
  await playToEnd([page]);
  await page.waitForSelector(CHECKED);
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

// What the browser says of a tab that is behind others.
const hide = (of: Page, hidden: boolean): Promise<void> =>
  of.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

const ACT_NOW = '.act[aria-disabled=false]';
// Notes on the page that something is shown that can be skipped.
function noteShowing(): void {
  const look = (): void => {
    const buttons = [...document.querySelectorAll('.recap button')];
    if (buttons.some((one) => one.textContent?.includes('Skip'))) document.body.dataset['showing'] = 'yes';
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
  look();
}

// A ring of five, shown slowly in one tab, which goes behind another while dice fall; in the other tab, which shows all at
// once, the same player decides twice or more meanwhile. Nothing where the player's dragon dies so soon.
async function playedBehind(): Promise<{ slow: Page; quick: Page } | undefined> {
  const slow = await visitor(browser, { settings: { speed: 'calm' } });
  await slow.goto(`${server.url}/play/duel`);
  await slow.click('label:has-text("Ring")');
  await slow.click('fieldset:has-text("Players") label:has-text("5")');
  await slow.click('[data-test=start]');
  await slow.waitForSelector('.pick');
  const quick = await tab(slow);
  await quick.addInitScript(() => localStorage.setItem('wyrmhall.settings', JSON.stringify({ speed: 'instant' })));
  await quick.goto(slow.url());
  await quick.waitForSelector('.pick');
  await decide(slow);
  await slow.waitForSelector('.recap button:has-text("Skip")');
  await hide(slow, true);
  await slow.waitForSelector('.recap button:has-text("Skip")', { state: 'detached' });
  for (let decisions = 0; ; decisions++) {
    await quick.waitForSelector(`${ACT_NOW}, .board [data-choice], ${END}`);
    if (await quick.locator(END).isVisible()) {
      await slow.context().close();
      return undefined;
    }
    const acts = await quick.locator(ACT_NOW).first().isVisible();
    // A player who acts last in a round and first in the next one has missed nothing.
    if (acts && decisions >= 2 && (await quick.locator('.recap .chip').count()) > 1) return { slow, quick };
    const before = (await moves(quick)).length;
    await decide(quick);
    await expect.poll(async () => (await moves(quick)).length).toBeGreaterThan(before);
  }
}

test('a tab that was hidden comes back to how it stands now, and tells what was missed', async () => {
  let tabs = await playedBehind();
  for (let attempts = 1; !tabs && attempts < 5; attempts++) tabs = await playedBehind();
  if (!tabs) throw new Error('nobody was asked a third time in five matches');
  const { slow, quick } = tabs;
  // What comes only after its return would be shown as calmly as all else.
  await expect.poll(() => moves(slow)).toEqual(await moves(quick));
  await slow.evaluate(noteShowing);
  await hide(slow, false);
  await slow.waitForSelector(ACT_NOW);
  // Nothing of it is shown beat by beat.
  expect(await slow.getAttribute('body', 'data-showing')).toBe(null);
  expect(await moves(slow)).toEqual(await moves(quick));
  expect(await slow.locator('.recap .chip').count()).toBeGreaterThan(1);
  await slow.click('text=Show again');
  await slow.waitForSelector('.recap button:has-text("Skip")');
  expectQuiet(slow, quick);
  await slow.context().close();
});
