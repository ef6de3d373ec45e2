// Friends: a player is challenged by name in a page and at a terminal, declines or plays, and is found again.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor, type Visitor } from './browser';
import { play } from './driver';
import { END, startAgainstBot } from './duel';
import { sideways, tooSmall } from './fits';
import { terminalClient } from './server';
import { openSite } from './site';

const { server, browser } = await openSite();
const folder = mkdtempSync(join(tmpdir(), 'wyrmhall-friends-'));
const ended: (() => void)[] = [];
afterAll(() => {
  for (const end of ended) end();
  rmSync(folder, { recursive: true, force: true });
});

const CHALLENGE = '[data-test=challenge]';
const nameOf = async (page: Page): Promise<string> => (await page.locator('header .name').innerText()).trim();

// Somebody whom the server knows, in the hall.
async function guest(options: Visitor = {}): Promise<Page> {
  const page = await visitor(browser, options);
  await startAgainstBot(page, server.url);
  await page.goto(server.url);
  await page.waitForSelector('header .name');
  return page;
}

async function challenge(page: Page, names: string, game = 'duel'): Promise<void> {
  await page.goto(`${server.url}/play/${game}`);
  await page.getByLabel('A player by name').check();
  await page.fill('[data-test=challenged]', names);
  await page.click('[data-test=start][aria-disabled=false]');
}

test('a player is challenged by name, declines, is challenged again and plays', { timeout: 120_000 }, async () => {
  const host = await guest();
  const friend = await guest(PHONE);
  const name = await nameOf(friend);
  await challenge(host, name);
  await host.waitForURL('**/t/**');
  expect(await host.locator('[data-test=share]').innerText()).toContain(`Waiting for ${name}.`);
  await friend.waitForSelector(CHALLENGE);
  expect(await friend.locator(CHALLENGE).innerText()).toContain(
    `${await nameOf(host)} wants to play Dragon Duel with you.`,
  );
  expect(await axeFaultsInBothThemes(friend)).toEqual([]);
  expect(await sideways(friend)).toBe(0);
  await friend.click('[data-test=challenge-no]');
  await friend.waitForSelector(CHALLENGE, { state: 'detached' });
  await host.waitForSelector('[data-test=declined]');
  expect(await host.locator('[data-test=declined]').innerText()).toContain(`${name} does not want to play now.`);
  await host.getByRole('button', { name: 'Leave the table' }).click();

  // Somebody who comes back later is told, too.
  const address = friend.url();
  await friend.goto('about:blank');
  await challenge(host, name);
  await friend.goto(address);
  await friend.waitForSelector(CHALLENGE);
  await friend.click('[data-test=challenge-yes]');
  await Promise.all([host, friend].map((page) => page.waitForURL('**/m/**')));
  await host.getByRole('button', { name: 'Resign', exact: true }).click();
  await host.getByRole('button', { name: 'Yes, resign', exact: true }).click();
  await Promise.all([host, friend].map((page) => page.waitForSelector(END)));

  // They stay together: another match with the same people is one press away, and each can note the other.
  await host.locator('[data-test=follow]').click();
  await host.waitForSelector('text=You follow');
  await host.click('[data-test=together]');
  await host.waitForURL('**/play/duel?with=**');
  expect(await host.inputValue('[data-test=challenged]')).toBe(name);
  expectQuiet(host);
});

test('friends: noted by name, seen to be here, and asked to play from their list', { timeout: 60_000 }, async () => {
  const page = await guest(PHONE);
  await page.goto(`${server.url}/friends`);
  await page.waitForSelector('text=You follow nobody yet.');
  const field = page.getByLabel('A player’s name');
  await field.fill('Nobody of that name');
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await page.waitForSelector('text=There is no such player here.');
  const friend = await guest();
  const name = await nameOf(friend);
  await field.fill(name.toUpperCase());
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  const line = page.locator('[data-test=friends] .friend');
  await line.waitFor();
  expect(await line.innerText()).toContain(name);
  expect(await line.innerText()).toContain('Here now');
  expect(await field.inputValue()).toBe('');
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  expect(await sideways(page)).toBe(0);
  expect(await tooSmall(page)).toEqual([]);
  // By keys alone: which game, and the page that sets it up knows with whom.
  await page.locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Dragons Arena' }).press('Enter');
  await page.waitForURL('**/play/arena?with=**');
  expect(await page.inputValue('[data-test=challenged]')).toBe(name);
  expect(await page.getByLabel('A player by name').isChecked()).toBe(true);
  await page.goto(`${server.url}/friends`);
  await page.getByRole('button', { name: `Unfollow ${name}` }).click();
  await page.waitForSelector('text=You follow nobody yet.');
  expectQuiet(page);
});

test('somebody at a terminal challenges a page, and the two play', { timeout: 60_000 }, async () => {
  const page = await guest();
  const identity = ['--server', server.url.replace('http', 'ws'), '--data', join(folder, 'Hunter'), '--name', 'Hunter'];
  const hunter = spawn(
    terminalClient,
    [...identity, 'play', 'duel', '--with', await nameOf(page), '--auto', 'first', '--think', '600000'],
    { stdio: 'ignore' },
  );
  ended.push(() => hunter.kill());
  await page.waitForSelector(CHALLENGE);
  expect(await page.locator(CHALLENGE).innerText()).toContain('Hunter wants to play Dragon Duel with you.');
  await page.click('[data-test=challenge-yes]');
  await page.waitForURL('**/m/**');
  expectQuiet(page);
});

test('a party of three hunts, and goes on to the next match together', { timeout: 120_000 }, async () => {
  const host = await guest();
  const companions = [await guest(), await guest(PHONE)];
  const names = await Promise.all(companions.map(nameOf));
  await host.goto(`${server.url}/play/hunt`);
  await host.waitForSelector('[data-test=start][aria-disabled=false]');
  await host.locator('.hero:has-text("Cleric") select').selectOption('2');
  await host.locator('.hero:has-text("Rogue") input').check();
  await host.locator('.hero:has-text("Rogue") select').selectOption('3');
  await host.getByLabel('A player by name').check();
  await host.fill('[data-test=challenged]', names.join(', '));
  await host.click('[data-test=start]');
  for (const page of companions) {
    await page.click('[data-test=challenge-yes]');
    await page.waitForSelector('.seat');
  }
  await play([host, ...companions], { ways: ['[data-test=ready], [data-test=set-out]'], until: '.match' });
  for (const page of [...companions, host]) {
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, resign', exact: true }).click();
  }
  await host.waitForSelector(END);
  await host.click('[data-test=together]');
  await host.waitForURL('**/play/hunt?with=**');
  const again = await host.inputValue('[data-test=challenged]');
  expect(again.split(', ').toSorted()).toEqual(names.toSorted());
  expectQuiet(host);
});
