// Two browsers play the arena: a series with secret allocations, of which neither sees the other's before the reveal.
import { expect, test } from 'vitest';
import { arenaByMouse, arenaToCommitment, arenaToEnd, openArenaTable } from './arena';
import { expectQuiet, visitor } from './browser';
import { besideChoices, listen, reveals } from './frames';
import { CHECKED, END, matchOf } from './duel';
import { openSite } from './site';

const { server, browser } = await openSite();

// What host and guest commit in the duels of a series.
const HANDS = [
  { host: 'Ladder', guest: 'Edges', powers: ['1 1 2 3 4 5 6 6', '1 1 1 1 6 6 6 6'] },
  { host: 'Edges', guest: 'Even', powers: ['1 1 1 1 6 6 6 6', '3 3 3 3 4 4 4 4'] },
  { host: 'Even', guest: 'Ladder', powers: ['3 3 3 3 4 4 4 4', '1 1 2 3 4 5 6 6'] },
];
const bytesOf = (powers: string): Buffer => Buffer.from(powers.split(' ').map(Number));

test(
  'a series to two nuggets, its allocations committed in either order: nobody is told the other’s before the reveal',
  { timeout: 240_000 },
  async () => {
    const pages = [await visitor(browser), await visitor(browser)];
    const [host, guest] = pages;
    const heard = pages.map(listen);
    await openArenaTable(host, guest, server.url, 'Big', 'Nuggets for supremacy: 2');
    let duels = 0;
    for (;;) {
      await arenaToCommitment(pages);
      if (await host.locator(END).isVisible()) break;
      const hands = HANDS[duels % HANDS.length];
      const from = heard.map((frames) => frames.length);
      await host.getByRole('button', { name: hands.host, exact: true }).click();
      await guest.getByRole('button', { name: hands.guest, exact: true }).click();
      const order = duels % 2 === 0 ? pages : [guest, host];
      await order[0].click('[data-test=commit]');
      await order[0].waitForSelector('[data-test=committed]');
      await order[1].waitForSelector('.lid');
      await order[1].click('[data-test=commit]');
      await Promise.all(pages.map((page) => page.waitForSelector('.grid')));
      for (const [i, frames] of heard.entries()) {
        const others = bytesOf(hands.powers[1 - i]);
        const told = frames.slice(from[i]);
        const revealed = told.findIndex(reveals);
        expect(revealed).toBeGreaterThanOrEqual(0);
        for (const frame of told.slice(0, revealed)) expect(besideChoices(frame).includes(others)).toBe(false);
        // The search is able to find it: there it is.
        expect(told[revealed].raw.includes(others)).toBe(true);
      }
      duels++;
    }
    for (const page of pages) await page.waitForSelector(CHECKED);
    expect(duels).toBeGreaterThanOrEqual(2);
    // Both tell the same end, and one of them has both nuggets.
    const won = await host.locator('.nuggets').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(won.some((label) => label?.startsWith('2 '))).toBe(true);
    const stories = await Promise.all(pages.map((page) => page.locator('.story li button').count()));
    expect(stories[0]).toBe(stories[1]);
    await host.goto(`${server.url}/m/${matchOf(host)}/dice`);
    await host.waitForSelector('[data-test=verdict]');
    expectQuiet(host, guest);
    for (const page of pages) await page.context().close();
  },
);

test('what the other has committed is nowhere before the reveal, not even in the bytes of the frames', async () => {
  const seen: Buffer[][] = [];
  for (const preset of ['Ladder', 'Edges']) {
    const [host, guest] = [await visitor(browser), await visitor(browser)];
    const frames = listen(guest);
    await openArenaTable(host, guest, server.url, 'Big');
    await guest.waitForSelector('[data-test=commit]');
    await guest.waitForTimeout(300);
    frames.length = 0;
    await host.click(`button:has-text("${preset}")`);
    await host.click('[data-test=commit]');
    await host.waitForSelector('[data-test=committed]');
    await expect.poll(() => guest.locator('.lid').count()).toBe(1);
    expect(await guest.textContent('.side-0')).not.toMatch(/Revealed/);
    await guest.waitForTimeout(200);
    seen.push(frames.map(({ raw }) => raw));
    // The one who committed still sees the own powers; the lids lift together.
    expect(await host.locator('[data-test=committed] .dragons svg').count()).toBe(8);
    await guest.click('[data-test=commit]');
    await host.waitForSelector('.grid');
    await expect.poll(() => guest.textContent('.story')).toContain('Revealed: FIRE');
    expectQuiet(host, guest);
    await host.context().close();
    await guest.context().close();
  }
  // Whichever powers were committed, the other browser received the same bytes.
  expect(seen[0].length).toBeGreaterThan(0);
  expect(seen[0].map(String)).toEqual(seen[1].map(String));
});

test(
  'each way of setting up, the powers of the species and the training can be played against a bot',
  { timeout: 180_000 },
  async () => {
    const ways = [['Baby'], ['Little'], ['Equal', 'Dragon Master'], ['Free'], ['Solo Training', 'Dragon Master']];
    for (const settings of ways) {
      const page = await visitor(browser);
      await page.goto(`${server.url}/play/arena`);
      await page.click('summary');
      for (const text of settings) await page.click(`label:has-text("${text}")`);
      await page.click('[data-test=start]');
      await page.waitForURL('**/m/**');
      // One of them by mouse.
      if (settings === ways[0]) await arenaByMouse(page);
      else await arenaToEnd([page]);
      expectQuiet(page);
      await page.context().close();
    }
  },
);

test('any match can be played without its pictures', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/play/arena`);
  await page.click('label:has-text("Little")');
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
  await page.click('text=Plain view');
  await page.waitForSelector('.raw');
  for (let step = 0; step < 300 && !(await page.locator(END).isVisible()); step++) {
    const choice = page.locator('.board [data-choice]').first();
    if (await choice.isVisible()) await choice.click({ timeout: 2000 }).catch(() => undefined);
    else await page.waitForTimeout(20);
  }
  await page.waitForSelector(CHECKED);
  expectQuiet(page);
  await page.context().close();
});
