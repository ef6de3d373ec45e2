// Dice & Dragons by keys alone.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectQuiet, visitor } from './browser';
import { END } from './duel';
import { AGAIN, ANY, CALL, COVER, FAIL, FAILING, FILL, NO_ASSIST, READY, ROLL, SKILL, TARGET, startHunt } from './hunt';
import { openSite } from './site';

const { server, browser } = await openSite();

const keptDice = (page: Page) => page.locator('.die-button.kept');

const FOCUSABLE_MOST = 80;
const isOn = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < FOCUSABLE_MOST; i++) {
    if (await isOn(page, selector)) return;
    await page.keyboard.press('Tab');
    // One of a row, of which the tab key comes to one: the arrows go to the others.
    const row = `[role=toolbar]:has(${selector}) [data-rove]`;
    if (!(await isOn(page, row))) continue;
    await page.keyboard.press('Home');
    for (let at = await page.locator(row).count(); at > 1 && !(await isOn(page, selector)); at--)
      await page.keyboard.press('ArrowRight');
  }
  throw new Error(`the keys never come to ${selector}`);
}

test(
  'dice and skills are a stop of the tab key each, and the arrows go about in them',
  { timeout: 60_000 },
  async () => {
    const page = await visitor(browser);
    await startHunt(page, server.url);
    await page.click(ROLL);
    await page.waitForSelector(AGAIN);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const die = (slot: number) => isOn(page, `[data-slot="${slot}"]`);
    await tabTo(page, '[data-slot="0"]');
    await press('ArrowRight', 'ArrowRight');
    expect(await die(2)).toBe(true);
    await press('Space');
    expect(await page.locator('.die-button.kept').evaluateAll((all) => all.map((one) => one.dataset['slot']))).toEqual([
      '2',
    ]);
    await press('End', 'ArrowRight', 'ArrowLeft');
    expect(await die(3)).toBe(true);
    // What was left is what one comes back to.
    await press('Tab');
    expect(await isOn(page, '.dice *')).toBe(false);
    await press('Shift+Tab');
    expect(await die(3)).toBe(true);
    const skills = page.locator('.skill[data-skill]');
    // Dice may happen to make a general skill too, behind the hero's own.
    const last = (await skills.count()) - 1;
    expect(last).toBeGreaterThanOrEqual(5);
    expect(await page.locator('.skill[tabindex="0"]').count()).toBe(1);
    const skill = async (n: number) => (await skills.nth(n).evaluate((one) => document.activeElement === one)) === true;
    await tabTo(page, '.skill[data-skill]');
    expect(await skill(0)).toBe(true);
    await press('ArrowDown', 'ArrowDown', 'ArrowUp');
    expect(await skill(1)).toBe(true);
    await press('End');
    expect(await skill(last)).toBe(true);
    await press('Tab');
    expect(await isOn(page, '.skills *')).toBe(false);
    await press('Shift+Tab');
    expect(await skill(last)).toBe(true);
    expectQuiet(page);
    await page.context().close();
  },
);

test('a hunt by keys alone, and what happens is said', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/play/hunt`);
  await page.waitForSelector('[data-test=start]');
  await tabTo(page, '[data-test=start]');
  await page.keyboard.press('Enter');
  await page.waitForSelector(ROLL);
  const done = new Set<string>();
  for (let step = 0; step < 400 && !(await page.locator(END).isVisible()); step++) {
    await page.waitForSelector(`${ANY}, ${END}`);
    if (await page.locator(END).isVisible()) break;
    const last = step > 60 ? [CALL] : [];
    const ways = [...last, FILL, TARGET, COVER, ROLL, SKILL, AGAIN, FAIL, FAILING, NO_ASSIST, READY];
    let wanted = '';
    for (const way of ways) if (!wanted && (await page.locator(way).first().isVisible())) wanted = way;
    if (wanted === AGAIN && !done.has('kept')) {
      // A number keeps a die.
      await page.keyboard.press('b');
      await page.keyboard.press('2');
      const focused = () => page.evaluate(() => document.activeElement?.matches('[data-slot="1"]'));
      await expect.poll(focused).toBe(true);
      await page.keyboard.press('Space');
      await expect.poll(() => keptDice(page).count()).toBe(1);
      done.add('kept');
    }
    await page.keyboard.press('b');
    await tabTo(page, wanted);
    const before = await page.locator('.story li').count();
    await page.keyboard.press('Enter');
    done.add(wanted);
    if (![SKILL, FAILING, TARGET, COVER].includes(wanted))
      await expect
        .poll(async () => (await page.locator('.story li').count()) !== before || (await page.locator(END).isVisible()))
        .toBe(true);
    else await page.waitForTimeout(100);
  }
  await page.waitForSelector(END);
  for (const way of [ROLL, AGAIN, SKILL, NO_ASSIST]) expect([...done]).toContain(way);
  await expect.poll(() => page.textContent('[aria-live=assertive]')).toContain('The match is over');
  expectQuiet(page);
  await page.context().close();
});
