// Everybody can play: by keyboard alone, on a phone, in French; and no page has a fault that axe can find.
import { beforeAll, describe, expect, test } from 'vitest';
import { openArenaTable } from './arena';
import { axeFaults, axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor, type Visitor } from './browser';
import { ACT, END, decide, decideUntilAct, matchOf, playToEnd, startAgainstBot } from './duel';
import { sideways } from './fits';
import { openSite } from './site';

const { server, browser } = await openSite();
let finished: string;
beforeAll(async () => {
  const page = await visitor(browser);
  await startAgainstBot(page, server.url);
  await playToEnd([page]);
  finished = matchOf(page);
  await page.context().close();
});

// All but the landing, which short/opening.test.ts looks at.
const PAGES = [
  '/play/duel',
  '/play/arena',
  '/lobby',
  '/watch',
  '/me',
  '/me/matches',
  '/richest',
  '/rules/duel',
  '/rules/arena',
  '/dice',
  '/nothing',
];

describe('axe finds nothing in either theme', { timeout: 240_000 }, () => {
  test('on each page beside the matches', async () => {
    const page = await visitor(browser);
    for (const path of PAGES) {
      await page.goto(server.url + path);
      await page.waitForSelector('h1');
      expect(await axeFaultsInBothThemes(page), path).toEqual([]);
    }
    await page.context().close();
  });

  test('on a table, at each step of a match, in its replay and its proof', async () => {
    const page = await visitor(browser);
    await page.goto(server.url);
    await page.click('text=Play a friend');
    await page.waitForSelector('input[readonly]');
    expect(await axeFaultsInBothThemes(page)).toEqual([]);
    await page.goto(server.url);
    await page.click('[data-test=play-now]');
    await page.waitForSelector('.pick');
    expect(await axeFaultsInBothThemes(page)).toEqual([]);
    await decideUntilAct(page);
    await page.focus(ACT);
    await page.waitForSelector('.odds');
    expect(await axeFaultsInBothThemes(page)).toEqual([]);
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    expect(await axeFaultsInBothThemes(page)).toEqual([]);
    for (const path of ['', '?v=2', '/dice', '/luck']) {
      await page.goto(`${server.url}/m/${finished}${path}`);
      await page.waitForSelector('h1');
      expect(await axeFaultsInBothThemes(page)).toEqual([]);
    }
    await page.context().close();
  });

  test('in the arena: committing, placing, fighting', async () => {
    const page = await visitor(browser);
    for (const way of ['Big', 'Little', 'Baby']) {
      await page.goto(`${server.url}/play/arena`);
      await page.click(`label:has-text("${way}")`);
      await page.click('[data-test=start]');
      await page.waitForURL('**/m/**');
      await page.waitForSelector(way === 'Big' ? '[data-test=commit]' : '.square.lit, [data-test=end]');
      expect(await axeFaultsInBothThemes(page)).toEqual([]);
    }
    await page.context().close();
  });

  test('in the arena, where an armed dragon shows what it would become', async () => {
    const page = await visitor(browser);
    for (let i = 0; i < 20 && !(await page.locator('.square.target').first().isVisible()); i++) {
      await page.goto(`${server.url}/play/arena`);
      await page.click('label:has-text("Baby")');
      await page.click('[data-test=start]');
      await page.waitForURL('**/m/**');
      await page.waitForSelector(`.square.lit, ${END}`);
      for (const square of await page.locator('.square.lit').all()) {
        await square.click();
        if (await page.locator('.becomes').first().isVisible()) break;
        await square.click();
      }
    }
    expect(await page.locator('.becomes').count()).toBeGreaterThan(0);
    expect(await axeFaultsInBothThemes(page)).toEqual([]);
    expect(await page.getAttribute('.square.target', 'aria-label')).toMatch(/taking it turns \d into \d/);
    await page.context().close();
  });

  test('in the plain view, at a desk and on a phone', async () => {
    for (const options of [{}, PHONE]) {
      const page = await visitor(browser, options);
      await startAgainstBot(page, server.url);
      await decideUntilAct(page);
      await page.goto(`${page.url()}?view=plain`);
      await page.waitForSelector('.raw');
      expect(await axeFaultsInBothThemes(page)).toEqual([]);
      await page.context().close();
    }
  });

  test('among many dragons, at a desk and on a phone', async () => {
    const page = await visitor(browser);
    for (const [mode, many] of [
      ['Ring', 'Players: 8'],
      ['Battle', 'Dragons per team: 4'],
    ]) {
      const [legend, label] = many.split(': ');
      await page.goto(`${server.url}/play/duel`);
      await page.click(`label:has-text("${mode}")`);
      await page.click(`fieldset:has-text("${legend}") label:has-text("${label}")`);
      await page.click('[data-test=start]');
      await page.waitForSelector('.pick');
      for (let i = 0; i < 40 && !(await page.locator(`.acts, ${END}`).first().isVisible()); i++) {
        await page.waitForTimeout(50);
        await decide(page);
      }
      for (const [width, height] of [
        [1280, 800],
        [390, 844],
      ]) {
        await page.setViewportSize({ width, height });
        expect(await axeFaultsInBothThemes(page), `${mode} ${width}`).toEqual([]);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    await page.context().close();
  });

  test('with a hand under its lid, and with all that can be set', async () => {
    const [host, guest] = [await visitor(browser), await visitor(browser)];
    await openArenaTable(host, guest, server.url, 'Big');
    await host.click('[data-test=commit]');
    await host.waitForSelector('[data-test=committed]');
    await guest.waitForSelector('.lid');
    for (const page of [host, guest]) expect(await axeFaultsInBothThemes(page)).toEqual([]);
    await host.goto(`${server.url}/me`);
    await host.click('label:has-text("Sound")');
    await host.waitForSelector('input[type=range]');
    expect(await axeFaultsInBothThemes(host)).toEqual([]);
    for (const page of [host, guest]) await page.context().close();
  });
});

// Two hands that were committed: the lids lift, the dice fall into rows, and it is said who starts.
test.each(['light', 'dark'] as const)(
  'axe finds nothing in the %s theme while committed hands are revealed',
  async (colorScheme) => {
    const slow = { colorScheme, settings: { speed: 'calm' } };
    const [host, guest] = [await visitor(browser, slow), await visitor(browser, { colorScheme })];
    await openArenaTable(host, guest, server.url, 'Big');
    await host.waitForSelector('[data-test=commit]');
    await host.getByRole('button', { name: 'Ladder', exact: true }).click();
    await host.click('[data-test=commit]');
    await guest.waitForSelector('.lid');
    await guest.click('[data-test=commit]');
    for (const moment of ['.reveal.open', '.reveal .why:not(.waits)']) {
      await host.waitForSelector(moment);
      expect(await axeFaults(host)).toEqual([]);
      // It has not gone while axe looked.
      expect(await host.locator(moment).isVisible()).toBe(true);
    }
    for (const page of [host, guest]) await page.context().close();
  },
);

test('a whole duel by keyboard alone, and what happens is said', async () => {
  const page = await visitor(browser);
  await page.goto(server.url);
  // Skip link, then on to the button that everybody sees first.
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.matches('[data-test=play-now]'))) break;
  }
  await page.keyboard.press('Enter');
  await page.waitForSelector('.pick');
  for (let step = 0; step < 400 && !(await page.locator(END).isVisible()); step++) {
    if (await page.locator('[data-choice]').first().isVisible()) {
      await page.keyboard.press('1');
      await page.waitForTimeout(40);
      await page.keyboard.press('Enter');
    }
    await page.waitForTimeout(40);
  }
  await page.waitForSelector(END);
  await expect.poll(() => page.textContent('[aria-live=polite]')).toMatch(/against|falls|loses/);
  expect(await page.textContent('[aria-live=assertive]')).toContain('The match is over');
  expectQuiet(page);
  await page.context().close();
});

// What was asked for waits behind the story, half a second a message.
const SAID = { timeout: 5000 };

test('keys say whose turn it is and how it stands', async () => {
  const page = await visitor(browser);
  await startAgainstBot(page, server.url);
  await decideUntilAct(page);
  await page.keyboard.press('s');
  await expect.poll(() => page.textContent('[aria-live=polite]'), SAID).toMatch(/\d+ health, \d energy/);
  await page.keyboard.press('t');
  await expect.poll(() => page.textContent('[aria-live=polite]'), SAID).toMatch(/Your turn/);
  expect(await page.locator('.aim').textContent()).toMatch(/Can be attacked: /);
  await page.context().close();
});

const SIZES: [string, Visitor][] = [
  ['a phone of 320 px', { ...PHONE, viewport: { width: 320, height: 640 } }],
  ['a phone on its side', { ...PHONE, viewport: { width: 740, height: 360 } }],
];
test.each(SIZES)(
  '%s: nothing is cut, nothing is too small to press, the duel is played by thumb',
  async (_, options) => {
    const page = await visitor(browser, options);
    const fits = async () => {
      const wide = await sideways(page);
      expect(wide, page.url()).toBeLessThanOrEqual(0);
    };
    for (const path of [
      '/',
      '/play/duel',
      '/play/arena',
      '/lobby',
      '/me',
      '/dice',
      `/m/${finished}`,
      `/m/${finished}/dice`,
    ]) {
      await page.goto(server.url + path);
      await page.waitForSelector('h1');
      await page.waitForTimeout(150);
      await fits();
    }
    await page.goto(server.url);
    await page.tap('[data-test=play-now]');
    await page.waitForSelector('.pick');
    await fits();
    for (let step = 0; step < 400 && !(await page.locator(END).isVisible()); step++) {
      const choice = page.locator('.board [data-choice]').first();
      if (await choice.isVisible()) {
        const box = await choice.boundingBox();
        if (box) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
        await choice.tap({ timeout: 2000 }).catch(() => undefined);
      }
      await page.waitForTimeout(40);
    }
    await page.waitForSelector(END);
    await fits();
    expectQuiet(page);
    await page.context().close();
  },
);

test('in French: every page, a whole duel, and no English left', async () => {
  const page = await visitor(browser, { locale: 'fr-FR' });
  await page.goto(server.url);
  await page.click('text=Jouer maintenant');
  await page.waitForSelector('.pick');
  expect(await page.textContent('.pick h2')).toBe('Choisissez votre dragon');
  expect(await page.getAttribute('html', 'lang')).toBe('fr');
  await playToEnd([page]);
  expect(await page.textContent(`${END} h2`)).toMatch(/^Victoire\u00a0!$|l’emporte\.$/);
  const match = matchOf(page);
  const english = /\b(the|your|against|round|match|dice|play|and|with)\b/i;
  for (const path of [
    '/',
    '/play/duel',
    '/play/arena',
    '/lobby',
    '/watch',
    '/me',
    '/me/matches',
    '/richest',
    '/rules/duel',
    '/rules/arena',
    '/dice',
    '/nothing',
    `/m/${match}`,
    `/m/${match}/dice`,
    `/m/${match}/luck`,
  ]) {
    await page.goto(server.url + path);
    await page.waitForSelector('h1');
    await page.waitForTimeout(200);
    const text = (await page.innerText('main')).replaceAll('Dragon Dice', '').replaceAll('match-', '');
    expect(english.exec(text)?.[0], path).toBeUndefined();
    // A no-break space stands before ? ! : and ; wherever French wants one.
    expect(/[\p{L}\d] [?!:;](\s|$)/u.exec(text)?.[0], path).toBeUndefined();
  }
  expectQuiet(page);
  await page.context().close();
});

describe('what may come of an act', () => {
  test('is asked for when it is pointed at, as the server has it', async () => {
    const page = await visitor(browser);
    await startAgainstBot(page, server.url);
    await decideUntilAct(page);
    const act = page.locator(ACT).first();
    expect(await page.locator('.odds').count()).toBe(0);
    await act.focus();
    await page.waitForSelector('.odds');
    const said = (await act.locator('.odds .visually-hidden').textContent()) ?? '';
    const [hit, beaten] = [...said.matchAll(/(\d+)\u00a0%/g)].map(([, figure]) => Number(figure));
    expect(hit).toBeGreaterThan(0);
    expect(hit + beaten).toBeLessThanOrEqual(101);
    // The bar is drawn from the same figures.
    const [solid] = await act.locator('.odds svg > rect.part').all();
    expect(Math.round(Number(await solid.getAttribute('width')))).toBe(hit);
    expectQuiet(page);
    await page.context().close();
  });

  test('stands on each act where that is set, and nowhere where it is not wanted', async () => {
    for (const odds of ['always', 'off']) {
      const page = await visitor(browser, { settings: { odds } });
      await startAgainstBot(page, server.url);
      await decideUntilAct(page);
      const act = page.locator(ACT).first();
      await act.focus();
      if (odds === 'always') await expect.poll(() => page.locator('.odds').count()).toBeGreaterThan(0);
      else await page.waitForTimeout(400);
      const acts = await page.locator('.act[data-choice]:has(.price [role], .price svg)').count();
      expect(await page.locator('.odds').count()).toBe(odds === 'always' ? acts : 0);
      await page.context().close();
    }
  });
});

const TWICE: [string, Visitor][] = [
  ['a desk', {}],
  ['a phone', PHONE],
];
test.each(TWICE)(
  'text twice as large, on %s: one column if need be, and nothing runs out of the page',
  async (_, at) => {
    const page = await visitor(browser, at);
    const fits = async () => {
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      await page.waitForTimeout(150);
      const wide = await sideways(page);
      expect(wide, page.url()).toBeLessThanOrEqual(0);
    };
    for (const path of [
      '/',
      '/play/duel',
      '/play/arena',
      '/lobby',
      '/watch',
      '/me',
      '/rules/duel',
      '/dice',
      '/nothing',
    ]) {
      await page.goto(server.url + path);
      await page.waitForSelector('h1');
      await fits();
    }
    for (const path of ['', '?v=2', '/dice', '/luck']) {
      await page.goto(`${server.url}/m/${finished}${path}`);
      await page.waitForSelector('h1');
      await fits();
    }
    await startAgainstBot(page, server.url);
    await fits();
    await decideUntilAct(page);
    await fits();
    await page.goto(`${server.url}/play/arena`);
    await page.click('label:has-text("Big")');
    await page.click('[data-test=start]');
    await page.waitForSelector('[data-test=commit]');
    await fits();
    expectQuiet(page);
    await page.context().close();
  },
);

test('an allocation by thumb on 320 × 640: − and + are large enough and apart', async () => {
  const page = await visitor(browser, { ...PHONE, viewport: { width: 320, height: 640 } });
  await page.goto(`${server.url}/play/arena`);
  await page.click('label:has-text("Big")');
  await page.click('[data-test=start]');
  await page.waitForSelector('[data-test=commit]');
  const boxes = await page.locator('.column button').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
  expect(boxes).toHaveLength(12);
  for (const [i, a] of boxes.entries()) {
    expect(Math.min(a.width, a.height)).toBeGreaterThanOrEqual(44);
    for (const b of boxes.slice(i + 1)) {
      const apart = Math.max(a.x - b.x - b.width, b.x - a.x - a.width, a.y - b.y - b.height, b.y - a.y - a.height);
      expect(apart).toBeGreaterThanOrEqual(7.5);
    }
  }
  await page.getByRole('button', { name: 'Empty', exact: true }).tap();
  for (const power of [1, 1, 2, 3, 4, 5, 6, 6]) await page.getByRole('button', { name: `One more ${power}` }).tap();
  await page.tap('[data-test=commit]');
  await page.waitForSelector('.grid');
  expectQuiet(page);
  await page.context().close();
});
