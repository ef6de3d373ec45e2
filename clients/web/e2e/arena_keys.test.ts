// The arena by keyboard alone: setting up, a hand laid out in the editor, placing it, fighting.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectQuiet, visitor } from './browser';
import { END } from './duel';
import { openSite } from './site';

const { server, browser } = await openSite();

const FOCUSABLE_MOST = 80;
const SETTLED_MS = 30_000;
const SIDE = 4;

// Goes on with the tab key until the focus is on such a thing.
async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let i = 0; i < FOCUSABLE_MOST; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the tab key never comes to ${selector}`);
}

// In a group of which one is chosen, by the arrow keys.
async function chooseByArrows(page: Page, text: string): Promise<void> {
  for (let i = 0; i < 12; i++) {
    if (await page.evaluate((t) => document.activeElement?.closest('label')?.textContent?.includes(t), text)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`no ${text}`);
}

// Where the squares are that a selector finds, and which has the focus.
const squares = (page: Page, selector: string): Promise<number[]> =>
  page
    .locator('.square')
    .evaluateAll((all, wanted) => all.flatMap((one, i) => (one.matches(wanted) ? [i] : [])), selector);

async function walkTo(page: Page, to: number): Promise<void> {
  const [from] = await squares(page, ':focus');
  const down = Math.floor(to / SIDE) - Math.floor(from / SIDE);
  const right = (to % SIDE) - (from % SIDE);
  for (let i = 0; i < Math.abs(down); i++) await page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
  for (let i = 0; i < Math.abs(right); i++) await page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
  expect(await squares(page, ':focus')).toEqual([to]);
}

// How many sentences the story has. A decision is settled once there are more.
const told = (page: Page): Promise<number> => page.locator('.story li:not(.here)').count();

// One decision on the board, where one is to be made; says what it was.
async function decideByKeys(page: Page): Promise<'placed' | 'took' | 'changed'> {
  if ((await squares(page, ':focus')).length === 0) {
    await page.keyboard.press('b');
    await tabTo(page, '.square');
  }
  if (await page.locator('.pick').first().isVisible()) {
    const power = (await page.locator('.pick').first().textContent())?.trim() ?? '';
    await page.keyboard.press(power);
    await page.waitForSelector('.pick[aria-pressed=true]');
    await walkTo(page, (await squares(page, '.lit'))[0]);
    await page.keyboard.press('Enter');
    return 'placed';
  }
  await walkTo(page, (await squares(page, '.lit'))[0]);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.square.target, .fan button');
  const [target] = await squares(page, '.target');
  if (target !== undefined) {
    await walkTo(page, target);
    await page.keyboard.press('Enter');
    return 'took';
  }
  await tabTo(page, '.fan button');
  await page.keyboard.press('Enter');
  return 'changed';
}

test(
  'a whole duel of the arena: the hand, its places and every move, without a mouse',
  { timeout: 120_000 },
  async () => {
    const page = await visitor(browser);
    await page.goto(`${server.url}/play/arena`);
    await page.waitForSelector('[data-test=start]');
    await tabTo(page, 'input[type=radio]');
    await chooseByArrows(page, 'Free');
    await tabTo(page, '[data-test=start]');
    await page.keyboard.press('Enter');

    // The editor: emptied, then each power counted up by its own button.
    await page.waitForSelector('[data-test=commit]');
    await tabTo(page, '.allocate .row button:last-child');
    await page.keyboard.press('Enter');
    for (const [power, count] of [
      [2, 3],
      [3, 1],
      [4, 2],
      [6, 2],
    ]) {
      await tabTo(page, `[aria-label="One more ${power}"]`);
      for (let i = 0; i < count; i++) await page.keyboard.press(i % 2 === 0 ? 'Enter' : 'Space');
    }
    // One too many of a power is taken away again, for another.
    await tabTo(page, '[aria-label="One 2 less"]', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, '[aria-label="One more 1"]', 'Shift+Tab');
    await page.keyboard.press('Enter');
    const laidOut = await page.locator('.column strong').allTextContents();
    expect(laidOut).toEqual(['1', '2', '1', '2', '0', '2']);
    await tabTo(page, '[data-test=commit]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.grid');

    const done = { placed: 0, took: 0, changed: 0 };
    for (;;) {
      await page.waitForSelector(`.square.lit, ${END}`);
      if (await page.locator(END).isVisible()) break;
      const before = await told(page);
      done[await decideByKeys(page)]++;
      await expect.poll(() => told(page), { timeout: SETTLED_MS }).toBeGreaterThan(before);
    }
    expect(done.placed).toBe(8);
    expect(done.took + done.changed).toBeGreaterThan(2);
    expectQuiet(page);
    await page.context().close();
  },
);

test('the dragon on the square that has the focus is seen', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/play/arena`);
  await page.click('[data-test=start]');
  await page.waitForSelector('.square.lit');
  await page.keyboard.press('b');
  await tabTo(page, '.square');
  await walkTo(page, (await squares(page, '.lit'))[0]);
  const above = await page.evaluate(() => {
    // Nobody presses a dragon; its square lies beneath it.
    document.querySelector<HTMLElement>('.tokens')!.style.pointerEvents = 'auto';
    const { left, top, width, height } = document.activeElement!.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.tokens, .square')?.className;
  });
  expect(above).toMatch(/^tokens/);
  expectQuiet(page);
  await page.context().close();
});

test('the numbers and C lead to the choices, whether their list is folded or not', { timeout: 60_000 }, async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/play/arena`);
  await page.click('label:has-text("Baby")');
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
  await page.waitForSelector('.square.lit');
  const list = page.locator('details.list');
  const isOpen = () => list.evaluate((one) => (one as HTMLDetailsElement).open);
  const number = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset['choice']);

  expect(await isOpen()).toBe(false);
  await page.keyboard.press('c');
  expect(await isOpen()).toBe(true);
  expect(await number()).toBe('1');

  // Folded again.
  await list.locator('summary').click();
  expect(await isOpen()).toBe(false);
  for (const wanted of ['2', '1']) {
    await page.keyboard.press(wanted);
    await expect.poll(number).toBe(wanted);
    expect(await isOpen()).toBe(true);
  }
  const before = await told(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => told(page), { timeout: SETTLED_MS }).toBeGreaterThan(before);
  expectQuiet(page);
  await page.context().close();
});
