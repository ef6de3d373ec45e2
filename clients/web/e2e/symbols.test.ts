// Dice with symbols: drawn so that they can be read, and counted against what was to be expected, never added up.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { MARKS } from '../src/games/hunt/marks';
import { HuntSymbol } from '../src/gen/wyrmhall/v1/hunt_pb';
import { PHONE, expectQuiet, visitor } from './browser';
import { dragondiceToEnd, startDragondice } from './dragondice';
import { END, matchOf } from './duel';
import { AGAIN, ROLL, huntToEnd, startHunt } from './hunt';
import { openSite } from './site';

const { server, browser } = await openSite();

const LINES = {
  hunt: {
    toEnd: async (page: Page) => {
      await startHunt(page, server.url);
      await huntToEnd([page]);
    },
    kind: /^(?<n>\d+) Dragons? on (?<dice>\d+) dice, (?<expected>[\d.]+) expected$/,
  },
  dragondice: {
    toEnd: async (page: Page) => {
      await startDragondice(page, server.url, '3');
      await dragondiceToEnd([page]);
    },
    kind: /^\d+ d(4|6|8|10|12)$/,
  },
};

for (const [game, { toEnd, kind }] of Object.entries(LINES))
  test(`${game}: its end and its luck add up no symbols`, { timeout: 120_000 }, async () => {
    const page = await visitor(browser);
    await toEnd(page);
    const line = (await page.textContent(`${END} .luck p`)) ?? '';
    const kinds = /^Your dice: (.+)\.$/.exec(line)?.[1] ?? '';
    // With one kind there may be a comma in it.
    const listed = game === 'hunt' ? [kinds] : kinds.split(/,? and |, /);
    expect(listed.length).toBeGreaterThan(0);
    for (const each of listed) {
      expect(each).toMatch(kind);
      const { dice, expected } = kind.exec(each)?.groups ?? {};
      if (dice) expect(Number(expected)).toBeCloseTo(Number(dice) / MARKS.length, 1);
    }
    // A gauge is one of sums.
    expect(await page.locator(`${END} .luck svg`).count()).toBe(0);
    await page.goto(`${server.url}/m/${matchOf(page)}/luck`);
    const told = page.locator('[data-test=luck]');
    await told.first().waitFor();
    for (const text of await told.allTextContents()) expect(text).toMatch(kind);
    expect(await told.allTextContents()).toEqual(expect.arrayContaining(listed));
    expect(await page.locator('main').innerText()).not.toMatch(/above|below|sum/i);
    expectQuiet(page);
    await page.context().close();
  });

// Pixels, of what a face shows.
const LEAST = 20;
const SHIFT_MOST = 0.05;
const SIZES = [
  ['at a desk', {}],
  ['on a phone', PHONE],
] as const;

test.each(SIZES)('a die that shows a Dragon shows a horned head that can be made out, %s', async (_, at) => {
  const page = await visitor(browser, at);
  // Three in five throws of five dice have one.
  const THROWS_MOST = 20;
  const dragons = page.locator('.die-button', { hasText: 'Dragon' });
  for (let throws = 0; throws < THROWS_MOST && (await dragons.count()) === 0; throws++) {
    await startHunt(page, server.url);
    await page.click(ROLL);
    await page.waitForSelector(`${AGAIN}[aria-disabled=false]`);
  }
  const onDice = await dragons.evaluateAll((all) =>
    all.map((button) => {
      // The face that is read is drawn last, over its neighbours.
      const path = [...button.querySelectorAll<SVGPathElement>('svg.die path[d]')].at(-1)!;
      // A stroke lies half to either side of its line.
      const stroke = Number.parseFloat(getComputedStyle(path).strokeWidth);
      const { height } = path.getBoundingClientRect();
      return { d: path.getAttribute('d'), pixels: height * (1 + stroke / path.getBBox().height) };
    }),
  );
  // In the Dragon's chart an attack is as many of them.
  const inChart = await page.locator('.chart .signs svg').evaluateAll((all) =>
    all.map((sign) => ({
      d: sign.querySelector('path')!.getAttribute('d'),
      pixels: sign.getBoundingClientRect().height,
    })),
  );
  expect(onDice.length).toBeGreaterThan(0);
  expect(inChart.length).toBeGreaterThan(1);
  for (const { d, pixels } of [...onDice, ...inChart]) {
    expect(d).toBe(MARKS[HuntSymbol.DRAGON - 1]);
    expect(pixels).toBeGreaterThanOrEqual(LEAST);
  }
  expectQuiet(page);
  await page.context().close();
});

test.each(SIZES)('nothing jumps over the first roll of a hunt, %s', async (_, at) => {
  const page = await visitor(browser, { ...at, settings: { speed: 'brisk' } });
  await page.addInitScript(() => {
    const shifts: { at: number; value: number; what: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      type Shift = PerformanceEntry & { value: number; sources: { node?: Element }[] };
      for (const { startTime, value, sources } of list.getEntries() as Shift[])
        shifts.push({ at: startTime, value, what: sources.map(({ node }) => String(node?.className)) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await startHunt(page, server.url);
  const from = await page.evaluate(() => performance.now());
  await page.click(ROLL);
  await page.waitForSelector(`${AGAIN}[aria-disabled=false]`);
  // What is drawn next is drawn once more with all that came of it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { at: number; value: number; what: string[] }[] }).shifts,
  );
  const over = shifts.filter(({ at }) => at >= from);
  expect(
    over.reduce((sum, { value }) => sum + value, 0),
    JSON.stringify(over),
  ).toBeLessThanOrEqual(SHIFT_MOST);
  expectQuiet(page);
  await page.context().close();
});
