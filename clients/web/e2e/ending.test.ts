// How a match ends before the eyes of who plays it: the result comes into view, the board stays where it was, and who has won
// is read out.
import { fromBinary } from '@bufbuild/protobuf';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ServerMessageSchema } from '../src/gen/wyrmhall/v1/server_pb';
import { MOVING, PHONE, expectQuiet, tab, visitor, type Visitor } from './browser';
import { danceToEnd } from './dance';
import { CHECKED, END, matchOf, playToEnd } from './duel';
import { huntToEnd } from './hunt';
import { lieTo } from './liar';
import { openSite } from './site';

const { server, browser } = await openSite();

// What makes the page write down when the result came, and what it pushed aside.
function note(): void {
  const seen = { came: 0, board: 0, shifts: [] as { at: number; value: number }[] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { startTime, value } of list.getEntries() as (PerformanceEntry & { value: number })[]) {
      seen.shifts.push({ at: startTime, value });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new MutationObserver(() => {
    if (!seen.came && document.querySelector('[data-test=end]')) seen.came = performance.now();
  }).observe(document, { subtree: true, childList: true });
  // The player has scrolled on to what is to be pressed.
  const SCROLLED = 300;
  const scroll = setInterval(() => {
    if (seen.came) return clearInterval(scroll);
    scrollTo(0, SCROLLED);
    seen.board = (document.querySelector('.board')?.getBoundingClientRect().top ?? 0) + scrollY;
  }, 20);
}

async function expectInView(page: Page): Promise<void> {
  // Its first line, and what can be done next; the bar over it hides nothing.
  const inView = () =>
    page.locator(`${END} h2, ${END} button`).evaluateAll((all) =>
      all.every((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return (
          top >= document.querySelector('[data-test=turn]')!.getBoundingClientRect().bottom && bottom <= innerHeight
        );
      }),
    );
  await expect.poll(inView, { timeout: 5000 }).toBe(true);
}

interface Seen {
  came: number;
  board: number;
  shifts: { at: number; value: number }[];
}
const seenOf = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
// Where the board begins on the page, whatever has been scrolled.
const boardOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('.board')!.getBoundingClientRect().top + scrollY);

// Pixels of the window that moved, times how far: what is barely noticed.
const SHIFT_MOST = 0.05;
const shifted = ({ came, shifts }: Seen): number =>
  shifts.filter(({ at }) => at >= came - 50).reduce((sum, { value }) => sum + value, 0);

async function set(page: Page, game: string, ...labels: string[]): Promise<void> {
  await page.addInitScript(note);
  await page.goto(`${server.url}/play/${game}`);
  for (const label of labels) await page.click(label);
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
}

// A hunt's own board takes its dice and dragons away when it ends.
const OF_ITSELF = ['hunt'];
const WAYS: [string, Visitor, string, string[], (page: Page) => Promise<void>][] = [
  [
    'a solitaire on a phone',
    PHONE,
    'duel',
    ['label:has-text("Solitaire")', 'fieldset:has-text("Enemies") label:has-text("7")'],
    (page) => playToEnd([page]),
  ],
  ['a hunt on a phone', PHONE, 'hunt', [], (page) => huntToEnd([page])],
  ['a duel at a desk', {}, 'duel', [], (page) => playToEnd([page])],
  ['a dance at a desk', {}, 'dance', [], (page) => danceToEnd([page])],
];
test.each(WAYS)('the end of %s comes into view', async (_, at, game, labels, toEnd) => {
  const page = await visitor(browser, { ...MOVING, ...at });
  await set(page, game, ...labels);
  await toEnd(page);
  await expectInView(page);
  // As a picture: who stands, and who has fallen.
  expect(await page.locator('[data-test=ending] .standing :is(img, svg)').count()).toBeGreaterThan(0);
  expect(await page.locator('[data-test=ending] .fallen .shard').count()).toBeGreaterThan(0);
  const seen = await seenOf(page);
  if (!OF_ITSELF.includes(game)) expect(await boardOf(page)).toBeCloseTo(seen.board, 0);
  // On a phone the story stands below the board, and makes room.
  if (at !== PHONE) expect(shifted(seen)).toBeLessThanOrEqual(SHIFT_MOST);
  // A player whose focus was on what went with the last decision has it on the result now.
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  expect(await page.textContent('[aria-live=assertive]')).toMatch(
    /^The match is over\. .*(You have won|wins?|is lost|slain)/,
  );
  // Somebody who comes later finds it over the board, and is not taken anywhere.
  const match = matchOf(page);
  const later = await tab(page);
  await later.goto(`${server.url}/m/${match}`);
  await later.waitForSelector(END);
  await expectInView(later);
  expect(await later.evaluate(() => scrollY)).toBe(0);
  expectQuiet(page, later);
  await page.context().close();
});

// What makes the page write down, at each frame, where the parts of the result are on the page.
function noteParts(): void {
  const tops = new Map<Element, number>();
  const moved: string[] = [];
  Object.assign(window, { moved });
  const look = (): void => {
    const end = document.querySelector('[data-test=end]');
    for (const part of end?.children ?? []) {
      const top = Math.round(part.getBoundingClientRect().top - end!.getBoundingClientRect().top);
      const before = tops.get(part);
      if (before !== undefined && before !== top) moved.push(`${part.className} ${before} to ${top}`);
      tops.set(part, top);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
// The answers that the result asks for come later than it does, as over a slow connection.
const LATE = ['luck', 'receipt', 'record'];
const LATE_MS = 400;
async function answerLate(page: Page): Promise<void> {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => server.send(frame));
    server.onMessage((frame) => {
      const { message } = fromBinary(ServerMessageSchema, Buffer.from(frame as Buffer));
      setTimeout(() => socket.send(frame), LATE.includes(message.case ?? '') ? LATE_MS : 0);
    });
  });
}
const FRENCH = { ...PHONE, locale: 'fr-FR' };
const LATER: [string, Visitor, string, (page: Page) => Promise<void>][] = [
  ['a duel at a desk', {}, 'duel', (page) => playToEnd([page])],
  ['a duel on a phone in French', FRENCH, 'duel', (page) => playToEnd([page])],
  ['a hunt on a phone in French', FRENCH, 'hunt', (page) => huntToEnd([page])],
];
test.each(LATER)('what comes later moves nothing of the end of %s', async (_, at, game, toEnd) => {
  const page = await visitor(browser, { ...MOVING, ...at });
  await page.addInitScript(noteParts);
  await answerLate(page);
  await set(page, game);
  await toEnd(page);
  await page.waitForSelector(CHECKED);
  await page.waitForSelector(`${END} .luck p`);
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});

test('a hunt that is won shows the dragon in pieces, who is alive, and what each has got', async () => {
  const page = await visitor(browser, MOVING);
  await lieTo(page, {
    fromPage: ({ command }) => {
      const game = command.case === 'openTable' ? command.value.options?.game : undefined;
      // Whatever hits it slays it.
      if (game?.case === 'hunt') game.value.dragonHp = [1];
      return true;
    },
  });
  await set(page, 'hunt');
  await huntToEnd([page]);
  expect(await page.textContent(END)).toContain('The dragon is slain: all win.');
  expect(await page.locator('[data-test=ending] .fallen img').count()).toBeGreaterThan(0);
  expect(await page.locator('[data-test=ending] .standing svg').count()).toBe(2);
  const gains = page.locator(`${END} .ending li`);
  expect(await gains.count()).toBe(2);
  // What is read out is all of it at once; what is seen comes to the same.
  const seen = () => gains.first().locator('[aria-hidden]').textContent();
  const all = await gains.first().locator('.visually-hidden').textContent();
  expect(all).toMatch(/^[1-9]\d* XP, \d+ gold$/);
  await expect.poll(seen).toBe(all);
  expectQuiet(page);
  await page.context().close();
});
