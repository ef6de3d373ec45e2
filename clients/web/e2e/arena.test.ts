// Two browsers play the arena: a series with secret allocations, of which neither sees the other's before the reveal.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideArena, openArenaTable } from './arena';
import { expectQuiet, launch, visitor } from './browser';
import { END, matchOf } from './duel';
import { Server } from './server';

const server = new Server();
let browser: Browser;
beforeAll(async () => {
  browser = await launch();
  await server.start();
});
afterAll(async () => {
  await browser.close();
  await server.end();
});

async function playArena(pages: Page[]): Promise<void> {
  for (let step = 0; step < 900; step++) {
    let over = true;
    for (const page of pages) {
      if (await page.locator(END).isVisible()) continue;
      over = false;
      if (!(await decideArena(page))) await page.waitForTimeout(20);
    }
    if (over) return;
  }
  throw new Error('the match does not end');
}

test(
  'a series with secret allocations is played to its end, and its dice are checked',
  { timeout: 120_000 },
  async () => {
    const [host, guest] = [await visitor(browser), await visitor(browser)];
    await openArenaTable(host, guest, server.url, 'Big');
    await playArena([host, guest]);
    expect(await host.textContent('.story')).toContain('Revealed: FIRE 3 3 3 3 4 4 4 4, ICE 3 3 3 3 4 4 4 4.');
    await host.goto(`${server.url}/m/${matchOf(host)}/dice`);
    await host.waitForSelector('[data-test=verdict]');
    expectQuiet(host, guest);
    await host.context().close();
    await guest.context().close();
  },
);

test('what the other has sealed is nowhere before the reveal, not even in the bytes of the frames', async () => {
  const seen: Buffer[][] = [];
  for (const preset of ['Ladder', 'Edges']) {
    const [host, guest] = [await visitor(browser), await visitor(browser)];
    const frames: Buffer[] = [];
    guest.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => void frames.push(Buffer.from(payload))),
    );
    await openArenaTable(host, guest, server.url, 'Big');
    await guest.waitForSelector('[data-test=seal]');
    await guest.waitForTimeout(300);
    frames.length = 0;
    await host.click(`button:has-text("${preset}")`);
    await host.click('[data-test=seal]');
    await host.waitForSelector('[data-test=sealed]');
    await expect.poll(() => guest.locator('.lid').count()).toBe(1);
    expect(await guest.textContent('.side-0')).not.toMatch(/Revealed/);
    await guest.waitForTimeout(200);
    seen.push([...frames]);
    // The one who sealed still sees the own powers; the lids lift together.
    expect(await host.locator('[data-test=sealed] svg').count()).toBe(8);
    await guest.click('[data-test=seal]');
    await host.waitForSelector('.grid');
    await expect.poll(() => guest.textContent('.story')).toContain('Revealed: FIRE');
    expectQuiet(host, guest);
    await host.context().close();
    await guest.context().close();
  }
  // Whichever powers were sealed, the other browser received the same bytes.
  expect(seen[0].length).toBeGreaterThan(0);
  expect(seen[0].map(String)).toEqual(seen[1].map(String));
});

test(
  'each way of setting up, the powers of the species and the training can be played against a bot',
  { timeout: 180_000 },
  async () => {
    const ways = [['Baby'], ['Little'], ['Equal', 'Dragon Master'], ['Free'], ['Solo Training', 'Dragon Master']];
    for (const settings of ways) {
      const page = await visitor(browser);
      await page.goto(`${server.url}/play/arena`);
      await page.click('summary');
      for (const text of settings) await page.click(`label:has-text("${text}")`);
      await page.click('[data-test=start]');
      await page.waitForURL('**/m/**');
      await playArena([page]);
      expectQuiet(page);
      await page.context().close();
    }
  },
);

test('any match can be played without its pictures', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/play/arena`);
  await page.click('label:has-text("Little")');
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
  await page.click('text=Plain view');
  await page.waitForSelector('.raw');
  for (let step = 0; step < 300 && !(await page.locator(END).isVisible()); step++) {
    const choice = page.locator('.board [data-choice]').first();
    if (await choice.isVisible()) await choice.click({ timeout: 2000 }).catch(() => undefined);
    else await page.waitForTimeout(20);
  }
  await page.waitForSelector(END);
  expectQuiet(page);
  await page.context().close();
});
