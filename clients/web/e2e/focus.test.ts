// Whoever plays by keyboard keeps a place on the page: nothing that a press takes away takes the focus with it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_WAYS as ARENA } from './arena';
import { expectQuiet, launch, visitor } from './browser';
import { DIE, WAYS as DANCE } from './dance';
import { DECIDE, WAYS as DRAGON_DICE } from './dragondice';
import { play } from './driver';
import { ACT, END, WAYS as DUEL } from './duel';
import { GAMES } from './games';
import { CALL, FLEE, ROLL, WAYS as HUNT } from './hunt';
import { Server } from './server';

const server = new Server();
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
  await server.start();
});
afterAll(async () => {
  await browser.close();
  await server.end();
});

// How each game is played to its end: what is pressed, and what is waited for before the first press.
const WAYS: Record<string, { ways: readonly string[]; first: string }> = {
  arena: { ways: ARENA, first: '[data-test=commit], .square.lit' },
  dance: { ways: DANCE, first: DIE },
  dragondice: { ways: DRAGON_DICE, first: DECIDE },
  duel: { ways: DUEL, first: '.pick' },
  hunt: { ways: [FLEE, CALL, ...HUNT], first: ROLL },
};

const focused = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

async function start(page: Page, game: string): Promise<void> {
  await page.goto(`${server.url}/play/${game}`);
  await page.click('[data-test=start][aria-disabled=false]');
  await page.waitForURL('**/m/**');
  await page.waitForSelector(WAYS[game].first);
}

test.each(GAMES)('%s: no decision loses the focus, nor does the end', { timeout: 90_000 }, async (game) => {
  const page = await visitor(browser);
  await start(page, game);
  await play([page], { ways: WAYS[game].ways, until: END, turn: 0, lastEach: 5, focused: true });
  await expect.poll(() => focused(page, '#end-title')).toBe(true);
  expectQuiet(page);
  await page.context().close();
});

test('in a duel the focus stays on the act that was pressed, while others act and afterwards', async () => {
  const page = await visitor(browser, { settings: { speed: 'brisk' } });
  await start(page, 'duel');
  await play([page], { ways: ['.board [data-choice]'], until: ACT });
  await page.focus(ACT);
  const name = await page.locator(`${ACT} .title`).first().innerText();
  await page.keyboard.press('Enter');
  const said = () => page.evaluate(() => document.activeElement?.querySelector('.title')?.textContent ?? '');
  await page.waitForSelector('.act[aria-disabled=true]:focus');
  expect(await said()).toContain(name.split('\n')[0]);
  await page.waitForSelector(`.act:focus[data-choice], ${END}`);
  expectQuiet(page);
  await page.context().close();
});
