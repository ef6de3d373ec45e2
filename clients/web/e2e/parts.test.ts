// What seats bring: the player who opens a table says it beforehand, one who comes by the link says it at the table.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaults } from './axe';
import { expectQuiet, PHONE, visitor, type Visitor } from './browser';
import { HuntClass, HuntSymbol } from '../src/gen/wyrmhall/v1/hunt_pb';
import { openSite } from './site';

const { server, browser } = await openSite();

// Somebody opens a table for a friend, who comes by its link.
async function invited(
  game: string,
  change: (page: Page) => Promise<unknown>,
  who: Visitor = {},
): Promise<[Page, Page]> {
  const host = await visitor(browser);
  await host.goto(`${server.url}/play/${game}`);
  await host.locator('[data-test=start][aria-disabled=false]').waitFor();
  await change(host);
  await host.getByLabel('A friend', { exact: true }).check();
  await host.click('[data-test=start]');
  await host.waitForURL('**/t/**');
  const guest = await visitor(browser, who);
  await guest.goto(host.url());
  await guest.waitForSelector('[data-test=ready], [data-test=set-out]');
  return [host, guest];
}

async function begins(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.waitForURL('**/m/**', { timeout: 20_000 });
  expectQuiet(...pages);
}
const end = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

test('the guest of a knight is the dragon, and sees so before the match', async () => {
  const [host, guest] = await invited('dance', (page) => page.getByLabel('Knight', { exact: true }).check());
  const seats = guest.locator('.seat');
  expect(await seats.nth(0).innerText()).toContain('Knight');
  expect(await seats.nth(1).innerText()).toContain('Dragon');
  expect(await guest.locator('.seat').nth(1).locator('.display').innerText()).not.toBe('');
  expect(await axeFaults(guest)).toEqual([]);
  // The guest would be the knight as well: now it is drawn, and stays so.
  await guest.getByLabel('Knight', { exact: true }).check();
  await guest.click('[data-test=ready]');
  await begins(host, guest);
  await end(host, guest);
});

test('each brings a force, which the other sees when both are ready', async () => {
  const choose = (page: Page, preset: string) => page.selectOption('[data-army="0"]', { label: preset });
  const [host, guest] = await invited(
    'dragondice',
    async (page) => {
      await page.getByLabel('24', { exact: true }).check();
      await choose(page, 'Goblins');
    },
    PHONE,
  );
  expect(await guest.locator('main').innerText()).toContain('The other side has chosen its force.');
  expect(await guest.locator('main').innerText()).toContain('each side brings its force');
  expect(await guest.locator('main').innerText()).toContain('Points of each force: 24');
  // One’s own begins as one of that size; what does not fit is not brought.
  await guest.selectOption('[data-army="0"]', '0');
  expect(await guest.locator('.builder').innerText()).toContain('24 of 24 health');
  expect(await guest.locator('[data-test=bring]').getAttribute('aria-disabled')).toBe('false');
  await guest.tap('[data-add=home]');
  expect(await guest.locator('.faults').innerText()).toMatch(/each has 24 here/);
  expect(await guest.locator('[data-test=bring]').getAttribute('aria-disabled')).toBe('true');
  await choose(guest, 'Dwarves');
  expect(await axeFaults(guest)).toEqual([]);
  const wide = await guest.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  expect(await guest.locator('[data-army="0"] option:checked').innerText()).toBe('Dwarves');
  await choose(guest, 'Undead');
  await expect.poll(() => host.locator('main').innerText()).toContain('The other side has chosen its force.');
  await guest.click('[data-test=ready]');
  await begins(host, guest);
  for (const page of [host, guest]) {
    await expect.poll(() => page.locator('body').innerText()).toMatch(/Goblin/);
    await expect.poll(() => page.locator('body').innerText()).toMatch(/Undead/);
  }
  await end(host, guest);
});

test('each chooses the own hero, of a class or one of their own making', async () => {
  const [host, guest] = await invited(
    'hunt',
    (page) => page.locator('.hero:has-text("Cleric") select').selectOption('2'),
    PHONE,
  );
  const mine = guest.locator('[data-test=bring-1]');
  expect(await guest.locator('[data-test=bring-0]').count()).toBe(0);
  expect(await mine.inputValue()).toBe(`class ${HuntClass.CLERIC}`);
  // What somebody has chosen is theirs.
  await mine.selectOption(`class ${HuntClass.WARRIOR}`);
  await guest.waitForSelector('[role=alert]:has-text("two heroes of this class: Warrior")');
  await mine.selectOption(`class ${HuntClass.ROGUE}`);
  await host.waitForSelector('[data-place="1"] .display:has-text("Rogue")');
  await mine.selectOption(`class ${HuntClass.CUSTOM}`);
  await guest.waitForSelector('[data-test=bring-custom][aria-disabled=true]');
  await guest.tap(`label:has([data-symbol="${HuntSymbol.MAGIC}"])`);
  for (const skill of ['Cleave', 'Heal', 'Mend', 'Fireball', 'Stab', 'Shield']) {
    await guest.locator('.skill', { has: guest.locator('.name', { hasText: new RegExp(`^${skill}$`) }) }).tap();
  }
  expect(await axeFaults(guest)).toEqual([]);
  const wide = await guest.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await guest.click('[data-test=bring-custom]');
  await host.waitForSelector('[data-place="1"] .display:has-text("Adventurer")');
  await guest.click('[data-test=set-out]');
  await begins(host, guest);
  for (const page of [host, guest]) {
    await page.click('.band [data-hero]:has-text("Adventurer")');
    await page.waitForSelector('.sheet:has-text("Fireball")');
  }
  await end(host, guest);
});

test('one puts a custom hero together before a hunt of one’s own', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/play/hunt`);
  await page.locator('[data-test=start][aria-disabled=false]').waitFor();
  await page.check(`input[data-class="${HuntClass.CUSTOM}"]`);
  await page.waitForSelector('[data-test=faults]');
  await page.click(`label:has([data-symbol="${HuntSymbol.HOLY}"])`);
  for (const skill of ['Cleave', 'Heal', 'Mend', 'Fireball', 'Stab', 'Shield']) {
    await page.locator('.skill', { has: page.locator('.name', { hasText: new RegExp(`^${skill}$`) }) }).click();
  }
  await expect.poll(() => page.locator('[data-test=faults]').count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.click('[data-test=start]');
  await begins(page);
  await expect.poll(() => page.locator('body').innerText()).toContain('Adventurer');
  await end(page);
});

test('four heroes face the dragons that one says', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/play/hunt`);
  await page.locator('[data-test=start][aria-disabled=false]').waitFor();
  for (const name of ['Wizard', 'Ranger']) await page.check(`.hero:has-text("${name}") input[type=checkbox]`);
  await page.check('[data-test=split]');
  const faces = (name: string) => page.locator(`.hero:has-text("${name}") select[data-group]`);
  await faces('Wizard').selectOption({ label: '1' });
  await expect.poll(() => page.locator('[data-test=faults]').count()).toBe(1);
  await faces('Cleric').selectOption({ label: '2' });
  await expect.poll(() => page.locator('[data-test=faults]').count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.click('[data-test=start]');
  await begins(page);
  await end(page);
});
