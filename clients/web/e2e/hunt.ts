// How a person hunts on the page.
import type { Page } from 'playwright-core';
import { HuntPhrase } from '../src/gen/wyrmhall/v1/hunt_sentence_pb';
import { CHECKED, END } from './duel';

const PRESS = { timeout: 2000 };
const offer = (phrase: HuntPhrase): string => `.offers [data-phrase="${phrase}"]`;
export const ROLL = offer(HuntPhrase.ROLL_ALL);
export const AGAIN = `.offers [data-roll="${HuntPhrase.ROLL_AGAIN}"]`;
export const SKILL = '.skill[data-skill].can';
export const FILL = '[data-test=fill]';
// To fail, and then what is covered.
export const FAIL = `${offer(HuntPhrase.FAIL)}, ${offer(HuntPhrase.FAIL_ONLY)}`;
export const FAILING = '[data-test=fail]';
export const NO_ASSIST = offer(HuntPhrase.NO_ASSIST);
export const FLEE = offer(HuntPhrase.FLEE);
export const STAY = offer(HuntPhrase.STAY);
const STEP_IN = offer(HuntPhrase.STEP_IN);
export const READY = '[data-test=ready]';
const LEVEL = '.levels [data-choice]';
export const ANY = [ROLL, AGAIN, SKILL, FILL, FAIL, FAILING, NO_ASSIST, STAY, STEP_IN, READY].join(', ');

// What is pressed first where several are there.
const WAYS = [FILL, ROLL, SKILL, FAIL, AGAIN, FAILING, NO_ASSIST, STAY, STEP_IN, LEVEL, READY];

// Does something that can be done, if there is anything now.
export async function decideHunt(page: Page, ways: readonly string[] = WAYS): Promise<string | undefined> {
  for (const way of ways) {
    const found = page.locator(way).first();
    if (!(await found.isVisible())) continue;
    await found.click(PRESS).catch(() => undefined);
    return way;
  }
  return undefined;
}

// Does one thing after the other on all pages until this is there on the first of them.
export async function huntUntil(pages: Page[], wanted: string, all: readonly string[] = WAYS): Promise<void> {
  // What is waited for is not pressed, nor what stands beside it.
  const ways = all.filter((way) => way !== wanted && !(wanted === FLEE && way === STAY));
  for (let step = 0; step < 3000; step++) {
    if (await pages[0].locator(wanted).first().isVisible()) return;
    let done = false;
    for (const page of pages) done = (await decideHunt(page, ways)) !== undefined || done;
    if (!done) await pages[0].waitForTimeout(20);
  }
  throw new Error(`there is no ${wanted}`);
}
// What was shown is the record's, then.
export async function huntToEnd(pages: Page[]): Promise<void> {
  await huntUntil(pages, END);
  await pages[0].waitForSelector(CHECKED);
}

// As soon as it can be done.
export const fleeTo = (pages: Page[], wanted: string): Promise<void> => huntUntil(pages, wanted, [FLEE, ...WAYS]);

// The warrior is the host's, the cleric the guest's.
export async function openHuntTable(host: Page, guest: Page, url: string): Promise<void> {
  await host.goto(`${url}/play/hunt`);
  await host.waitForSelector('[data-test=start]');
  await host.locator('.hero:has-text("Cleric") select').selectOption('2');
  await host.click('label:has-text("A friend")');
  await host.click('[data-test=start]');
  await guest.goto(await host.inputValue('input[readonly]'));
  await Promise.all([host, guest].map((page) => page.waitForURL('**/m/**')));
}

export async function startHunt(page: Page, url: string, choose?: () => Promise<void>): Promise<void> {
  await page.goto(`${url}/play/hunt`);
  await page.waitForSelector('[data-test=start]');
  await choose?.();
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
  await page.waitForSelector(ROLL);
}
