// What the first visit costs on a slow line and a slow processor: bytes as they travel, requests, how long until one can play,
// how long the page is busy at a stretch, and what jumps.
import { expect, test } from 'vitest';
import { visitor } from '../browser';
import { openSite } from '../site';

const { server, browser } = await openSite();

const BYTES = 180_000; // as they travel, heads included
const REQUESTS = 15;
const BUTTON_MS = 1600;
const BLOCKED_MS = 250; // of tasks, what is over 50 ms each
const SHIFT = 0.05;
// A slow 4G line, and a processor a quarter as fast as one that takes so long for the work of `pace`.
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const SLOWER = 4;
const PACE_MS = 20;

const VISITS = 12; // at most: the first that is quick enough is the last

interface Visit {
  bytes: number;
  requests: number;
  button: number;
  blocked: number;
  shift: number;
}
interface Shift extends PerformanceEntry {
  value: number;
}

// What makes the page count for how long it was blocked, and how far things jumped.
function count(): void {
  const counted = { blocked: 0, shift: 0 };
  Object.assign(window, { counted });
  const observe = (type: string, add: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
  observe('longtask', ({ duration }) => (counted.blocked += duration - 50));
  observe('layout-shift', (entry) => (counted.shift += (entry as Shift).value));
}

// Milliseconds for some work of a page's usual kind: numbers, texts, a map.
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
  return Math.min(...Array.from({ length: 9 }, work));
}

// How many times slower this processor is to be made.
async function slowdown(): Promise<number> {
  const page = await visitor(browser);
  await page.goto(`${server.url}/robots.txt`);
  const took = await page.evaluate(pace);
  await page.context().close();
  return Math.max(1, (SLOWER * PACE_MS) / took);
}

async function visit(rate: number): Promise<Visit> {
  const page = await visitor(browser);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', LINE);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
  let [bytes, requests] = [0, 0];
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.addInitScript(count);
  const begun = performance.now();
  await page.goto(server.url, { waitUntil: 'commit' });
  await page.waitForSelector('[data-test=play-now]');
  const button = performance.now() - begun;
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  const counted = await page.evaluate(
    () => (window as unknown as { counted: { blocked: number; shift: number } }).counted,
  );
  await page.context().close();
  return { bytes, requests, button, ...counted };
}

test('the first visit on a slow line', { timeout: 240_000 }, async () => {
  const visits: Visit[] = [];
  // Other work on the machine only ever makes a visit slower: one quick one shows what the page costs.
  while (visits.length < VISITS) {
    const one = await visit(await slowdown());
    visits.push(one);
    if (one.button < BUTTON_MS && one.blocked < BLOCKED_MS) break;
  }
  const { bytes, requests, shift } = visits[0];
  const quickest = visits.map(({ button, blocked }) => `${Math.round(button)} (${Math.round(blocked)})`).join(', ');
  console.log(
    `${bytes} bytes, ${requests} requests, shift ${shift.toFixed(4)}; can be played after, and blocked for, ms: ${quickest}`,
  );
  expect(bytes).toBeLessThan(BYTES);
  expect(requests).toBeLessThanOrEqual(REQUESTS);
  expect(shift).toBeLessThan(SHIFT);
  expect(Math.min(...visits.map(({ button }) => button))).toBeLessThan(BUTTON_MS);
  expect(Math.min(...visits.map(({ blocked }) => blocked))).toBeLessThan(BLOCKED_MS);
});
