// Players at a table and in a match say a few things to each other, each in their own language.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor } from './browser';
import { sideways, tooSmall } from './fits';
import { startAgainstBot } from './duel';
import { meet } from './meet';
import { openSite } from './site';

const { server, browser } = await openSite();

const TALK = '[data-test=talk]';
const HEARD = '[data-test=heard]';
const HELLO = '[data-remark="1"]';
const WELL_PLAYED = '[data-remark="3"]';
const SORRY = '[data-remark="7"]';

async function openTable(host: Page): Promise<void> {
  await host.goto(server.url);
  await host.click('text=Play a friend');
  await host.waitForSelector('input[readonly]');
}
async function say(page: Page, remark: string): Promise<void> {
  await page.click(TALK);
  await page.click(remark);
}

test('in a match between two, in English and in French, at a desk and on a phone', async () => {
  const [host, guest] = [await visitor(browser), await visitor(browser, { ...PHONE, locale: 'fr-FR' })];
  await openTable(host);
  // Alone there is nobody to talk to.
  expect(await host.locator(TALK).count()).toBe(0);
  await meet(host, guest);
  for (const page of [host, guest]) await page.waitForSelector(TALK);
  await say(host, WELL_PLAYED);
  await guest.waitForSelector(`${HEARD}:has-text("Bien joué\u00a0!")`);
  await host.waitForSelector(`${HEARD}.own:has-text("Well played!")`);
  // Read out by a screen reader.
  expect(await guest.textContent('[aria-live=polite]')).toMatch(/\u00a0: Bien joué\u00a0!/);
  expect(await sideways(guest)).toBeLessThanOrEqual(0);
  await guest.tap(TALK);
  expect(await guest.locator('[data-remark]').count()).toBe(12);
  expect(await sideways(guest)).toBeLessThanOrEqual(0);
  expect(await tooSmall(guest)).toEqual([]);
  expect(await axeFaultsInBothThemes(guest)).toEqual([]);
  await guest.tap(SORRY);
  await host.waitForSelector(`${HEARD}:has-text("Sorry!")`);
  // It is gone after a moment, and nothing in the page has moved for it.
  await host.waitForSelector(HEARD, { state: 'detached', timeout: 15_000 });
  expectQuiet(host, guest);
  for (const page of [host, guest]) await page.context().close();
});

test('by keys: opened, left by Escape with the focus where it was; who says much waits a moment', async () => {
  const [host, guest] = [await visitor(browser), await visitor(browser)];
  await openTable(host);
  await meet(host, guest);
  await host.waitForSelector(TALK);
  await host.focus(TALK);
  await host.keyboard.press('Enter');
  await host.waitForSelector(HELLO);
  await host.keyboard.press('Escape');
  expect(await host.locator(HELLO).count()).toBe(0);
  expect(await host.evaluate((talk) => document.activeElement?.matches(talk), TALK)).toBe(true);
  for (let i = 0; i < 6; i++) {
    await host.keyboard.press('Enter');
    await host.locator(`${HELLO}[aria-disabled=false]`).focus();
    await host.keyboard.press('Enter');
  }
  // If much is said, the latest is shown.
  await expect.poll(() => guest.locator(HEARD).count()).toBe(3);
  await host.keyboard.press('Enter');
  await host.waitForSelector(`${HELLO}[aria-disabled=true]`);
  await host.waitForSelector(`${HELLO}[aria-disabled=false]`);
  expect(await host.locator('.talk [role=alert]').count()).toBe(0);
  expectQuiet(host, guest);
  for (const page of [host, guest]) await page.context().close();
});

test('a player who does not want to hear others hears nothing, and bots are not talked to', async () => {
  const [host, guest] = [await visitor(browser), await visitor(browser, { settings: { talk: false } })];
  await openTable(host);
  await meet(host, guest);
  await say(host, HELLO);
  await host.waitForSelector(HEARD);
  expect(await guest.locator(`${TALK}, ${HEARD}`).count()).toBe(0);
  await startAgainstBot(guest, server.url);
  expect(await guest.locator(TALK).count()).toBe(0);
  expectQuiet(host, guest);
  for (const page of [host, guest]) await page.context().close();
});
