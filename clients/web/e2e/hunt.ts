// How a person hunts on the page.
import type { Page } from 'playwright-core';
import { HuntPhrase } from '../src/gen/wyrmhall/v1/hunt_sentence_pb';
import { play } from './driver';
import { CHECKED, END } from './duel';
import { meet } from './meet';

const PRESS = { timeout: 2000 };
const offer = (phrase: HuntPhrase): string => `.offers [data-phrase="${phrase}"]`;
// The first roll of a turn, with or without a die that was passed on.
export const ROLL = '[data-test=roll]';
export const AGAIN = `.offers [data-roll="${HuntPhrase.ROLL_AGAIN}"]`;
export const SKILL = '.skill[data-skill].can';
export const FILL = '[data-test=fill]';
// Whom a skill is for, and what a token covers: asked for on the board.
export const TARGET = '[data-test=target]';
export const COVER = '.skill.cover';
// The skill that a thumb has armed.
export const ARMED = '.skill.armed';
// To fail where nothing is left to cover; and where there is, what is asked for then.
export const FAIL = `${offer(HuntPhrase.FAIL)}, ${offer(HuntPhrase.FAIL_ONLY)}`;
export const FAILING = '[data-test=fail]';
export const NO_ASSIST = offer(HuntPhrase.NO_ASSIST);
export const CALL = offer(HuntPhrase.CALL_FLIGHT);
export const FLEE = offer(HuntPhrase.FLEE);
export const STAY = offer(HuntPhrase.STAY);
const STEP_IN = offer(HuntPhrase.STEP_IN);
export const READY = '[data-test=ready]';
const LEVEL = '.levels [data-choice]';
export const ANY = [ROLL, AGAIN, SKILL, FILL, TARGET, COVER, FAIL, FAILING, NO_ASSIST, STAY, STEP_IN, READY].join(', ');

// What is pressed first where several are there.
export const WAYS = [FILL, TARGET, COVER, ROLL, SKILL, FAIL, AGAIN, FAILING, NO_ASSIST, STAY, STEP_IN, LEVEL, READY];

// Does something that can be done, by mouse, if there is anything now.
async function decideHunt(page: Page): Promise<boolean> {
  const ways = WAYS.map((way) => `:is(${way}):not([aria-disabled=true])`);
  const way = await page.evaluate((all) => all.find((one) => document.querySelector(one)), ways);
  if (!way) return false;
  await page
    .locator(way)
    .first()
    .click(PRESS)
    .catch(() => undefined);
  return true;
}

// Does one thing after the other on all pages until each has come to this.
export async function huntUntil(pages: Page[], wanted: string, all: readonly string[] = WAYS): Promise<void> {
  // What is waited for is not pressed, nor what stands beside it.
  const ways = all.filter((way) => way !== wanted && !(wanted === FLEE && way === STAY));
  await play(pages, { ways, until: wanted });
}
// What was shown is the record's, then.
export async function huntToEnd(pages: Page[]): Promise<void> {
  await huntUntil(pages, END);
  await pages[0].waitForSelector(CHECKED);
}

// The same by mouse, for the first rounds; what follows is pressed in no other way.
const BY_MOUSE = 80; // presses
export async function huntByMouse(page: Page): Promise<void> {
  for (let presses = 0; presses < BY_MOUSE && !(await page.locator(END).isVisible());) {
    if (await decideHunt(page)) presses += 1;
    else await page.waitForTimeout(20);
  }
  await huntToEnd([page]);
}

// As soon as it can be done.
export const fleeTo = (pages: Page[], wanted: string): Promise<void> => huntUntil(pages, wanted, [FLEE, CALL, ...WAYS]);

// Some play until there is something on another's page.
export async function actsUntil(pages: Page[], other: Page, wanted: string): Promise<void> {
  while (!(await other.locator(wanted).first().isVisible())) {
    let acted = false;
    for (const page of pages) acted = (await decideHunt(page)) || acted;
    if (!acted) await other.waitForTimeout(20);
  }
}

// Calls for flight, and plays the turn to its end, when the others are asked.
export async function callFlight(page: Page, other: Page): Promise<void> {
  await huntUntil([page], CALL);
  await page.click(CALL);
  await actsUntil([page], other, STAY);
}

// The warrior is the host's, the cleric the first guest's, the rogue the second one's.
export async function openHuntTable(host: Page, guest: Page, url: string, third?: Page): Promise<void> {
  await host.goto(`${url}/play/hunt`);
  await host.waitForSelector('[data-test=start]');
  await host.locator('.hero:has-text("Cleric") select').selectOption('2');
  if (third) {
    await host.locator('.hero:has-text("Rogue") input').check();
    await host.locator('.hero:has-text("Rogue") select').selectOption('3');
  }
  await host.click('label:has-text("A friend")');
  await host.click('[data-test=start]');
  await meet(host, guest, ...(third ? [third] : []));
}

export async function startHunt(page: Page, url: string, choose?: () => Promise<void>): Promise<void> {
  await page.goto(`${url}/play/hunt`);
  await page.waitForSelector('[data-test=start]');
  await choose?.();
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
  await page.waitForSelector(ROLL);
}
