// What the sounds come to, rendered by a browser: never too loud, never the same twice, and nothing where nothing is wanted.
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';
import type {} from '../parts/main';
import { MOST_VOICES } from '../src/state/chorus';
import { PEAK, SOUNDS, VARIATIONS } from '../src/state/voices';
import { expectQuiet, launch, visitor } from './browser';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
// −6 dBFS, of full scale; four voices together stay below it, and so far from where samples are clipped.
const LOUDEST = 0.5;
// Softer than this, −40 dBFS, nobody hears anything.
const AUDIBLE = 0.01;
// The part of a sound's energy by which each of its variations differs at least.
const DIFFERENT = 0.05;
// The part that rounding may come to where nothing differs.
const ROUNDING = 1e-9;

const variations = Array.from({ length: VARIATIONS }, (_, i) => i);

let server: ViteDevServer;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  server = await createServer({
    root: ROOT,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false },
  });
  await server.listen();
  browser = await launch();
  page = await visitor(browser);
  await page.goto(`http://127.0.0.1:${(server.httpServer?.address() as AddressInfo).port}/parts/`);
  await page.waitForFunction(() => 'rendered' in window);
});
afterAll(async () => {
  expectQuiet(page);
  await browser.close();
  await server.close();
});

test.each(SOUNDS)(
  '%s is heard in each variation, by itself at its level, four times at once below the ceiling',
  async (sound) => {
    for (const variation of variations) {
      const [one, four] = await page.evaluate(
        async ({ sound, variation, most }) => [
          await window.rendered.peak([sound, variation]),
          await window.rendered.peak(...Array.from({ length: most }, () => [sound, variation] as const)),
        ],
        { sound, variation, most: MOST_VOICES },
      );
      expect(one, `variation ${variation}`).toBeGreaterThan(AUDIBLE);
      // Below where the ceiling bends what comes, so it is heard as it was made.
      expect(one, `variation ${variation}`).toBeLessThanOrEqual(PEAK);
      expect(four, `variation ${variation}`).toBeGreaterThan(one!);
      expect(four, `variation ${variation}`).toBeLessThanOrEqual(LOUDEST);
    }
  },
);

test('any four neighbours at once stay below the ceiling, in all variations', async () => {
  const peaks = await page.evaluate(
    ({ most, variations }) =>
      Promise.all(
        window.rendered.SOUNDS.flatMap((_, i, all) =>
          variations.map((variation) =>
            window.rendered.peak(
              ...Array.from({ length: most }, (_, k) => [all[(i + k) % all.length]!, variation] as const),
            ),
          ),
        ),
      ),
    { most: MOST_VOICES, variations },
  );
  expect(peaks).toHaveLength(SOUNDS.length * VARIATIONS);
  expect(Math.min(...peaks)).toBeGreaterThan(AUDIBLE);
  expect(Math.max(...peaks)).toBeLessThanOrEqual(LOUDEST);
});

test.each(SOUNDS)('%s differs from variation to variation, and not from itself', async (sound) => {
  const difference = (one: number, other: number): Promise<number> =>
    page.evaluate(([sound, one, other]) => window.rendered.difference(sound, one, other), [sound, one, other] as const);
  for (const one of variations) {
    for (const other of variations.slice(one + 1)) {
      expect(await difference(one, other), `${one} and ${other}`).toBeGreaterThan(DIFFERENT);
    }
  }
  expect(await difference(0, 0)).toBeLessThan(ROUNDING);
});

test('who is cut off is silent at once, and who is so before it is heard makes no sound at all', async () => {
  const [before, after] = await page.evaluate(() => window.rendered.cutOff('victory', 0.1));
  expect(before).toBeGreaterThan(AUDIBLE);
  expect(after).toBe(0);
  expect(await page.evaluate(() => window.rendered.cutOff('victory', 0))).toEqual([0, 0]);
});

test('what a player has set is what is heard', async () => {
  const heard = (set: Parameters<Window['rendered']['heard']>[1]): Promise<number[]> =>
    page.evaluate(
      (set) => Promise.all(window.rendered.SOUNDS.map((sound) => window.rendered.heard([sound], set))),
      set,
    );
  const loud = await heard({ sound: true, heard: 'all', volume: 100 });
  expect(Math.min(...loud)).toBeGreaterThan(AUDIBLE);
  expect(await heard({ sound: false, heard: 'all', volume: 100 })).toEqual(SOUNDS.map(() => 0));
  expect(await heard({ sound: true, heard: 'all', volume: 0 })).toEqual(SOUNDS.map(() => 0));
  const turn = await heard({ sound: true, heard: 'turn', volume: 100 });
  expect(SOUNDS.filter((_, i) => turn[i]! > 0)).toEqual(['turn']);
});

test('all sounds asked for at once are as loud as four at most, and half as loud at half the volume', async () => {
  const all = (volume: number): Promise<number> =>
    page.evaluate(
      (volume) => window.rendered.heard(window.rendered.SOUNDS, { sound: true, heard: 'all', volume }),
      volume,
    );
  const loud = await all(100);
  expect(loud).toBeGreaterThan(AUDIBLE);
  expect(loud).toBeLessThanOrEqual(LOUDEST);
  expect(await all(50)).toBeLessThanOrEqual(LOUDEST / 2);
});

test('of many sounds that are asked for at once four begin', async () => {
  const begun = await page.evaluate(async (many) => {
    const sources = AudioScheduledSourceNode.prototype;
    const start = Object.getOwnPropertyDescriptor(sources, 'start')!;
    let count = 0;
    sources.start = function (...times) {
      count += 1;
      (start.value as typeof this.start).apply(this, times);
    };
    // Each is a single note.
    const sounds = Array.from({ length: many }, () => 'energy' as const);
    await window.rendered.heard(sounds, { sound: true, heard: 'all', volume: 100 });
    Object.defineProperty(sources, 'start', start);
    return count;
  }, 2 * MOST_VOICES);
  expect(begun).toBe(MOST_VOICES);
});
