// A start that is called off because somebody does not reveal: what the others see of it, and that their table goes on.
import { expect, test } from 'vitest';
import { axeFaults, axeFaultsInBothThemes } from './axe';
import { expectQuiet, visitor } from './browser';
import { matchOf, playToEnd } from './duel';
import { lieTo } from './liar';
import { meet } from './meet';
import { openSite } from './site';

const { server, browser } = await openSite();

// The server waits ten seconds for what is to be revealed.
const REVEAL = { timeout: 20_000 };

test('somebody does not reveal: the seat is free again, all see why, and the next one plays', async () => {
  const [host, silent, next] = await Promise.all([visitor(browser), visitor(browser), visitor(browser)]);
  const shown: Uint8Array[] = [];
  await lieTo(silent, { fromPage: ({ command }) => command.case !== 'reveal' });
  await lieTo(host, {
    fromPage: ({ command }) => {
      if (command.case === 'reveal') shown.push(command.value.x0);
      return true;
    },
  });
  await host.goto(server.url);
  await host.click('text=Play a friend');
  const link = await host.inputValue('input[readonly]');
  await silent.goto(link);
  await silent.waitForSelector('.seat');
  const name = await silent.evaluate(
    () => (JSON.parse(localStorage.getItem('wyrmhall.identity') ?? '{}') as { name?: string }).name,
  );
  expect(name).toBeTruthy();

  // The player who waited is told what happened and who it was, is accused of nothing and accuses nobody.
  await host.waitForSelector('[data-test=called-off]', REVEAL);
  expect(await host.textContent('[data-test=called-off]')).toContain(
    `1 start called off: ${name} did not reveal in time`,
  );
  expect(await host.textContent('.error')).toContain('somebody did not answer in time, and has lost their seat');
  expect(await host.locator('[data-test=accused]').count()).toBe(0);
  expect(await host.locator('.seat.free').count()).toBe(1);
  expect(await host.inputValue('input[readonly]')).toBe(link);
  expect(await axeFaultsInBothThemes(host)).toEqual([]);
  // The player who did not is told what that cost.
  await silent.waitForSelector('.error:has-text("your secret did not come in time")');
  expect(await axeFaults(silent)).toEqual([]);

  // The next one sees it too, before the match comes of it: with another secret of the host's.
  await meet(host, next);
  expect(new Set(shown.map(String)).size).toBe(2);
  await playToEnd([host, next]);
  await next.goto(`${server.url}/m/${matchOf(next)}/dice`);
  await next.waitForSelector('[data-test=vouch]');
  expect(await next.textContent('[data-test=vouch]')).toContain('1 start was called off before');
  expectQuiet(host, silent, next);
  for (const page of [host, silent, next]) await page.context().close();
});
