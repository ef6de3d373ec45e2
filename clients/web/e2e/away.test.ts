// Two who play each other: who goes is missed, and who comes back is not.
import { expect, test } from 'vitest';
import { expectQuiet, tab, visitor } from './browser';
import { openFriendTable } from './duel';
import { openSite } from './site';

const { server, browser } = await openSite();

test('the page says who has gone, for how long and what the match does, until they are back', async () => {
  const host = await visitor(browser);
  const guest = await visitor(browser);
  await openFriendTable(host, guest, server.url);
  const match = host.url();
  const name = (await guest.locator('header .name').innerText()).trim();
  // Another tab of the guest comes before this one goes: nobody was away.
  const other = await tab(guest);
  await other.goto(match);
  await other.waitForSelector('.match');
  await guest.close();
  await host.waitForTimeout(6500);
  expect(await host.locator('[data-test=away]').count()).toBe(0);

  await other.close();
  const bar = host.locator('[data-test=bar-away]');
  await bar.waitFor({ timeout: 15_000 });
  await expect.poll(() => bar.innerText()).toMatch(new RegExp(`^${name} away 0:(0[5-9]|[1-5]\\d)$`));
  const first = await bar.innerText();
  await expect.poll(() => bar.innerText(), { timeout: 5000 }).not.toBe(first);
  expect(await host.locator('[data-test=away]').innerText()).toContain('no clock: it waits until');
  await expect.poll(() => host.locator('[role=status][aria-live=polite]').innerText()).toContain('has no connection');

  const again = await tab(guest);
  await again.goto(match);
  await bar.waitFor({ state: 'detached', timeout: 15_000 });
  expect(await host.locator('[data-test=away]').count()).toBe(0);
  await expect.poll(() => host.locator('[role=status][aria-live=polite]').innerText()).toContain(`${name} is back`);
  expectQuiet(host, again);
});
