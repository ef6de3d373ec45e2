// What the first visit costs on a slow line and a slow processor: bytes as they travel, requests, how long until one can play,
// how long the page is busy at a stretch, and what jumps.
import { expect, test } from 'vitest';
import { MOVING, visitor } from '../browser';
import { slowdown } from '../pace';
import { openSite } from '../site';

const { server, browser } = await openSite();

const BYTES = 180_000; // as they travel, heads included
const REQUESTS = 15;
const BUTTON_MS = 1600;
const BLOCKED_MS = 250; // of tasks, what is over 50 ms each
const SHIFT = 0.05;
// A slow 4G line.
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

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

async function visit(rate: number): Promise<Visit> {
  const page = await visitor(browser, MOVING);
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
    const one = await visit(await slowdown(browser, server.url));
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
