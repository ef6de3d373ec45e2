// Setting up a hunt: the way of the chapters, and who plays whom.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { expectQuiet, visitor, type Visitor } from './browser';
import { sideways } from './fits';
import { ROLL } from './hunt';
import { openSite } from './site';

const { server, browser } = await openSite();

async function setUp(options: Visitor = {}): Promise<Page> {
  const page = await visitor(browser, options);
  await page.goto(`${server.url}/play/hunt`);
  await page.locator('[data-test=start][aria-disabled=false]').waitFor();
  return page;
}
const chapter = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

test('the chapters are a way of dragons, chosen by a press or by the keyboard, and the dragon that is shown comes', async () => {
  const page = await setUp();
  await chapter(page, '1 Young Red Dragon').focus();
  await page.keyboard.press('ArrowRight');
  expect(await chapter(page, '2 Young Black Dragon').isChecked()).toBe(true);
  await page.locator('label:has([data-chapter="6"])').click();
  await page.waitForSelector('text=Chapter 6: Rust Copper Dragon');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('text=Chapter 5: Frost White Dragon');
  await page.click('[data-test=start]');
  await page.waitForSelector(ROLL);
  expect(await page.innerText('main')).toContain('Frost White Dragon');
  expectQuiet(page);
  await page.context().close();
});

test('four heroes see both dragons of a chapter, and those that they choose themselves', async () => {
  const page = await setUp();
  for (const name of ['Wizard', 'Ranger']) await page.check(`.hero:has-text("${name}") input[type=checkbox]`);
  await chapter(page, '9 Bone Tyrant and Sun Golden Dragon').check();
  for (const [place, name] of ['Elder Red Dragon', 'Elder Black Dragon'].entries()) {
    await page.getByLabel(`First dragons, ${place + 1} of 2`).selectOption(name);
  }
  expect(await chapter(page, '9 Elder Red Dragon and Elder Black Dragon').isChecked()).toBe(true);
  expectQuiet(page);
  await page.context().close();
});

test.each([
  ['en-GB', ['You', 'Easy bot 1', 'Easy bot 2'], 'A friend', ['You', 'Friend 1', 'Friend 2']],
  ['fr-FR', ['Vous', 'Robot facile 1', 'Robot facile 2'], 'Un ami', ['Vous', 'Ami 1', 'Ami 2']],
])('in %s each hero says who plays it: oneself, a bot or a friend', async (locale, withBots, friend, withFriends) => {
  const page = await setUp({ locale });
  const player = page.locator('.hero:has([data-class="3"]) select');
  expect(await player.locator('option').allInnerTexts()).toEqual([withBots[0], withBots[1].replace(' 1', '')]);
  await page.check('[data-class="5"]');
  expect(await player.locator('option').allInnerTexts()).toEqual(withBots);
  await player.selectOption('2');
  await page.getByLabel(friend, { exact: true }).check();
  expect(await player.locator('option').allInnerTexts()).toEqual(withFriends);
  for (const width of [1920, 1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sideways(page), String(width)).toBeLessThanOrEqual(0);
    if (width !== 1920) expect(await axeFaultsInBothThemes(page), String(width)).toEqual([]);
  }
  expectQuiet(page);
  await page.context().close();
});
