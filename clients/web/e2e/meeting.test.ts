// People find each other: somebody in a browser and somebody in a terminal who both want the usual game, with anybody.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { expectQuiet, visitor } from './browser';
import { GAMES } from './games';
import { terminalClient } from './server';
import { openSite } from './site';

const { server, browser } = await openSite();
const folder = mkdtempSync(join(tmpdir(), 'wyrmhall-terminal-'));
const ended: (() => void)[] = [];
afterAll(() => {
  for (const end of ended) end();
  rmSync(folder, { recursive: true, force: true });
});

// Somebody in a terminal, who plays by themselves.
function terminal(name: string, ...args: string[]): void {
  const identity = ['--server', server.url.replace('http', 'ws'), '--data', join(folder, name), '--name', name];
  const process = spawn(terminalClient, [...identity, 'play', ...args, '--auto', 'first'], { stdio: 'ignore' });
  ended.push(() => process.kill());
}

async function setUp(game: string, change: (page: Page) => Promise<unknown> = async () => undefined): Promise<Page> {
  const page = await visitor(browser);
  await page.goto(`${server.url}/play/${game}`);
  await page.locator('[data-test=start][aria-disabled=false]').waitFor();
  await change(page);
  await page.getByLabel('Anyone', { exact: true }).check();
  return page;
}

test('who looks for anybody is told who waits', { timeout: 60_000 }, async () => {
  terminal('Patient', 'dance');
  const page = await visitor(browser);
  await page.goto(`${server.url}/play/dance`);
  await page.getByLabel('Anyone', { exact: true }).check();
  // Somebody new is nobody yet.
  expect(await page.locator('[data-test=who-waits]').count()).toBe(0);
  await page.locator('[data-test=start][aria-disabled=false]').click();
  await page.waitForURL('**/m/**', { timeout: 20_000 });
  await page.goto(`${server.url}/play/dance`);
  await page.getByLabel('Anyone', { exact: true }).check();
  await page.waitForSelector('[data-test=who-waits]');
  expect(await page.textContent('[data-test=who-waits]')).toMatch(
    /Nobody waits just now\.\s+Others waited about \d+:\d\d lately/,
  );
  expectQuiet(page);
  await page.context().close();
});

async function meets(page: Page): Promise<void> {
  await page.waitForURL('**/m/**', { timeout: 20_000 });
  expectQuiet(page);
  await page.context().close();
}

// The usual hunt is one of a player alone: two who share the usual band.
const BAND: Record<string, { args: string[]; change: (page: Page) => Promise<unknown> }> = {
  hunt: {
    args: ['--option', 'heroes=0:warrior,1:cleric'],
    change: (page) => page.locator('.hero:has-text("Cleric") select').selectOption('2'),
  },
};

test.each(GAMES)('%s: a player who waits in a browser is met from a terminal, and vice versa', async (game) => {
  const { args = [], change } = BAND[game] ?? {};
  const first = await setUp(game, change);
  await first.click('[data-test=start]');
  await first.waitForURL('**/t/**');
  terminal(`First ${game}`, game, ...args);
  await meets(first);

  terminal(`Second ${game}`, game, ...args);
  const second = await setUp(game, change);
  await second.click('[data-test=start]');
  await meets(second);
});

test('a player who wants to be the dragon dances with somebody who does not mind', async () => {
  const page = await setUp('dance', (at) => at.getByLabel('Dragon', { exact: true }).check());
  await page.click('[data-test=start]');
  await page.waitForURL('**/t/**');
  await page.locator('.seat', { hasText: 'Dragon' }).locator('.display').waitFor();
  terminal('Too proud', 'dance', '--bring', 'role=dragon');
  terminal('Gwen', 'dance');
  await page.waitForURL('**/m/**', { timeout: 20_000 });
  await expect.poll(() => page.locator('body').innerText()).toContain('Gwen');
  expectQuiet(page);
  await page.context().close();
});

test('a player who does not mind meets somebody who wants something else', async () => {
  terminal('Abel', 'duel', '--option', 'abilities=on', '--turn-seconds', '60');
  const page = await setUp('duel', (at) => at.getByLabel('Anyone', { exact: true }).check());
  await page.check('[data-test=any]');
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**', { timeout: 20_000 });
  await expect.poll(() => page.locator('body').innerText()).toContain('Abel');
  expectQuiet(page);
  await page.context().close();
});
