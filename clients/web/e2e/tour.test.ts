// The first match, explained: each card beside its thing, none over what can be pressed, none lost.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor } from './browser';
import { END, startAgainstBot, WAYS as DUEL } from './duel';
import { GAMES } from './games';
import { startHunt, WAYS as HUNT } from './hunt';
import { openSite } from './site';

const { server, browser } = await openSite();
const CARD = '[data-test=tour]';
const NEXT = `${CARD} button:has-text("Next")`;

// Which cards stood on the page, in their order, and by how much the page jumped without anybody having pressed anything.
interface Watched {
  cards: string[];
  shift: number;
}
const watched = (page: Page) =>
  page.addInitScript(() => {
    const seen: Watched = { cards: [], shift: 0 };
    (window as unknown as { seen: Watched }).seen = seen;
    new MutationObserver(() => {
      const card = document.querySelector<HTMLElement>('[data-test=tour]');
      if (!card || getComputedStyle(card).visibility === 'hidden') return;
      const id = card.dataset['card'] ?? '';
      if (seen.cards.at(-1) !== id) seen.cards.push(id);
    }).observe(document, { childList: true, subtree: true, attributes: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
        if (document.querySelector('[data-test=tour]') && !hadRecentInput) seen.shift += value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
const seenOn = (page: Page): Promise<Watched> => page.evaluate(() => (window as unknown as { seen: Watched }).seen);

// Presses what comes first, as soon as a person could.
async function pressOn(page: Page, ways: readonly string[], wanted: readonly string[]): Promise<void> {
  const PACE_MS = 60;
  const PRESSES_MOST = 1500;
  for (let i = 0; i < PRESSES_MOST; i++) {
    if (await page.locator(END).isVisible()) return;
    const { cards } = await seenOn(page);
    if (wanted.every((id) => cards.includes(id))) return;
    await page.evaluate((all) => {
      for (const way of all) {
        const one = [...document.querySelectorAll<HTMLElement>(way)].find(
          (other) => other.ariaDisabled !== 'true' && other.checkVisibility(),
        );
        if (one) return one.click();
      }
    }, ways);
    await page.waitForTimeout(PACE_MS);
  }
}

// What can be pressed and lies under the card, or the thing itself, or something drawn in dashes around it.
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const card = document.querySelector<HTMLElement>('[data-test=tour]');
    if (!card) return ['no card'];
    if (getComputedStyle(card).visibility === 'hidden') return [];
    const { left, top, right, bottom } = card.getBoundingClientRect();
    const wrong: string[] = [];
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) wrong.push('out of the window');
    for (const one of document.querySelectorAll('button, a[href], summary, select, input, .tour-light')) {
      const box = one.getBoundingClientRect();
      if (card.contains(one) || box.width <= 1 || !one.checkVisibility({ visibilityProperty: true })) continue;
      const over = box.left < right && left < box.right && box.top < bottom && top < box.bottom;
      if (over) wrong.push(`over ${one.className} ${one.textContent?.trim().slice(0, 30)}`);
    }
    for (const one of document.querySelectorAll('[data-test=tour], .tour-light'))
      if (/dashed/.test(getComputedStyle(one).border + getComputedStyle(one).outline)) wrong.push('dashes');
    return wrong;
  });

const SIZES = {
  desk: { viewport: { width: 1440, height: 900 } },
  'large desk': { viewport: { width: 1920, height: 1080 } },
  phone: PHONE,
  'small phone': { ...PHONE, viewport: { width: 320, height: 640 } },
};

for (const [size, options] of Object.entries(SIZES))
  for (const game of GAMES)
    test(`${game}, ${size}: the first cards cover nothing that can be pressed`, async () => {
      const page = await visitor(browser, { newcomer: true, ...options });
      await watched(page);
      await page.goto(`${server.url}/play/${game}`);
      await page.click('[data-test=start][aria-disabled=false]');
      await page.waitForSelector(CARD);
      expect(await page.getAttribute(CARD, 'data-card')).toBe(`tour.${game}.goal`);
      // The one dashed mark that there was.
      expect(await page.locator('[data-pointed]').count()).toBe(0);
      for (let i = 0; i < 3 && (await page.locator(CARD).isVisible()); i++) {
        expect(await faults(page)).toEqual([]);
        if (size === 'desk') expect((await page.locator(CARD).boundingBox())?.width).toBeLessThanOrEqual(280);
        await page.locator(NEXT).click();
        await page.waitForTimeout(100);
      }
      expect((await seenOn(page)).shift).toBeLessThanOrEqual(0.05);
      expectQuiet(page);
      await page.context().close();
    });

const FIRST = {
  duel: {
    ways: DUEL,
    all: ['goal', 'energy', 'other', 'wait'].map((card) => `tour.duel.${card}`),
    start: startAgainstBot,
  },
  hunt: {
    ways: HUNT,
    all: ['goal', 'keep', 'counter', 'assist'].map((card) => `tour.hunt.${card}`),
    start: (page: Page, url: string) => startHunt(page, url),
  },
};

for (const [game, { ways, all, start }] of Object.entries(FIRST))
  test(`every card of a first match is seen by a player who presses on: ${game}`, { timeout: 120_000 }, async () => {
    const page = await visitor(browser, { newcomer: true });
    await watched(page);
    await start(page, server.url);
    await pressOn(page, ways, all);
    const cards = [...new Set((await seenOn(page)).cards)];
    expect(cards.length).toBeGreaterThan(2);
    expect(cards).toEqual(all.slice(0, cards.length));
    // Dice can end a match before there was a moment for the last of them.
    expect(await page.locator('[data-test=besides] li').count()).toBe(all.length - cards.length);
    expectQuiet(page);
    await page.context().close();
  });

test('what was never shown stands in the end panel', async () => {
  const page = await visitor(browser, { newcomer: true });
  await startAgainstBot(page, server.url);
  await page.waitForSelector(CARD);
  await page.click('aside button:has-text("Resign")');
  await page.click('aside button:has-text("Yes")');
  await page.waitForSelector(END);
  expect(await page.locator('[data-test=besides] li').count()).toBe(3);
  expect(await page.locator(CARD).count()).toBe(0);
  await page.context().close();
});

test('by keyboard: read out once, without the focus, and put away by Escape', async () => {
  const page = await visitor(browser, { newcomer: true });
  await page.addInitScript(() => {
    const said: string[] = ((window as unknown as { said: string[] }).said = []);
    new MutationObserver(() => {
      const text = document.querySelector('[aria-live=polite]:not(p)')?.textContent ?? '';
      if (text && said.at(-1) !== text) said.push(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto(`${server.url}/play/hunt`);
  await page.click('[data-test=start][aria-disabled=false]');
  await page.waitForSelector(CARD);
  const text = (await page.textContent(`${CARD} p`)) ?? '';
  await page.waitForTimeout(1500);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said.join(' '));
  expect(said.split(text)).toHaveLength(2);
  expect(await page.evaluate(() => document.activeElement?.closest('[data-test=tour]') ?? null)).toBeNull();
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.waitForSelector(CARD, { state: 'detached' });
  await page.context().close();
});

test('the tour can be seen again', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/me`);
  await page.click('button:has-text("Show the tour again")');
  expect(await page.evaluate(() => localStorage.getItem('wyrmhall.tour'))).toContain('"off":false');
  await page.context().close();
});
