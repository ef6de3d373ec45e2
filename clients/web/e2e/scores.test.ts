// High scores: empty at first, then a player who has played alone stands there, as in the terminal's list.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { axeFaults, axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor } from './browser';
import { sideways } from './fits';
import { terminalClient } from './server';
import { openSite } from './site';

const { server, browser } = await openSite();
const folder = mkdtempSync(join(tmpdir(), 'wyrmhall-scores-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function terminal(...args: string[]): string {
  const identity = ['--server', server.url.replace('http', 'ws'), '--data', folder, '--name', 'Robin'];
  return execFileSync(terminalClient, [...identity, ...args], { encoding: 'utf8', timeout: 60_000 });
}

test('nobody has any, then a player who has won alone stands there', { timeout: 120_000 }, async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/me`);
  await page.click('main a[href="/scores"]');
  await page.waitForSelector('[data-score=duel-enemies] >> text=Nobody has any points here yet.');
  expect(await page.locator('[data-score]').count()).toBe(3);
  expect(await axeFaults(page)).toEqual([]);

  terminal('play', 'duel', '--option', 'mode=solitaire', '--auto', 'random', '--matches', '40');
  const told = terminal('scores', 'duel');
  expect(told).toContain('Solitaire: the most enemies at once');
  expect(told).toMatch(/1\.\s+1\s+Robin/);
  await page.reload();
  const line = page.locator('[data-score=duel-enemies] [data-test=scores] tbody tr');
  await line.waitFor();
  expect(await line.innerText()).toMatch(/1\s+Robin\s+1/);
  expect(await axeFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  expectQuiet(page);
  await page.context().close();
});

test('in French, on a phone, in either theme', async () => {
  const page = await visitor(browser, { ...PHONE, locale: 'fr-FR' });
  await page.goto(`${server.url}/scores`);
  await page.waitForSelector('[data-score=arena-high]');
  const text = await page.innerText('main');
  expect(/\b(the|you|most|points? here|best)\b/i.exec(text)?.[0]).toBeUndefined();
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  expect(await sideways(page)).toBeLessThanOrEqual(0);
  expectQuiet(page);
  await page.context().close();
});
