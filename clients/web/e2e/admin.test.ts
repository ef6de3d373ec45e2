// The page of administration, which the server brings itself (server/admin/web): no fault that axe can find in either
// theme, and nothing cut on a phone. What it does is tested in tests/admin/page_test.py.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from './axe';
import { PHONE, expectQuiet, launch, visitor, type Visitor } from './browser';
import { playToEnd, startAgainstBot } from './duel';
import { sideways } from './fits';

const TOKEN = 'f3b1c95a7e2d40868f1e6a9d0c7b5e42';
const SHOTS = process.env['SHOTS'];
const top = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wyrmhall-admin-'));
let running: ChildProcess;
let browser: Browser;
let admin = '';

// One server for all tests: one match is over, one is being played.
beforeAll(async () => {
  const program = process.env['WYRMHALLD'] ?? join(top, 'build/dev/bin/wyrmhalld');
  const options = ['--data', join(folder, 'data'), '--listen', '127.0.0.1:0', '--admin', '127.0.0.1:0'];
  options.push('--web', join(top, 'clients/web/dist'), '--limit-commands-per-second', '200');
  running = spawn(program, options, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, WYRMHALL_ADMIN_TOKEN: TOKEN },
  });
  const { stdout, stderr } = running;
  if (!stdout || !stderr) throw new Error('no pipes');
  const find = async (from: NodeJS.ReadableStream, what: RegExp): Promise<string> => {
    for await (const line of createInterface({ input: from })) {
      const found = what.exec(line)?.[1];
      if (found) return found;
    }
    throw new Error(`${program} did not start`);
  };
  const [players, admins] = await Promise.all([
    find(stdout, /^listening on .*:(\d+)$/),
    find(stderr, /administration listens on .*:(\d+)/),
  ]);
  stderr.resume();
  admin = `http://127.0.0.1:${admins}/admin/`;
  browser = await launch();
  const page = await visitor(browser);
  await startAgainstBot(page, `http://127.0.0.1:${players}`);
  await playToEnd([page]);
  await startAgainstBot(page, `http://127.0.0.1:${players}`);
});
afterAll(async () => {
  await browser.close();
  running.kill('SIGKILL');
  await once(running, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

// What axe finds, and by how much the page is too wide.
async function faults(page: Page): Promise<string[]> {
  const said = await axeFaults(page);
  const wide = await sideways(page);
  return wide > 0 ? [...said, `${wide} pixels too wide`] : said;
}

const LAPTOP: Visitor = { viewport: { width: 1280, height: 800 } };
const NARROW: Visitor = { ...PHONE, viewport: { width: 320, height: 640 } };

test.each<[string, Visitor]>([
  ['laptop-light', { ...LAPTOP, colorScheme: 'light' }],
  ['laptop-dark', { ...LAPTOP, colorScheme: 'dark' }],
  ['phone-light', { ...PHONE, colorScheme: 'light' }],
  ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
  ['narrow-light', { ...NARROW, colorScheme: 'light' }],
])('the page of administration, %s', async (name, options) => {
  const page = await visitor(browser, options);
  const look = async (view: string) => {
    expect(await faults(page), view).toEqual([]);
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}-${view}.png`), fullPage: true });
  };
  await page.goto(admin);
  await page.waitForSelector('#token');
  await look('token');
  await page.fill('#token', TOKEN);
  await page.click('form button');
  await page.waitForSelector('tbody tr:nth-child(2)');
  await look('matches');
  await page.click('tr:has-text("finished") a');
  await page.click('text=Forward');
  await page.waitForSelector('.step:has-text("Move 1.")');
  await look('replay');
  await page.click('nav >> text=Live');
  await page.waitForSelector('button.harm');
  await look('live');
  await page.click('#now a');
  await page.waitForSelector('text=Waiting for');
  await look('running');
  await page.goto(`${admin}#/match/none`);
  await page.waitForSelector('#trouble:not([hidden])');
  await look('trouble');
  await page.goto(`${admin}#/matches?game=hunt`);
  await page.waitForSelector('text=No match fits');
  await look('empty');
  // A game that the server does not know is refused, with those that it has.
  await page.goto(`${admin}#/matches?game=chess`);
  await page.waitForSelector('#trouble:has-text("dragondice")');
  await look('refused');
  await page.context().close();
});

test('the page complains of nothing, and signing out forgets the token', async () => {
  const page = await visitor(browser);
  await page.goto(admin);
  await page.fill('#token', TOKEN);
  await page.keyboard.press('Enter');
  await page.waitForSelector('tbody tr');
  await page.click('#sign-out');
  await page.waitForSelector('#token');
  await page.reload();
  await page.waitForSelector('#token');
  expectQuiet(page);
  await page.context().close();
});
