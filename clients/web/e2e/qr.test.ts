// The link of a table as a QR code: what a camera reads from the screen is the link.
import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor, type Visitor } from './browser';
import { sideways, tooSmall } from './fits';
import { openSite } from './site';

const { server, browser } = await openSite();

async function atTable(options: Visitor): Promise<Page> {
  const page = await visitor(browser, options);
  await page.goto(server.url);
  await page.click('text=Play a friend');
  await page.waitForURL('**/t/**');
  await page.waitForSelector('[data-test=share]');
  return page;
}

// Read from a picture of what is on the screen.
async function readCode(page: Page): Promise<string | undefined> {
  const png = await page.locator('[data-test=qr]').screenshot();
  const { pixels, width, height } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    canvas.drawImage(bitmap, 0, 0);
    const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
    return { pixels: [...data], width: bitmap.width, height: bitmap.height };
  }, png.toString('base64'));
  // Dark on light, as not every camera reads it the other way round.
  return jsQR(Uint8ClampedArray.from(pixels), width, height, { inversionAttempts: 'dontInvert' })?.data;
}

const isLoaded = (page: Page): Promise<boolean> =>
  page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/QrCode-[^/]*\.js$/.test(name)));

const LIGHT_AND_DARK = ['light', 'dark'] as const;

describe.each(LIGHT_AND_DARK)('%s', (colorScheme) => {
  test('on a wide screen the code is there at once, and is the link', async () => {
    const page = await atTable({ colorScheme });
    await page.waitForSelector('[data-test=qr]');
    expect(await page.locator('[data-test=to-qr]').count()).toBe(0);
    expect(await readCode(page)).toBe(page.url());
    expect(page.url()).toContain('/t/');
    expectQuiet(page);
    await page.context().close();
  });

  test('on a phone a press shows it, and another puts it away', async () => {
    const page = await atTable({ ...PHONE, colorScheme });
    const press = page.locator('[data-test=to-qr]');
    await press.waitFor();
    expect(await press.getAttribute('aria-expanded')).toBe('false');
    expect(await page.locator('[data-test=qr]').count()).toBe(0);
    expect(await isLoaded(page)).toBe(false);
    await press.tap();
    await page.waitForSelector('[data-test=qr]');
    expect(await isLoaded(page)).toBe(true);
    expect(await press.getAttribute('aria-expanded')).toBe('true');
    expect(await readCode(page)).toBe(page.url());
    await press.tap();
    await expect.poll(() => page.locator('[data-test=qr]').count()).toBe(0);
    expectQuiet(page);
    await page.context().close();
  });
});

const AT: [string, Visitor][] = [
  ['at a desk', {}],
  ['on a phone', PHONE],
];
test.each(AT)('%s the code has a name, axe finds nothing, and nothing is cut', async (_, options) => {
  const page = await atTable(options);
  if (options.hasTouch) await page.tap('[data-test=to-qr]');
  const code = page.getByRole('img', { name: 'The link to this table as a QR code' });
  await code.waitFor();
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  if (options.hasTouch) expect(await tooSmall(page)).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});
