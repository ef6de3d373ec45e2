// How a person dances on the page.
import type { Page } from 'playwright-core';
import { play } from './driver';
import { CHECKED, END } from './duel';
import { meet } from './meet';

const PRESS = { timeout: 2000 };
export const DIE = '.own .dice [data-choice]';
export const CARD = '.own .hand [data-choice]';
export const OFFERED = '.decide [data-choice]';

// Presses the first of what can be done until something else is there. A press that comes while the other's decision is
// shown does nothing.
export const decideUntil = (page: Page, mine: string, next: string): Promise<void> =>
  play([page], { ways: [mine], until: next });

export const WAYS = [OFFERED, DIE, CARD];

// Plays until the match is over on all pages, and each has found that what it showed is the record's; each decides something
// else each time.
export async function danceToEnd(pages: Page[]): Promise<void> {
  await play(pages, { ways: WAYS, until: END, turn: 1 });
  await Promise.all(pages.map((page) => page.waitForSelector(CHECKED)));
}

// The same by mouse.
export async function danceByMouse(page: Page): Promise<void> {
  const some = page.locator(WAYS.map((way) => `${way}:not([aria-disabled=true])`).join(', '));
  for (let step = 0; step < 900 && !(await page.locator(END).isVisible()); step++) {
    const count = await some.count();
    if (count > 0)
      await some
        .nth((step * 5 + 1) % count)
        .click(PRESS)
        .catch(() => undefined);
    else await page.waitForTimeout(20);
  }
  await page.waitForSelector(CHECKED);
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
  await meet(host, guest);
}
