// What the page says and asks where the dice are concerned: axe finds no fault in any of it, in either theme.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaults } from './axe';
import { PHONE, expectQuiet, visitor } from './browser';
import { END, decide, matchOf, playToEnd } from './duel';
import { sideways } from './fits';
import { fightsIn, lieTo, type Lies } from './liar';
import { openSite } from './site';
import { Signing } from './signing';
import { RefusalCode } from '../src/gen/wyrmhall/v1/server_pb';

const ACCUSATIONS = fileURLToPath(new URL('../../../tests/accusations/', import.meta.url));
const { server, browser } = await openSite();

// As it stands now, at a desk and on a phone, and dark: that changes colours alone, at any size.
async function expectNoFaults(page: Page, what: string): Promise<void> {
  for (const size of [PHONE.viewport!, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size);
    expect(await axeFaults(page), `${what}, ${size.width}`).toEqual([]);
    const wide = await sideways(page);
    expect(wide, `${what}, ${size.width}: pixels too wide`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeFaults(page), `${what}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

// A visitor who sits down at the server, which signs by our key and lies like this.
async function seated(lies: Lies, locale = 'en-GB'): Promise<Page> {
  const page = await visitor(browser, { locale });
  const signing = new Signing(3);
  await lieTo(page, {
    ...lies,
    fromServer: (message) => signing.fromServer(message) && (lies.fromServer?.(message) ?? true),
  });
  await page.goto(server.url);
  await page.click('[data-test=play-now]');
  return page;
}

async function done(page: Page): Promise<void> {
  expectQuiet(page);
  await page.context().close();
}

const refusesLinks: Lies = {
  fromPage: ({ commandId, command }, say) => {
    if (command.case !== 'act' || command.value.chainLost) return true;
    say({ case: 'refusal', value: { code: RefusalCode.WRONG_LINK } }, commandId);
    return false;
  },
};

test('a server with another key than before', async () => {
  const page = await seated({});
  await page.waitForSelector('.pick');
  await page.evaluate(() => localStorage.setItem('wyrmhall.keys', JSON.stringify(['ab'.repeat(32)])));
  await page.goto(server.url);
  await page.waitForSelector('[data-test=other-key]');
  await expectNoFaults(page, 'another key');
  await done(page);
});

test('an accusation at a table', async () => {
  const page = await seated({
    fromServer: ({ message }) => {
      if (message.case === 'tableState') delete message.value.start;
      return true;
    },
  });
  await page.waitForSelector('[data-test=accused]');
  await expectNoFaults(page, 'an accusation at a table');
  await done(page);
});

test('whether to go on without a chain, and an accusation in a match', async () => {
  const page = await seated(refusesLinks);
  await page.waitForSelector('.pick');
  await decide(page);
  await page.waitForSelector('[data-test=without]');
  await expectNoFaults(page, 'whether to go on');
  // axe takes a dialog without a name, or without a description.
  const asked = page.getByRole('dialog', { name: /secrets/ });
  expect(await asked.getAttribute('aria-describedby')).toBe('without-why without-means');
  // What does no harm has the focus, and Escape answers the same.
  expect(await page.evaluate(() => document.activeElement?.matches('[data-test=without] .main'))).toBe(true);
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-test=without]', { state: 'detached' });
  await page.waitForSelector('[data-test=accused]');
  await expectNoFaults(page, 'an accusation in a match');
  await done(page);
});

test('receipts: what the end of a match says of its dice, its proof, and a record that is not what was played', async () => {
  let spoil = false;
  const page = await seated({
    fromServer: ({ message }) => {
      if (spoil && message.case === 'record') {
        const text = new TextDecoder().decode(message.value.data);
        message.value.data = new TextEncoder().encode(text.replace(/"value":\d/, '"value":0'));
      }
      return true;
    },
  });
  await page.waitForSelector('.pick');
  await playToEnd([page]);
  await page.waitForSelector(`${END} [data-test=foresight]`);
  await expectNoFaults(page, 'the end');
  const match = matchOf(page);
  await page.goto(`${server.url}/m/${match}/dice`);
  await page.waitForSelector('[data-test=vouch]');
  await expectNoFaults(page, 'the proof');
  spoil = true;
  await page.goto(`${server.url}/m/${match}/dice`);
  await page.waitForSelector('.verdict [role=alert]');
  await expectNoFaults(page, 'a record that is wrong');
  await done(page);
});

test('a match that was not played as it was shown, in French', async () => {
  const page = await seated(
    {
      fromServer: (message) => {
        for (const { dice } of fightsIn(message)) dice.reverse();
        return true;
      },
    },
    'fr-FR',
  );
  await page.waitForSelector('.pick');
  await playToEnd([page]);
  await page.waitForSelector(`${END} [data-checked=other]`);
  await expectNoFaults(page, 'a match that was not played as it was shown');
  await done(page);
});

test('a file that is judged: convicted, not proven, and no accusation', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/dice`);
  const first = (kind: string): string => `${ACCUSATIONS}${kind}/${readdirSync(ACCUSATIONS + kind)[0]}`;
  for (const [file, said] of [
    [first('convicting'), 'Convicted'],
    [first('not_convicting'), 'Not proven'],
  ]) {
    await page.setInputFiles('[data-test=judge-file]', file);
    await expect.poll(() => page.textContent('[data-test=judged] h3')).toContain(said);
    await expectNoFaults(page, said);
  }
  await page.setInputFiles('[data-test=judge-file]', {
    name: 'a.json',
    mimeType: 'application/json',
    buffer: Buffer.of(),
  });
  await expect.poll(() => page.locator('[data-test=judged] h3').count()).toBe(0);
  await expectNoFaults(page, 'no accusation');
  await done(page);
});
