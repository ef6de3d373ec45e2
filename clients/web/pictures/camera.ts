// Takes pictures of a page in one state: as wide as a desk and as a phone, in both themes, and on request in other ways of
// looking at it. They land in build/pictures, to be looked at by somebody.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../../build/pictures', import.meta.url));
mkdirSync(FOLDER, { recursive: true });

interface Look {
  width: number;
  height: number;
  theme?: 'light' | 'dark';
  // Text that is twice as large.
  large?: boolean;
  forced?: boolean;
  sight?: 'achromatopsia' | 'protanopia' | 'deuteranopia' | 'tritanopia';
}

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LOOKS: Record<string, Look> = {
  'desk-light': { ...DESK, theme: 'light' },
  'desk-dark': { ...DESK, theme: 'dark' },
  'phone-light': { ...PHONE, theme: 'light' },
  'phone-dark': { ...PHONE, theme: 'dark' },
  wide: { width: 1920, height: 1080, theme: 'dark' },
  narrow: { width: 320, height: 640 },
  lying: { width: 844, height: 390 },
  large: { ...DESK, large: true },
  'large-phone': { ...PHONE, large: true },
  forced: { ...DESK, theme: 'dark', forced: true },
  grey: { ...DESK, sight: 'achromatopsia' },
  protan: { ...DESK, sight: 'protanopia' },
  deutan: { ...DESK, sight: 'deuteranopia' },
  tritan: { ...DESK, sight: 'tritanopia' },
};
// LOOKS=phone-dark,forced takes only those; ONLY=ring only the states whose name has that in it.
const wanted = (process.env['LOOKS'] ?? 'desk-light,desk-dark,phone-light,phone-dark').split(',');
export const only = new RegExp(process.env['ONLY'] ?? '');
// DOCS=1 takes those in docs/images as well, which stay as they are otherwise.
export const forDocs = (name: string): boolean => process.env['DOCS'] !== undefined && only.test(name);

// What moves comes to rest.
const REST_MS = 450;

export async function picture(page: Page, name: string): Promise<void> {
  const eyes = await page.context().newCDPSession(page);
  for (const look of wanted) {
    const { width, height, theme = 'light', large, forced, sight } = LOOKS[look];
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, forcedColors: forced ? 'active' : 'none' });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), large ? '200%' : '');
    await eyes.send('Emulation.setEmulatedVisionDeficiency', { type: sight ?? 'none' });
    await page.waitForTimeout(REST_MS);
    await page.screenshot({ path: join(FOLDER, `${name}.${look}.png`), fullPage: true, animations: 'disabled' });
  }
  await eyes.detach();
  await page.setViewportSize(DESK);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
}
