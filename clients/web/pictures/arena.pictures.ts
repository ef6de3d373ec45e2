// The arena in each of its ways.
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { arenaToEnd, decideArena, openArenaTable } from '../e2e/arena';
import { visitor, type Visitor } from '../e2e/browser';
import { END } from '../e2e/duel';
import { openSite } from '../e2e/site';
import { only, picture } from './camera';

const { server, browser } = await openSite();
const open: Page[] = [];
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});

async function come(options: Visitor = {}): Promise<Page> {
  const page = await visitor(browser, options);
  open.push(page);
  return page;
}
const state = (name: string, reach: () => Promise<void>) => test.runIf(only.test(name))(name, reach);

async function setUp(page: Page, ...settings: string[]): Promise<void> {
  await page.goto(`${server.url}/play/arena`);
  await page.click('summary');
  for (const text of settings) await page.click(`label:has-text("${text}")`);
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
}

// Until it is this player's turn to do something that the page has such a thing for.
async function until(page: Page, selector: string): Promise<boolean> {
  for (let step = 0; step < 400; step++) {
    await page.waitForTimeout(60);
    if (await page.locator(selector).first().isVisible()) return true;
    if (await page.locator(END).isVisible()) return false;
    await decideArena(page);
  }
  return false;
}

state('arena-fight', async () => {
  const page = await come();
  do await setUp(page, 'Baby');
  while (!(await until(page, '.square.lit')));
  await picture(page, 'arena-turn');
  await page.locator('.square.lit').first().click();
  await picture(page, 'arena-armed');
});

// A dragon that is taken, while it falls.
state('arena-blow', async () => {
  const page = await come({ settings: { speed: 'calm' } });
  do await setUp(page, 'Baby');
  while (!(await until(page, '.token.struck')));
  await picture(page, 'arena-blow');
});

state('arena-fan', async () => {
  const page = await come();
  for (let tries = 0; tries < 20; tries++) {
    await setUp(page, 'Baby');
    if (!(await until(page, '.hint:has-text("Nobody can be taken")'))) continue;
    await page.locator('.square.lit').first().click();
    break;
  }
  await picture(page, 'arena-fan');
});

state('arena-commit', async () => {
  const [host, guest] = [await come(), await come()];
  await openArenaTable(host, guest, server.url, 'Big');
  await host.waitForSelector('[data-test=commit]');
  await picture(host, 'arena-commit');
  await host.getByRole('button', { name: 'Empty', exact: true }).click();
  await host.getByRole('button', { name: 'One more 3' }).click();
  await picture(host, 'arena-commit-short');
  await host.getByRole('button', { name: 'Ladder', exact: true }).click();
  await host.click('[data-test=commit]');
  await host.waitForSelector('[data-test=committed]');
  await picture(host, 'arena-committed');
  await picture(guest, 'arena-commit-other-done');
});

// What a pair of browsers at the usual speed sees when the second has committed.
state('arena-reveal', async () => {
  const [host, guest] = [await come({ settings: { speed: 'brisk' } }), await come()];
  await openArenaTable(host, guest, server.url, 'Big');
  await host.waitForSelector('[data-test=commit]');
  await host.getByRole('button', { name: 'Ladder', exact: true }).click();
  await host.click('[data-test=commit]');
  await guest.waitForSelector('.lid');
  await guest.click('[data-test=commit]');
  for (const moment of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await host.waitForTimeout(300);
    await host.screenshot({ path: `../../build/pictures/arena-reveal-${moment}.png` });
  }
});

state('arena-place', async () => {
  const page = await come();
  await setUp(page, 'Little');
  await page.waitForSelector('.pick');
  await decideArena(page);
  await page.waitForSelector('.pick');
  await picture(page, 'arena-place');
  await page.locator('.pick').first().click();
  await picture(page, 'arena-place-picked');
});

state('arena-pairs', async () => {
  const page = await come();
  await setUp(page, 'Equal');
  if (await until(page, '.pairs button')) await picture(page, 'arena-pairs');
});

state('arena-master', async () => {
  const page = await come();
  for (let tries = 0; tries < 20; tries++) {
    await setUp(page, 'Baby', 'Dragon Master');
    if (!(await until(page, '.square.lit'))) continue;
    let found = false;
    for (const square of await page.locator('.square').all()) {
      await square.click();
      if (await page.locator('.fan button:not(.face)').first().isVisible()) {
        found = true;
        break;
      }
      await page.keyboard.press('Escape');
    }
    if (found) break;
  }
  await picture(page, 'arena-master');
});

state('arena-solo', async () => {
  const page = await come();
  do await setUp(page, 'Solo Training');
  while (!(await until(page, '.square.lit')));
  await picture(page, 'arena-solo');
});

// A training ends drawn now and then; a match against somebody hardly ever.
for (const [name, setting, wanted] of [
  ['arena-end-victory', 'Baby', 'Victory!'],
  ['arena-end-draw', 'Solo Training', 'A draw.'],
]) {
  state(name, async () => {
    const page = await come();
    let title = '';
    for (let tries = 0; tries < 60 && title !== wanted; tries++) {
      await setUp(page, setting);
      await arenaToEnd([page]);
      title = (await page.textContent(`${END} h2`)) ?? '';
    }
    expect(title).toBe(wanted);
    await picture(page, name);
  });
}

state('arena-solo-end', async () => {
  const page = await come();
  await setUp(page, 'Solo Training');
  await until(page, END);
  await page.waitForSelector(END);
  await picture(page, 'arena-solo-end');
});

state('arena-tour', async () => {
  const page = await come({ newcomer: true });
  do await setUp(page, 'Baby');
  while (!(await page.waitForSelector('[data-test=tour]', { timeout: 4000 }).catch(() => undefined)));
  await picture(page, 'arena-tour');
});

state('arena-french', async () => {
  const page = await come({ locale: 'fr-FR' });
  await page.goto(`${server.url}/play/arena`);
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
  await page.waitForSelector('.grid');
  await picture(page, 'arena-french');
  await page.goto(`${server.url}/play/arena`);
  await page.click('label:has-text("Grand")');
  await page.click('[data-test=start]');
  await page.waitForSelector('[data-test=commit]');
  await picture(page, 'arena-french-commit');
});
