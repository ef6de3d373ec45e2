// What is ours and not the original games': signs by mouse, keys and thumb; and what can be looked up before it is needed.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaults } from './axe';
import { PHONE, expectQuiet, visitor, type Visitor } from './browser';
import { startDance } from './dance';
import { startDragondice } from './dragondice';
import { sideways } from './fits';
import { READY, fleeTo, startHunt } from './hunt';
import { openSite } from './site';

const { server, browser } = await openSite();

const SHOWN = '.house .note:popover-open';
// The words of the sign in this place, which lie within the window.
async function wordsOf(page: Page, place: string, touch = false): Promise<string> {
  const sign = page.locator(`${place} .house`).first();
  await (touch ? sign.tap() : sign.focus());
  await page.waitForSelector(SHOWN);
  const words = page.locator(SHOWN);
  const box = (await words.boundingBox())!;
  const { width, height } = page.viewportSize()!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(height);
  return (await words.textContent()) ?? '';
}

test('a sign says its words to a pointer and to the focus, and Escape puts them away', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/rules/duel`);
  await page.waitForSelector('h2 + .house');
  const sign = page.locator('.row .house').first();
  await sign.hover();
  await page.waitForSelector(SHOWN);
  expect(await page.textContent(SHOWN)).toBe('All eight abilities are our own: the original rules have none.');
  await page.mouse.move(0, 0);
  await expect.poll(() => page.locator(SHOWN).count()).toBe(0);
  await sign.focus();
  await page.waitForSelector(SHOWN);
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.locator(SHOWN).count()).toBe(0);
  // A press brings them back; whatever else has the focus puts them away.
  await sign.click();
  await page.waitForSelector(SHOWN);
  await page.keyboard.press('Tab');
  expect(await page.locator(SHOWN).filter({ hasText: 'abilities' }).count()).toBe(0);
  expectQuiet(page);
  await page.context().close();
});

test('options that are ours are marked where a match is set up', async () => {
  const page = await visitor(browser);
  const OPTIONS: [string, string, string][] = [
    ['duel', '.marked:has-text("Compensate")', 'our own: the original rules do not say it'],
    ['duel', '.marked:has-text("abilities")', 'All eight abilities'],
    ['dance', 'fieldset', 'our own: the original rules do not say it'],
    ['hunt', 'fieldset:has-text("After a defeat")', 'by the original rules the campaign is over'],
  ];
  for (const [game, place, says] of OPTIONS) {
    await page.goto(`${server.url}/play/${game}`);
    await page.click('summary:has-text("More")');
    if (game === 'hunt') await page.click('label:has-text("Campaign")');
    expect(await wordsOf(page, `details ${place}`), game).toContain(says);
  }
  expect(await axeFaults(page)).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});

const AT: [string, Visitor][] = [
  ['a desk, light', {}],
  ['a desk, dark', { colorScheme: 'dark' }],
  ['a phone, light', { ...PHONE, viewport: { width: 360, height: 740 } }],
  ['a phone, dark', { ...PHONE, viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
];
test.each(AT)('%s: a hunt has its signs, its levels and the skills to come', { timeout: 120_000 }, async (_, at) => {
  const page = await visitor(browser, at);
  const touch = at.isMobile ?? false;
  await startHunt(page, server.url);
  expect(await wordsOf(page, '.dragon', touch)).toContain('Nearly all of this is our own');
  expect(await wordsOf(page, '.sheet', touch)).toContain('Most skills and their patterns are our own');
  const levels = page.locator('.sheet [data-test=levels]').first();
  await levels.locator('summary').click();
  expect(await levels.locator('tbody tr').allInnerTexts()).toHaveLength(4);
  expect(await levels.textContent()).toMatch(/2\s*6.*3\s*14.*4\s*26.*5\s*39/);
  expect(await levels.locator('.skill').count()).toBeGreaterThan(2);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  expect(await axeFaults(page)).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});

test.each(AT)('%s: both decks can be read before the first card is played', { timeout: 120_000 }, async (_, at) => {
  const page = await visitor(browser, at);
  await startDance(page, server.url);
  await page.click('[data-test=decks] summary');
  const cards = page.locator('[data-test=decks] [data-deck]');
  expect(await cards.count()).toBe(16);
  const row = async (n: number) => (await cards.nth(n).locator('th, td').allInnerTexts()).map((cell) => cell.trim());
  expect(await row(0)).toEqual(['Charge', 'long', '1', '1', '2', '2', '3', '4', '5', 'damage, to short range']);
  expect((await row(3)).slice(2)).toEqual(['', '', '', '', '', '', '', 'nothing gets through']);
  expect(await row(10)).toEqual(['Tail Sweep', 'both', '0', '0', '1', '1', '2', '2', '3', 'damage']);
  expect(await wordsOf(page, '.decks', at.isMobile)).toContain('Most of the figures are our own');
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  expect(await axeFaults(page)).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});

test.each(AT)('%s: what call points are for is said where they are counted', { timeout: 60_000 }, async (_, at) => {
  const page = await visitor(browser, at);
  await startDragondice(page, server.url);
  const [mine] = await page.locator('.scores .side').allInnerTexts();
  expect(mine).toMatch(/: \d+ points\s+\d+ call points/);
  expect(await wordsOf(page, '.scores', at.isMobile)).toBe(
    'A call brings 7 call points, up to 14 in all. They pay for a dragon that goes to another terrain: 7, or 14 for a white one (A-8).',
  );
  // No line is broken.
  const lines = await page.locator('.scores .side > *').evaluateAll((all) =>
    all.map((one) => {
      const words = document.createRange();
      words.selectNodeContents(one.querySelector('.word') ?? one);
      return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
    }),
  );
  expect(lines).toEqual([1, 1, 1, 1]);
  expect(await axeFaults(page)).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});

test('the market says that its items and prices are ours', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  await startHunt(page, server.url, () => page.click('label:has-text("Campaign")'));
  await fleeTo([page], READY);
  expect(await wordsOf(page, '.village')).toContain('Items and their prices are our own');
  await page.click('.village [data-test=levels] summary');
  expect(await axeFaults(page)).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});
