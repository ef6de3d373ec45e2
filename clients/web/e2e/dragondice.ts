// How a person plays Dragon Dice on the page.
import type { Page } from 'playwright-core';
import { play } from './driver';
import { CHECKED, END } from './duel';
import { meet } from './meet';

const PRESS = { timeout: 2000 };
export const DECIDE = '.decide.asks';
export const FORM = '.decide .form';
export const SUGGEST = '[data-test=suggest]';
export const DO = '[data-test=do][aria-disabled=false]';
// A kind of unit of whom one can fall.
export const FALLS = '.place .unit[aria-pressed][aria-disabled=false]';
export const THING = '.decide .thing';
export const OTHER = '.decide [data-other]';
export const PLAIN = '.decide [data-phrase]';

// Does one of the things that are asked, by mouse, in a way that differs from step to step. What was pressed, if anything.
export async function decideDragondice(page: Page, step: number): Promise<string | undefined> {
  const press = async (selector: string, nth = 0): Promise<boolean> => {
    const all = page.locator(selector);
    const count = await all.count();
    if (count === 0) return false;
    return all
      .nth(nth % count)
      .click(PRESS)
      .then(
        () => true,
        () => false,
      );
  };
  if (await page.locator(FORM).isVisible()) {
    if (!(await page.locator(DO).isVisible())) return (await press(SUGGEST)) ? SUGGEST : undefined;
    return (await press(DO)) ? DO : undefined;
  }
  if (await page.locator(OTHER).first().isVisible()) return (await press(OTHER, step)) ? OTHER : undefined;
  const things = await page.locator(THING).count();
  // Now and then nobody moves, and nobody is called.
  if (things > 0 && step % 5 !== 4) return (await press(THING, step)) ? THING : undefined;
  return (await press(PLAIN, step)) ? PLAIN : undefined;
}

// What is asked, in forms, of one thing or another, and of the whole; each time another, and now and then the last, so that
// nobody moves, and nobody is called.
export const WAYS = [`${DECIDE}:has(.form) ${DO}`, `${DECIDE}:has(.form) ${SUGGEST}`, OTHER, THING, PLAIN];
const NOW_AND_THEN = 5;

// Until each of the pages has come to this, or to the end, which then is wrong.
export async function dragondiceUntil(pages: Page[], wanted: string): Promise<void> {
  await play(pages, { ways: WAYS, until: `${wanted}, ${END}`, turn: 0, lastEach: NOW_AND_THEN });
  if (!(await pages[0].locator(wanted).first().isVisible())) throw new Error(`there is no ${wanted}`);
}
// What was shown is the record's, then.
export async function dragondiceToEnd(pages: Page[]): Promise<void> {
  await dragondiceUntil(pages, END);
  await pages[0].waitForSelector(CHECKED);
}

// The same by mouse.
export async function dragondiceByMouse(page: Page): Promise<void> {
  for (let step = 0; step < 4000 && !(await page.locator(END).isVisible()); step++) {
    if (!(await decideDragondice(page, step))) await page.waitForTimeout(30);
  }
  await page.waitForSelector(CHECKED);
}

// `rounds`: as it stands on the plate.
export async function startDragondice(page: Page, url: string, rounds = '8'): Promise<void> {
  await page.goto(`${url}/play/dragondice`);
  await page.waitForSelector('[data-test=start][aria-disabled=false]');
  await page.locator(`label.press:has(input[value="${rounds}"])`).first().click();
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
  await page.waitForSelector('.place');
}

export async function openDragondiceTable(host: Page, guest: Page, url: string): Promise<void> {
  await host.goto(`${url}/play/dragondice`);
  await host.waitForSelector('[data-test=start][aria-disabled=false]');
  await host.locator('label.press:has(input[value="3"])').first().click();
  await host.click('label:has-text("A friend")');
  await host.click('[data-test=start]');
  await meet(host, guest);
}
