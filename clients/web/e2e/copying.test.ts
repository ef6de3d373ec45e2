// What is copied, where the browser has a clipboard for pages and where it has none.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectQuiet, visitor } from './browser';
import { openSite } from './site';

const { server, browser } = await openSite();

async function atTable(prepare: (page: Page) => Promise<void>): Promise<Page> {
  const page = await visitor(browser);
  await prepare(page);
  await page.goto(server.url);
  await page.click('text=Play a friend');
  await page.waitForURL('**/t/**');
  await page.click('[data-test=copy]');
  return page;
}
async function without(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
}
const selected = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement;
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  });

test('without a clipboard the link is copied all the same', async () => {
  const page = await atTable(without);
  await page.waitForSelector('[data-test=copy]:has-text("Copied")');
  const link = page.url();
  await page.goto(`${server.url}/watch`);
  await page.locator('main input').first().focus();
  await page.keyboard.press('Control+V');
  expect(await page.locator('main input').first().inputValue()).toBe(link);
  expectQuiet(page);
  await page.context().close();
});

test('where nothing can be copied the text is selected, and nobody is told that it was', async () => {
  const page = await atTable(async (at) => {
    await without(at);
    await at.addInitScript(() => (document.execCommand = () => false));
  });
  await page.waitForSelector('[data-test=copy-said]:has-text("Press Ctrl+C")');
  expect(await page.locator('[data-test=copy]').textContent()).toBe('Copy the link');
  expect(await selected(page)).toBe(page.url());
  expectQuiet(page);
  await page.context().close();
});
