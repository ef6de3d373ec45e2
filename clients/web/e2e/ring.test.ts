// Rings of three to eight dragons: whatever the window and however much the plates say, no box lies over another.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE, expectQuiet, visitor } from './browser';
import { play } from './driver';
import { sideways } from './fits';
import { openSite } from './site';
import { settled } from './settled';

const { server, browser } = await openSite();

const SIZES: [number, number][] = [
  [1280, 800],
  [1440, 900],
  [1920, 1080],
  [390, 844],
  [320, 640],
];

async function startRing(page: Page, players: number, abilities: boolean): Promise<void> {
  await page.goto(`${server.url}/play/duel`);
  await page.click('label:has-text("Ring")');
  await page.click(`fieldset:has-text("Players") label:has-text("${players}")`);
  if (abilities) await page.click('main details summary');
  if (abilities) await page.click('label:has-text("its own ability")');
  await page.click('[data-test=start]');
  await page.waitForSelector('.pick');
  // An act with several targets stands for no choice of its own.
  await play([page], { ways: ['.board [data-choice]'], until: '.acts .act' });
}

// Runs in the page: the boxes that lie over each other, and what sticks out of its plate.
function faults(): string[] {
  const SLACK = 0.5; // pixels
  const called = (one: Element): string =>
    `${one.className.split(' ').slice(0, 3).join('.')} ${one.textContent?.trim().slice(0, 24)}`;
  const shown = (one: Element): boolean => one.getBoundingClientRect().width > 0;
  const selectors = ['.recap', '.board .dragon', '.board .tray', '.board ol', '.acts > *'];
  const boxes = [...document.querySelectorAll(selectors.join(', '))].filter(shown);
  const over = boxes.flatMap((a, i) =>
    boxes.slice(i + 1).flatMap((b) => {
      const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
      const width = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const height = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      return width > SLACK && height > SLACK ? [`${called(a)} over ${called(b)}: ${width} × ${height}`] : [];
    }),
  );
  const out = [...document.querySelectorAll('.board .dragon')].filter(shown).flatMap((plate) => {
    const p = plate.getBoundingClientRect();
    return [...plate.querySelectorAll('.name, .counters, .health, .energy, .owner, .ability')]
      .filter(shown)
      .flatMap((one) => {
        const q = one.getBoundingClientRect();
        const sticks = Math.max(p.left - q.left, q.right - p.right, p.top - q.top, q.bottom - p.bottom);
        return sticks > SLACK ? [`${called(one)} sticks out of ${called(plate)}: ${sticks}`] : [];
      });
  });
  return boxes.length < 6 ? [`only ${boxes.length} boxes`] : [...over, ...out];
}

async function expectApart(page: Page, what: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await settled(page);
    const at = `${what} at ${width} × ${height}`;
    expect(await page.evaluate(faults), at).toEqual([]);
    expect(await sideways(page), at).toBeLessThanOrEqual(0);
  }
}

const RINGS: [number, boolean][] = [
  [3, true],
  [5, true],
  [6, true],
  [6, false],
  [8, true],
  [8, false],
];
test.each(RINGS)('in a ring of %i, with abilities: %s, nothing lies over anything else', async (players, abilities) => {
  const page = await visitor(browser);
  await startRing(page, players, abilities);
  await expectApart(page, `${players} ${abilities}`);
  expectQuiet(page);
  await page.context().close();
});

// Runs in the page: of a bar's middle line, the part that is as dark as its darkest. Of a full life it is most of it.
async function filled(png: string): Promise<number> {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, Math.floor(bitmap.height / 2), bitmap.width, 1);
  const reds = Array.from({ length: bitmap.width }, (_, i) => data[4 * i]);
  const NEAR = 40;
  return reds.filter((red) => red <= Math.min(...reds) + NEAR).length / reds.length;
}
test.each([390, 320])('in a ring of 8 at %i pixels the bars of health can be read', async (width) => {
  const page = await visitor(browser, { ...PHONE, viewport: { width, height: 844 }, colorScheme: 'light' });
  await startRing(page, 8, false);
  await settled(page);
  const full = page.locator('.board .dragon:not(.mine) .health .life:has(.number strong:text-is("20")) .bar');
  expect(await full.count()).toBeGreaterThan(0);
  for (const bar of await full.all()) {
    expect((await bar.boundingBox())!.width).toBeGreaterThanOrEqual(40);
    const png = (await bar.screenshot()).toString('base64');
    expect(await page.evaluate(filled, png)).toBeGreaterThan(0.6);
  }
  expectQuiet(page);
  await page.context().close();
});
