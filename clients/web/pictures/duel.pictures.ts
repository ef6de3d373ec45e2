// The duel in each of its ways, and what can happen to a match of it.
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { PHONE, visitor, type Visitor } from '../e2e/browser';
import { END, decide, matchOf, openFriendTable, playToEnd, startAgainstBot } from '../e2e/duel';
import { openSite } from '../e2e/site';
import { only, picture } from './camera';

const { server, browser } = await openSite();
const open: Page[] = [];
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});

async function come(options: Visitor = {}): Promise<Page> {
  const page = await visitor(browser, options);
  open.push(page);
  return page;
}
const state = (name: string, reach: () => Promise<void>) => test.runIf(only.test(name))(name, reach);
const myTurn = (page: Page) => page.waitForSelector(`.act[aria-disabled=false], ${END}`);

// Makes this number of decisions; says whether the match still goes on.
async function go(page: Page, decisions: number): Promise<boolean> {
  for (let i = 0; i < decisions; i++) {
    await myTurn(page);
    if (await page.locator(END).isVisible()) return false;
    await decide(page);
    await page.waitForTimeout(60);
  }
  await myTurn(page);
  return !(await page.locator(END).isVisible());
}

// Some matches are over before there is anything to see.
async function reach(page: Page, decisions: number, start: () => Promise<void>): Promise<void> {
  do await start();
  while (!(await go(page, decisions)));
}
async function againstBot(page: Page): Promise<void> {
  await startAgainstBot(page, server.url);
  await decide(page);
}

async function setUp(page: Page, settings: string[], more = false): Promise<void> {
  await page.goto(`${server.url}/play/duel`);
  if (more) await page.click('summary');
  for (const text of settings) {
    const [legend, label] = text.includes(': ') ? text.split(': ') : ['', text];
    if (legend) await page.click(`fieldset:has-text("${legend}") label:has-text("${label}")`);
    else await page.click(`label:has-text("${label}")`);
  }
  await page.click('[data-test=start]');
  await page.waitForSelector('.pick');
}

// Chooses all the dragons that are asked for.
async function choose(page: Page): Promise<void> {
  while (await page.waitForSelector(`.pick, .act, ${END}`).then(() => page.locator('.pick').isVisible())) {
    await page
      .locator('.pick [data-choice]')
      .first()
      .click()
      .catch(() => undefined);
    await page.waitForTimeout(80);
  }
}

state('duel-pick', async () => {
  const page = await come();
  await startAgainstBot(page, server.url);
  await picture(page, 'duel-pick');
});

state('duel-turn', async () => {
  const page = await come();
  await reach(page, 3, () => againstBot(page));
  await picture(page, 'duel-turn');
  await page.focus('.act[data-choice]');
  await page.waitForSelector('.odds');
  await picture(page, 'duel-armed');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await picture(page, 'duel-keys');
  await page.keyboard.press('Escape');
  await page.click('aside summary');
  await picture(page, 'duel-choices');
});

state('duel-french', async () => {
  const page = await come({ locale: 'fr-FR' });
  await reach(page, 3, () => againstBot(page));
  await page.focus('.act[data-choice]');
  await picture(page, 'duel-french');
});

state('duel-touch', async () => {
  const page = await come(PHONE);
  await reach(page, 1, () => againstBot(page));
  await page.locator('.act[data-choice]').first().tap();
  await page.waitForSelector('.odds');
  await picture(page, 'duel-touch');
});

state('duel-series', async () => {
  const page = await come();
  await reach(page, 2, async () => {
    await setUp(page, ['Games in the match: 3', 'own ability'], true);
    await picture(page, 'duel-series-pick');
    await choose(page);
  });
  await picture(page, 'duel-series');
});

// Moments of a fight at the usual speed, counted from the press.
state('duel-motion', async () => {
  const page = await come({ settings: { speed: 'brisk' } });
  await startAgainstBot(page, server.url);
  await page.locator('.pick [data-choice]').first().click();
  await page.waitForTimeout(700);
  await picture(page, 'duel-motion-0');
  await myTurn(page);
  await page.locator('.act[data-choice]').first().click();
  for (const moment of [1, 2, 3, 4, 5]) {
    await page.waitForTimeout(380);
    await page.screenshot({ path: `../../build/pictures/duel-motion-${moment}.png` });
  }
});

for (const players of [3, 5, 8]) {
  state(`ring-${players}`, async () => {
    const page = await come();
    await reach(page, players === 8 ? 8 : 2, async () => {
      await setUp(page, ['Ring', `Players: ${players}`]);
      await choose(page);
    });
    await picture(page, `ring-${players}`);
    await page.locator('.act[aria-disabled=false]').first().click();
    await picture(page, `ring-${players}-armed`);
  });
}

for (const lanes of [2, 4]) {
  state(`lanes-${lanes}`, async () => {
    const page = await come();
    await reach(page, 1, async () => {
      await setUp(page, ['Battle', `Dragons per team: ${lanes}`]);
      await choose(page);
    });
    await picture(page, `lanes-${lanes}`);
    await page.locator('.act[aria-disabled=false]').first().click();
    await picture(page, `lanes-${lanes}-armed`);
  });
}

for (const enemies of [1, 3, 7]) {
  state(`solitaire-${enemies}`, async () => {
    const page = await come();
    await reach(page, enemies > 3 ? 0 : 1, async () => {
      await setUp(page, ['Solitaire', `Enemies: ${enemies}`]);
      await choose(page);
    });
    await picture(page, `solitaire-${enemies}`);
  });
}

state('end-defeat', async () => {
  const page = await come();
  await setUp(page, ['Solitaire', 'Enemies: 7']);
  await choose(page);
  await playToEnd([page]);
  await picture(page, 'end-defeat');
});

state('end-victory', async () => {
  const page = await come();
  for (let tries = 0; tries < 20; tries++) {
    await startAgainstBot(page, server.url);
    await playToEnd([page]);
    if ((await page.textContent(`${END} h2`)) === 'Victory!') break;
  }
  expect(await page.textContent(`${END} h2`)).toBe('Victory!');
  await picture(page, 'end-victory');
  const match = matchOf(page);
  for (const [name, path] of Object.entries({ replay: '?v=6', 'dice-check': '/dice', luck: '/luck' })) {
    await page.goto(`${server.url}/m/${match}${path}`);
    await page.waitForSelector('h1, [data-test=step]');
    await page.waitForTimeout(600);
    await picture(page, `end-${name}`);
  }
});

state('end-resigned', async () => {
  const [host, guest] = [await come(), await come()];
  await openFriendTable(host, guest, server.url);
  await decide(host);
  await decide(guest);
  await host.waitForTimeout(300);
  await guest.click('text=Resign');
  await picture(guest, 'end-resigning');
  await guest.click('text=Yes, resign');
  await host.waitForSelector(END);
  await picture(host, 'end-resigned-other');
  await guest.waitForSelector(END);
  await picture(guest, 'end-resigned');
});

state('watching', async () => {
  const [page, watcher] = [await come(), await come()];
  await reach(page, 2, () => againstBot(page));
  await watcher.goto(page.url());
  await watcher.waitForSelector('text=You are watching');
  await picture(watcher, 'watching');
});

state('tour', async () => {
  const page = await come({ newcomer: true });
  await startAgainstBot(page, server.url);
  for (let step = 0; step < 7; step++) {
    await page.waitForTimeout(400);
    if (await page.locator('[data-test=tour]').isVisible()) await picture(page, `tour-${step}`);
    if (step % 2 === 1) await page.click('[data-test=tour] button').catch(() => undefined);
    else await decide(page);
  }
  await playToEnd([page]);
  await picture(page, 'tour-end');
});

state('plain', async () => {
  const page = await come();
  await reach(page, 2, () => againstBot(page));
  await page.click('text=Plain view');
  await page.waitForSelector('.raw');
  await picture(page, 'plain');
});

state('bad-lost', async () => {
  const page = await come();
  await reach(page, 1, () => againstBot(page));
  await server.kill();
  await page.waitForSelector('[data-test=lost]');
  await picture(page, 'bad-lost');
  await server.start();
  await page.waitForSelector('[data-test=back]', { timeout: 30_000 });
  await page.screenshot({ path: '../../build/pictures/bad-back.png' });
});
