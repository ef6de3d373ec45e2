// A hero falls early in a hunt with others: its player skips to the village, and brings it back or leaves without it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor, type Visitor } from './browser';
import { END } from './duel';
import { sideways, tooSmall } from './fits';
import { READY, huntUntil } from './hunt';
import { lieTo } from './liar';
import type { Speed } from '../src/state/settings.svelte';
import { openSite } from './site';

const { server, browser } = await openSite();

const SKIP = '[data-test=skip]';
const WATCH = '[data-test=watch]';
const FALLEN = '[data-fallen]';
const RAISE = '[data-test=raise]';
const NO_GOLD = '[data-test=raise-none]';
// What a skip may take: three seconds of pictures, and the bots.
const SKIPPED = { timeout: 15_000 };

interface Band {
  gold: (seat: number) => number;
  dragonHp: number;
}
// A hero who does not die in five rounds.
const STURDY = { hpMax: 99, baseAc: 3 };
// A campaign of the own Warrior with two bots. The Warrior has one hit point: what else the match is set up with, the page
// has no field for, though its protocol does.
async function openCampaign(band: Band, options: Visitor = {}, speed: Speed = 'brisk'): Promise<Page> {
  const page = await visitor(browser, { ...options, settings: { speed, confirm: 'never' } });
  await lieTo(page, {
    fromPage: ({ command }) => {
      if (command.case !== 'openTable') return true;
      const game = command.value.options?.game;
      if (game?.case !== 'hunt') return true;
      // A seat that brings nobody has the heroes of the options, as they are.
      delete command.value.part;
      for (const hero of game.value.heroes) {
        hero.gold = band.gold(hero.seat);
        Object.assign(hero, hero.seat === 0 ? { hpMax: 1 } : STURDY);
      }
      game.value.dragonHp = [band.dragonHp];
      game.value.roundLimit = 5;
      return true;
    },
  });
  await page.goto(`${server.url}/play/hunt`);
  await page.waitForSelector('[data-test=start]');
  await page.check('[data-class="5"]');
  await page.locator('.hero:has([data-class="3"]) select').selectOption('2');
  await page.locator('.hero:has([data-class="5"]) select').selectOption('3');
  await page.click('label:has-text("Campa")');
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
  return page;
}

// The bots win, or the dragon flies off (E4).
const WON = { gold: () => 2, dragonHp: 26 };
const ESCAPED = (gold: (seat: number) => number): Band => ({ gold, dragonHp: 600 });

test('who has only a dead hero skips to the village, and brings it back there', { timeout: 90_000 }, async () => {
  const page = await openCampaign(WON);
  await huntUntil([page], SKIP);
  expect(await page.textContent('[data-test=turn]')).toContain('Warrior is dead. The others hunt on.');
  expect(await page.textContent(SKIP)).toBe('Skip to the village');
  await page.click(SKIP);
  await page.waitForSelector(READY, SKIPPED);
  expect(await page.locator(`${SKIP}, ${WATCH}`).count()).toBe(0);
  expect(await page.locator('.band > *').first().getAttribute('data-fallen')).toBe('0');
  expect(await page.textContent(RAISE)).toBe('Bring Warrior back: 2 gold');
  expect(await page.textContent(FALLEN)).toMatch(/Warrior’s purse pays, with \d+ gold in it\. Bots pay only/);
  expect(await page.textContent(READY)).toBe('Leave without Warrior');
  expect(await page.locator(`${READY}.main`).count()).toBe(0);
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await page.click(RAISE);
  await page.waitForSelector(`${READY}.main:has-text("Ready to leave the village")`);
  expect(await page.locator(FALLEN).count()).toBe(0);
  expectQuiet(page);
  await page.context().close();
});

test('by keys: who skips can watch again, at the usual speed', { timeout: 90_000 }, async () => {
  const page = await openCampaign(ESCAPED(() => 2));
  await huntUntil([page], SKIP);
  await page.focus(SKIP);
  await page.keyboard.press('Space');
  await page.waitForSelector(`${WATCH}, ${READY}`, SKIPPED);
  if (await page.locator(WATCH).isVisible()) {
    await page.locator(WATCH).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${SKIP}, ${READY}`);
  }
  expectQuiet(page);
  await page.context().close();
});

test('without gold it is said what would help, on a phone and in French too', { timeout: 90_000 }, async () => {
  const page = await openCampaign(
    ESCAPED(() => 0),
    { ...PHONE, locale: 'fr-FR' },
  );
  await huntUntil([page], SKIP);
  expect(await page.textContent('[data-test=turn]')).toContain('Les autres poursuivent la chasse.');
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  await page.tap(SKIP);
  await page.waitForSelector(NO_GOLD, SKIPPED);
  expect(await page.textContent(NO_GOLD)).toMatch(/mort\. .* 2 or .* nouveau venu/);
  expect(await page.textContent(READY)).toBe('Partir sans Guerrier');
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  expect(await tooSmall(page)).toEqual([]);
  // The next hunt begins without the hero.
  await page.tap(READY);
  await page.waitForSelector(`${SKIP}, ${END}, ${READY}`);
  expectQuiet(page);
  await page.context().close();
});

test('a bot pays for a hero whose player cannot', { timeout: 90_000 }, async () => {
  const page = await openCampaign(
    ESCAPED((seat) => (seat === 0 ? 0 : 2)),
    {},
    'instant',
  );
  await huntUntil([page], `${READY}.main`);
  expect(await page.locator(FALLEN).count()).toBe(0);
  expect(await page.textContent('.story')).toContain('Warrior (You) is brought back to life; ');
  expectQuiet(page);
  await page.context().close();
});
