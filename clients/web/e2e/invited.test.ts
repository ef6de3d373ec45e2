// A link that somebody sends to a friend: how soon the friend plays, and that it is good after its sender has left.
import { expect, test } from 'vitest';
import { PHONE, expectQuiet, visitor } from './browser';
import { decide } from './duel';
import { openSite } from './site';

const { server, browser } = await openSite();
const SOON_MS = 15_000; // from the link to the match, on a phone that has never been here

test(
  'a phone without an account plays by a link alone, and the link outlives its sender',
  { timeout: 90_000 },
  async () => {
    const host = await visitor(browser);
    await host.goto(`${server.url}/play/duel`);
    await host.getByLabel('A friend').check();
    await host.click('[data-test=start][aria-disabled=false]');
    const link = await host.inputValue('input[readonly]');
    expect(await host.textContent('main')).toContain('the link stays good for a day after you leave');
    // Somewhere else, with no connection, while the friend comes.
    await host.goto('about:blank');

    const friend = await visitor(browser, PHONE);
    const before = Date.now();
    await friend.goto(link);
    await friend.waitForSelector('.seat');
    expect(await friend.textContent('main')).toContain('Dragon Duel');
    await host.goto(`${server.url}/`);
    await friend.waitForURL('**/m/**');
    await host.waitForURL('**/m/**');
    await friend.waitForSelector('.match');
    // Nothing was pressed so far. Whoever begins decides.
    await expect.poll(async () => (await decide(friend)) || (await decide(host)), { timeout: SOON_MS }).toBe(true);
    const took = Date.now() - before;
    console.log(`from the link to the first move: ${took} ms`);
    expect(took).toBeLessThan(SOON_MS);
    expectQuiet(friend);
    await friend.context().close();
  },
);
