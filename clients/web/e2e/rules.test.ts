// The rulebook: all of it on a page, and beside a match.
import { expect, test } from 'vitest';
import { axeFaults } from './axe';
import { PHONE, expectQuiet, visitor } from './browser';
import { startAgainstBot } from './duel';
import { sideways } from './fits';
import { openSite } from './site';

const SEARCH = '[data-test=rules-search]';
const { server, browser } = await openSite();

test('a link leads to a rule, and a rule is found by its number or by a word', { timeout: 60_000 }, async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/rules/hunt#K2`);
  await page.waitForSelector('#K2');
  await expect.poll(() => page.locator('#K2').evaluate((rule) => rule.getBoundingClientRect().top)).toBeLessThan(400);
  // So does one to a rule that stands in a table, however it is written; what is none opens the whole.
  await page.goto(`${server.url}/rules/duel#d14`);
  await page.waitForSelector('tr.linked #D-14', { state: 'attached' });
  await expect.poll(() => page.locator('#D-14').evaluate((rule) => rule.getBoundingClientRect().top)).toBeLessThan(400);
  await page.goto(`${server.url}/rules/dance#%`);
  await page.waitForSelector('#D1');
  await page.goto(`${server.url}/rules/hunt`);
  await page.waitForSelector('#K2');
  await page.fill(SEARCH, 'v8');
  await expect.poll(() => page.locator('.book p').count()).toBe(1);
  expect(await page.textContent('.book p')).toContain('The village is visited after each hunt');
  await page.fill(SEARCH, 'whetstone');
  await expect.poll(() => page.locator('.book tbody tr').count()).toBe(1);
  expect(await page.textContent('search [role=status]')).toBe('1 found');
  // What is ours says so.
  await page.fill(SEARCH, 'S2');
  await page.focus('.book .house');
  expect(await page.locator('.book .house .note').isVisible()).toBe(true);
  expectQuiet(page);
  await page.context().close();
});

test(
  'beside a match: opened, searched, and closed by keys, with nothing that axe finds',
  { timeout: 60_000 },
  async () => {
    for (const at of [{}, PHONE]) {
      const page = await visitor(browser, at);
      await startAgainstBot(page, server.url);
      await page.click('[data-test=open-rules]');
      await page.waitForSelector('[data-test=rules] #D-17, [data-test=rules] td');
      expect(await axeFaults(page)).toEqual([]);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      await page.fill(SEARCH, 'snake');
      await expect.poll(() => page.textContent('.book')).toContain('The order of turns is a snake');
      await page.keyboard.press('Escape');
      await page.waitForSelector('[data-test=rules]', { state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.getAttribute('data-test'))).toBe('open-rules');
      expectQuiet(page);
      await page.context().close();
    }
  },
);

test('in French it is the French one', { timeout: 60_000 }, async () => {
  const page = await visitor(browser, { locale: 'fr-FR' });
  await page.goto(`${server.url}/rules/hunt#V3`);
  await page.waitForSelector('#V3');
  expect(await page.textContent('#V3')).toContain('ressusciter un héros mort');
  await page.context().close();
});

test('what a game is played with is shown, in a wide window and on a phone', { timeout: 60_000 }, async () => {
  for (const at of [{}, PHONE]) {
    const page = await visitor(browser, at);
    await page.goto(`${server.url}/rules/duel`);
    const picture = page.locator('.book img');
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await picture.getAttribute('alt')).toContain('d20');
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expectQuiet(page);
    await page.context().close();
  }
});
