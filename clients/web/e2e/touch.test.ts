// Among many dragons on a phone: whatever can be pressed is large enough for a thumb, and nothing is cut.
import { expect, test } from 'vitest';
import { PHONE, expectQuiet, visitor } from './browser';
import { END, decide } from './duel';
import { sideways, tooSmall } from './fits';
import { openSite } from './site';

const { server, browser } = await openSite();

const MANY: [string, string][] = [
  ['Ring', 'Players: 8'],
  ['Battle', 'Dragons per team: 4'],
  ['Solitaire', 'Enemies: 7'],
];
test.each(MANY)('%s, %s, by thumb on 390 × 844', async (mode, many) => {
  const page = await visitor(browser, PHONE);
  const [legend, label] = many.split(': ');
  await page.goto(`${server.url}/play/duel`);
  await page.click(`label:has-text("${mode}")`);
  await page.click(`fieldset:has-text("${legend}") label:has-text("${label}")`);
  await page.click('[data-test=start]');
  await page.waitForSelector('.pick');
  expect(await tooSmall(page), 'choosing').toEqual([]);
  for (let i = 0; i < 60 && !(await page.locator(`.acts, ${END}`).first().isVisible()); i++) {
    await page.waitForTimeout(50);
    await decide(page);
  }
  await page.waitForSelector(`.act[aria-disabled=false], ${END}`);
  expect(await tooSmall(page), 'deciding').toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  // The dragons that an armed act can aim at.
  const act = page.locator('.act[aria-disabled=false]').first();
  if (await act.isVisible()) {
    await act.tap();
    expect(await tooSmall(page), 'armed').toEqual([]);
    await page.locator('aside summary').tap();
    expect(await tooSmall(page), 'the list').toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  }
  expectQuiet(page);
  await page.context().close();
});
