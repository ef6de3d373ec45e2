// How a person dances on the page.
import type { Page } from 'playwright-core';
import { CHECKED, END } from './duel';

const PRESS = { timeout: 2000 };
export const DIE = '.own .dice [data-choice]';
export const CARD = '.own .hand [data-choice]';
export const OFFERED = '.decide [data-choice]';

// Does something that can be done, if there is anything now: `n` says which of it.
export async function decideDance(page: Page, n = 0): Promise<boolean> {
  for (const selector of [OFFERED, DIE, CARD]) {
    const offered = page.locator(selector);
    const count = await offered.count();
    if (count === 0) continue;
    await offered
      .nth(n % count)
      .click(PRESS)
      .catch(() => undefined);
    return true;
  }
  return false;
}

// Presses the first of what can be done until something else is there. A press that comes while the other's decision is
// shown does nothing.
export async function decideUntil(page: Page, mine: string, next: string): Promise<void> {
  for (let step = 0; step < 300; step++) {
    if (await page.locator(next).first().isVisible()) return;
    if (await page.locator(mine).first().isVisible()) {
      await page
        .locator(mine)
        .first()
        .click(PRESS)
        .catch(() => undefined);
    }
    await page.waitForTimeout(50);
  }
  throw new Error(`after ${mine} there is no ${next}`);
}

// Plays until the match is over on all pages, and each has found that what it showed is the record's; each decides something
// else each time.
export async function danceToEnd(pages: Page[]): Promise<void> {
  for (let step = 0; step < 900; step++) {
    let over = true;
    for (const [i, page] of pages.entries()) {
      if (await page.locator(END).isVisible()) continue;
      over = false;
      if (!(await decideDance(page, step * 5 + i * 3 + 1))) await page.waitForTimeout(20);
    }
    if (over) {
      for (const page of pages) await page.waitForSelector(CHECKED);
      return;
    }
  }
  throw new Error('the match does not end');
}

export async function startDance(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/play/dance`);
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
  await page.waitForSelector(DIE);
}

export async function openDanceTable(host: Page, guest: Page, url: string): Promise<void> {
  await host.goto(`${url}/play/dance`);
  await host.click('label:has-text("A friend")');
  await host.click('[data-test=start]');
  const link = await host.inputValue('input[readonly]');
  await guest.goto(link);
  await Promise.all([host.waitForURL('**/m/**'), guest.waitForURL('**/m/**')]);
}
