// How much a processor must be slowed down to be as slow as a phone's, however busy the machine is just now.
import type { Browser } from 'playwright-core';
import { visitor } from './browser';

// A quarter as fast as one that takes so long for the work of `pace`.
const SLOWER = 4;
const PACE_MS = 20;

// Milliseconds for some work of a page's usual kind: numbers, texts, a map. The median of several times: others that use the
// processor take as much from this work as from a page.
function pace(): number {
  const work = (): number => {
    const begun = performance.now();
    const seen = new Map<number, string>();
    for (let i = 0, x = 1; i < 300_000; i++) {
      x = (x * 1_103_515_245 + 12_345) % 2_147_483_648;
      seen.set(x % 5000, String(x));
    }
    return performance.now() - begun;
  };
  const times = Array.from({ length: 9 }, work).sort((a, b) => a - b);
  return times[times.length >> 1];
}

// How many times slower this processor is to be made.
export async function slowdown(browser: Browser, url: string): Promise<number> {
  const page = await visitor(browser);
  await page.goto(`${url}/robots.txt`);
  const took = await page.evaluate(pace);
  await page.context().close();
  return Math.max(1, (SLOWER * PACE_MS) / took);
}
