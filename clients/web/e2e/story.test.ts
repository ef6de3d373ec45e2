// The story of a match: a bot's whole turn is one line, which opens to the sentences that it stands for.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor, type Visitor } from './browser';
import { sideways, tooSmall } from './fits';
import { WAYS, huntUntil, startHunt } from './hunt';
import { openSite } from './site';

const { server, browser } = await openSite();

const TURN = '.story .turn';

// What is read out from now on.
function listen(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  const region = document.querySelector('[aria-live=polite]')!;
  new MutationObserver(() => heard.push(region.textContent)).observe(region, {
    subtree: true,
    childList: true,
    characterData: true,
  });
}
const heard = (page: Page): Promise<string> =>
  page.evaluate(() => (window as unknown as { heard: string[] }).heard.join(' '));

// A hunt of the own Warrior with a bot's Cleric, played until the Cleric has had a turn.
async function withBot(options: Visitor): Promise<Page> {
  const page = await visitor(browser, options);
  await startHunt(page, server.url, async () => {
    await page.locator('.hero:has([data-class="3"]) select').selectOption('2');
  });
  await page.evaluate(listen);
  await huntUntil([page], TURN, WAYS);
  return page;
}

test.each<[string, Visitor, RegExp, RegExp]>([
  ['in English', {}, /^Cleric \(Easy bot\): (?!rolls)/, /Cleric \(Easy bot\) rolls .*\./],
  [
    'in French on a phone',
    { ...PHONE, locale: 'fr-FR' },
    /^Clerc \(Robot facile\)\u00a0: /,
    /Clerc \(Robot facile\) lance\u00a0: .*\./,
  ],
])('a bot’s turn is one line that opens by press and by key, %s', async (_, options, said, rolled) => {
  const page = await withBot(options);
  const turn = page.locator(TURN).first();
  await expect.poll(() => turn.textContent()).toMatch(said);
  expect(await page.locator('.story .all > li > button').allTextContents()).not.toContainEqual(
    expect.stringMatching(rolled),
  );
  // A player who listens is told each sentence, as ever.
  await expect.poll(() => heard(page)).toMatch(rolled);

  const lines = page.locator('.story li:has(> .turn) li');
  expect(await turn.getAttribute('aria-expanded')).toBe('false');
  expect(await lines.count()).toBe(0);
  await turn.focus();
  await page.keyboard.press('Enter');
  expect(await turn.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => lines.count()).toBeGreaterThan(1);
  expect(await lines.first().textContent()).toMatch(rolled);
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  if (options.isMobile) expect(await tooSmall(page)).toEqual([]);

  await turn.click();
  await expect.poll(() => lines.count()).toBe(0);
  await turn.click();
  // Each of its lines leads to its moment, as the others do.
  await lines.first().locator('button').click();
  await page.waitForURL(/\?v=\d+$/);
  expectQuiet(page);
  await page.context().close();
});
