// How a person plays a duel on the page.
import type { Page } from 'playwright-core';
import { play } from './driver';
import { meet } from './meet';

export const MY_TURN = '[data-choice]';
export const ACT = '.act[data-choice]';
export const END = '[data-test=end]';
// What was shown has been compared with the record, and is the same.
export const CHECKED = `${END} [data-checked=same]`;

export const matchOf = (page: Page): string => new URL(page.url()).pathname.split('/')[2] ?? '';

export async function startAgainstBot(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.click('[data-test=play-now]');
  await page.waitForSelector('.pick');
}

// Presses the first choice, if there is one now.
export async function decide(page: Page): Promise<boolean> {
  const choice = page.locator('.board [data-choice]').first();
  if (await choice.isVisible()) {
    await choice.click({ timeout: 2000 }).catch(() => undefined);
    return true;
  }
  // Several targets: the act first, then the dragon.
  const act = page.locator('.act[aria-disabled=false]').first();
  if (!(await act.isVisible())) return false;
  await act.click({ timeout: 2000 }).catch(() => undefined);
  await page
    .locator('.aim')
    .first()
    .click({ timeout: 2000 })
    .catch(() => undefined);
  return true;
}

// An act that has several targets stands for none of them: it is armed first, then aimed.
export const WAYS = ['.board [data-choice]', '.board:has(.act[aria-pressed=true]) .aim', '.act[aria-disabled=false]'];

// Decides until an act can be chosen. After some rolls none can, and the next pick follows.
export const decideUntilAct = (page: Page): Promise<void> =>
  play([page], { ways: ['.board [data-choice]'], until: ACT });

// Plays until the match is over on all pages.
export const playToEnd = (pages: Page[]): Promise<void> => play(pages, { ways: WAYS, until: END });

// The same by mouse. `between` is called after each decision: what it does while the others decide would keep them from it.
export async function playByMouse(page: Page, between?: (decision: number) => Promise<void>): Promise<void> {
  const DECISIONS_MOST = 300;
  for (let decisions = 0; decisions < DECISIONS_MOST;) {
    if (await page.locator(END).isVisible()) return;
    if (await decide(page)) await between?.(decisions++);
    else await page.waitForTimeout(30);
  }
  throw new Error('the match does not end');
}

export async function openFriendTable(host: Page, guest: Page, url: string): Promise<void> {
  await host.goto(url);
  await host.click('text=Play a friend');
  await meet(host, guest);
}
