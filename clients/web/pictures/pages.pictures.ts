// Every page beside the matches.
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { visitor } from '../e2e/browser';
import { openFriendTable, playToEnd, startAgainstBot } from '../e2e/duel';
import { GAMES } from '../e2e/games';
import { openPublicMatch } from '../e2e/meet';
import { openSite } from '../e2e/site';
import { only, picture } from './camera';

const { server, browser } = await openSite();

// Whatever can be decided first, if anything can.
const press = (page: Page): Promise<void> =>
  page
    .locator('.list button:not([aria-disabled=true]), [data-choice]:not([aria-disabled=true])')
    .first()
    .click({ timeout: 250 })
    .catch(() => undefined);

const PAGES: Record<string, string> = {
  hall: '/',
  'play-duel': '/play/duel',
  'play-arena': '/play/arena',
  'lobby-empty': '/lobby',
  'watch-empty': '/watch',
  settings: '/me',
  'matches-empty': '/me/matches',
  'richest-empty': '/richest',
  'rules-duel': '/rules/duel',
  'rules-arena': '/rules/arena',
  dice: '/dice',
  lost: '/nothing',
  'match-unknown': '/m/01a1fd83-2eda-7235-95fc-4a4ead856116',
};

for (const [name, path] of Object.entries(PAGES)) {
  test.runIf(only.test(name))(name, async () => {
    const page = await visitor(browser);
    await page.goto(server.url + path);
    await page.waitForSelector('h1');
    if (path.startsWith('/play')) await page.click('summary');
    await picture(page, name);
    await page.context().close();
  });
}

test.runIf(only.test('french'))('french', async () => {
  const page = await visitor(browser, { locale: 'fr-FR' });
  for (const name of ['hall', 'play-duel', 'play-arena', 'settings', 'dice']) {
    await page.goto(server.url + PAGES[name]);
    await page.waitForSelector('h1');
    await picture(page, `french-${name}`);
  }
  await page.context().close();
});

test.runIf(only.test('table'))('a table that waits, a lobby with it, and a match to watch', async () => {
  const [host, guest, other] = [await visitor(browser), await visitor(browser), await visitor(browser)];
  await host.goto(`${server.url}/play/arena`);
  await host.click('label:has-text("Anyone")');
  await host.click('[data-test=start]');
  await host.waitForSelector('input[readonly]');
  await picture(host, 'table-waiting');
  await other.goto(`${server.url}/lobby`);
  await other.waitForSelector('.tiles li');
  await picture(other, 'table-lobby');
  await guest.goto(`${server.url}/lobby`);
  await guest.click('.tiles a');
  await host.waitForURL('**/m/**');
  await host.goto(server.url);
  await host.waitForSelector('#running-title');
  await picture(host, 'table-hall-running');
  await other.goto(`${server.url}/watch`);
  await other.waitForSelector('.tiles li');
  await picture(other, 'table-watch');
  await other.goto(guest.url().replace('/m/', '/t/'));
  await other.waitForSelector('h1');
  for (const page of [host, guest, other]) await page.context().close();
});

test.runIf(only.test('positions'))('matches of all games to watch, as they stand', async () => {
  const players: Page[] = [];
  // As it is proposed, a hunt is nobody else's.
  for (const game of GAMES.filter((one) => one !== 'hunt')) {
    const [host, guest] = [await visitor(browser), await visitor(browser)];
    await openPublicMatch(host, guest, server.url, game);
    for (let step = 0; step < 6; step++) for (const page of [host, guest]) await press(page);
    players.push(host, guest);
  }
  const watcher = await visitor(browser);
  await watcher.goto(`${server.url}/watch`);
  await watcher.waitForSelector('[data-test=still]');
  await picture(watcher, 'positions');
  await players[0].goto(server.url);
  await players[0].waitForSelector('[data-test=still]');
  await picture(players[0], 'positions-hall');
  await players[0].goto(`${server.url}/me/matches`);
  await players[0].waitForSelector('[data-test=still]');
  await picture(players[0], 'positions-matches');
  for (const page of [...players, watcher]) await page.context().close();
});

test.runIf(only.test('matches'))('my matches', async () => {
  const [host, guest] = [await visitor(browser), await visitor(browser)];
  await openFriendTable(host, guest, server.url);
  await playToEnd([host, guest]);
  await startAgainstBot(host, server.url);
  await playToEnd([host]);
  await startAgainstBot(host, server.url);
  await host.goto(`${server.url}/me/matches`);
  await host.waitForSelector('.list li');
  await picture(host, 'matches');
  await host.context().close();
  await guest.context().close();
});

test.runIf(only.test('setup-hunt'))('the set-up of a hunt, alone and with companions', async () => {
  for (const locale of ['en-GB', 'fr-FR']) {
    const page = await visitor(browser, { locale });
    await page.goto(`${server.url}/play/hunt`);
    await page.check('[data-chapter="3"]');
    await picture(page, `setup-hunt-${locale.slice(0, 2)}`);
    for (const kind of ['2', '4', '5']) await page.check(`[data-class="${kind}"]`);
    for (const kind of ['2', '4'])
      await page.selectOption(`.hero:has([data-class="${kind}"]) .player select`, kind === '2' ? '2' : '3');
    await picture(page, `setup-hunt-${locale.slice(0, 2)}-band`);
    await page.context().close();
  }
});
