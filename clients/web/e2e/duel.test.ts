// A guest plays at once, two friends play, others watch. A whole duel against a bot, its replay and its dice: short/duel.test.ts.
import { describe, expect, test } from 'vitest';
import { expectQuiet, visitor } from './browser';
import { play } from './driver';
import { ACT, END, WAYS, openFriendTable, playToEnd, startAgainstBot } from './duel';
import { openSite } from './site';

const { server, browser } = await openSite();

describe('the first minute', () => {
  test('from the address to the first own decision: three clicks, ten seconds, at the usual speed', async () => {
    const page = await visitor(browser, { settings: { speed: 'brisk' } });
    const began = Date.now();
    await startAgainstBot(page, server.url);
    await page.click('.board [data-choice="1"]');
    await page.waitForSelector('.act[data-choice]', { timeout: 10_000 });
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(await page.title()).toContain('● Your turn');
    expectQuiet(page);
    await page.context().close();
  });

  test('the made-up name can be changed before one is anybody', async () => {
    const page = await visitor(browser);
    await page.goto(server.url);
    await page.click('[aria-label="Change your name"]');
    await page.fill('input', 'Mira of the Hall');
    await page.click('text=Save');
    await page.click('[data-test=play-now]');
    await page.waitForSelector('.pick');
    expect(await page.textContent('header .name')).toBe('Mira of the Hall');
    await page.context().close();
  });
});

test('two browsers play each other by a link, and both see the same end', async () => {
  const [host, guest] = [await visitor(browser), await visitor(browser)];
  await openFriendTable(host, guest, server.url);
  await playToEnd([host, guest]);
  const ends = [await host.textContent(`${END} h2`), await guest.textContent(`${END} h2`)];
  expect(ends.filter((text) => text === 'Victory!')).toHaveLength(1);
  const stories = await Promise.all([host, guest].map((page) => page.locator('.story li button').count()));
  expect(stories[0]).toBe(stories[1]);
  expectQuiet(host, guest);
  await host.context().close();
  await guest.context().close();
});

test('somebody who opens the link of a running match watches it', async () => {
  const [page, watcher] = [await visitor(browser), await visitor(browser)];
  await startAgainstBot(page, server.url);
  await watcher.goto(page.url());
  await watcher.waitForSelector('text=You are watching');
  await page.click('.board [data-choice="3"]');
  await expect.poll(() => watcher.textContent('.story')).toContain('takes Lash');
  expectQuiet(page, watcher);
  await page.context().close();
  await watcher.context().close();
});

test('what happened since the last decision is told over the board, shown again, and ended by a key', async () => {
  const page = await visitor(browser, { settings: { speed: 'brisk' } });
  const mine = () => page.waitForSelector(`.act[data-choice], ${END}`, { timeout: 20_000 });
  const chips = page.locator('.recap .chip');
  const happened = () => page.locator('.story li').count();
  // The dragon with more energy leads a round (D-28): now and then nobody acts between two decisions of one player.
  do {
    if (!(await page.locator('.act[data-choice]').first().isVisible())) {
      await startAgainstBot(page, server.url);
      await page.click('.board [data-choice="1"]');
      await page.waitForSelector('.pick', { state: 'detached' }); // what is clicked while that is on its way is not taken
      await mine();
      continue;
    }
    const before = await happened();
    await page.locator('.act[data-choice]').last().click();
    await expect.poll(happened).toBeGreaterThan(before);
    await mine();
  } while ((await chips.count()) === 0 || (await page.locator(END).isVisible()));
  const told = await chips.allTextContents();
  await page.keyboard.press('r');
  await page.waitForSelector('.recap >> text=Skip');
  expect(await page.locator('.act[data-choice]').count()).toBe(0);
  await page.keyboard.press(' ');
  await page.waitForSelector('.act[data-choice]', { timeout: 1000 });
  expect(await page.locator('.recap .chip').allTextContents()).toEqual(told);
  expectQuiet(page);
  await page.context().close();
});

test('what a blow costs can be read where nothing moves, and on whom it has felled', { timeout: 120_000 }, async () => {
  const page = await visitor(browser, { reducedMotion: 'reduce', settings: { speed: 'brisk' } });
  await startAgainstBot(page, server.url);
  await page.evaluate(() => {
    const look = (): void => {
      const blow = document.querySelector('.board .blow');
      let seen = 1;
      for (let at = blow; at; at = at.parentElement) seen *= Number(getComputedStyle(at).opacity);
      if (seen < 1) document.body.dataset['faint'] = '';
      if (document.querySelector('.portrait:has(.fallen) .blow')) document.body.dataset['fell'] = '';
      requestAnimationFrame(look);
    };
    look();
  });
  await play([page], { ways: WAYS, until: `[data-faint], [data-fell], ${END}` });
  expect(await page.locator('[data-fell]:not([data-faint])').count()).toBe(1);
  expectQuiet(page);
  await page.context().close();
});

test('each way of playing the duel has a board that can be played', async () => {
  for (const mode of ['Solitaire', 'Ring', 'Battle']) {
    const page = await visitor(browser);
    await page.goto(`${server.url}/play/duel`);
    await page.click(`label:has-text("${mode}")`);
    await page.click('[data-test=start]');
    await page.waitForSelector('.pick');
    await playToEnd([page]);
    expectQuiet(page);
    await page.context().close();
  }
});

test('a player who presses on in the first match is told what matters most, and at the end what there was to learn', async () => {
  const page = await visitor(browser, { newcomer: true });
  await page.addInitScript(() => {
    const told = ((window as unknown as { told: string[] }).told = []) as string[];
    new MutationObserver(() => {
      const text = document.querySelector('[data-test=tour] p')?.textContent ?? '';
      if (text && told.at(-1) !== text) told.push(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await startAgainstBot(page, server.url);
  await playToEnd([page]);
  const told = await page.evaluate(() => (window as unknown as { told: string[] }).told);
  expect(told.filter((text) => text.startsWith('Energy is your strength.')).length).toBeGreaterThan(0);
  await page.waitForSelector('#learnt-title');
  expectQuiet(page);
  await page.context().close();
});

test('in a duel the focus stays on the act that was pressed, while others act and afterwards', async () => {
  const page = await visitor(browser, { settings: { speed: 'brisk' } });
  await startAgainstBot(page, server.url);
  await play([page], { ways: ['.board [data-choice]'], until: ACT });
  await page.focus(ACT);
  const name = await page.locator(`${ACT} .title`).first().innerText();
  await page.keyboard.press('Enter');
  const said = () => page.evaluate(() => document.activeElement?.querySelector('.title')?.textContent ?? '');
  await page.waitForSelector('.act[aria-disabled=true]:focus');
  expect(await said()).toContain(name.split('\n')[0]);
  await page.waitForSelector(`.act:focus[data-choice], ${END}`);
  expectQuiet(page);
  await page.context().close();
});
