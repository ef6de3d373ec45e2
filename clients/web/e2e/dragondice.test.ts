// Dragon Dice on the page: by mouse, by keys alone, by thumb, in French, and by two.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor } from './browser';
import {
  DECIDE,
  DO,
  FALLS,
  FORM,
  OTHER,
  PLAIN,
  SUGGEST,
  THING,
  WAYS,
  decideDragondice,
  dragondiceByMouse,
  dragondiceToEnd,
  dragondiceUntil,
  openDragondiceTable,
  startDragondice,
} from './dragondice';
import { play } from './driver';
import { END, matchOf } from './duel';
import { outOfPlates, sideways, tooSmall } from './fits';
import { openSite } from './site';

const { server, browser } = await openSite();

test('a whole match against a bot by mouse, its replay and its dice', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  await startDragondice(page, server.url);
  // Both armies at three places; a kind of unit shows its faces, and a face what it does, with the rule.
  expect(await page.locator('.place').count()).toBe(3);
  expect(await page.locator('.army').count()).toBeGreaterThanOrEqual(6);
  await page.locator('.place .unit').first().click();
  await page.locator('.sheet .faces button').first().hover();
  expect(await page.locator('.sheet .says').textContent()).toMatch(/\((DR|A)-\d+\)/);
  // What an army can roll, and how likely.
  await page.locator('[data-glance=save]').first().click();
  expect(await page.locator('figure').textContent()).toContain('50\u00a0%: at least');
  // A dragon tells what its breath does and whom it attacks, with rules that open the rulebook; two tables tell it of all.
  await page.locator('.place [data-dragon]').first().click();
  const temper = page.locator('.place [data-test=temper]').first();
  expect(await temper.textContent()).toMatch(/units of 5 health die at once.*(halved|IDs do not count|buried|else)/s);
  await temper.locator('[data-rule=DR-2]').click();
  await page.waitForSelector('[data-test=rules]:has-text("this table lets it")');
  await page.click('[data-test=rules-close]');
  await page.locator('[data-test=tables] summary').click();
  expect(await page.locator('[data-test=attacks] tbody td').count()).toBe(5 * 6);
  expect(await page.textContent('[data-test=breaths]')).toMatch(/Lightning Bolt.*Terrain Empathy/s);
  await dragondiceByMouse(page);
  expect(await page.textContent('.story')).toContain('Dragons attack');
  const match = matchOf(page);
  await page.goto(`${server.url}/m/${match}?v=4`);
  await page.waitForSelector('.place');
  await page.goto(`${server.url}/m/${match}/dice`);
  await page.waitForSelector('[data-test=verdict]');
  expectQuiet(page);
  await page.context().close();
});

test('a form: what cannot lead to the sum cannot be chosen, a step is taken back', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  let seen = false;
  for (let match = 0; match < 6 && !seen; match++) {
    await startDragondice(page, server.url);
    await dragondiceUntil([page], `${FORM}[data-test=loss], ${END}`);
    seen = await page.locator(`${FORM}[data-test=loss]`).isVisible();
  }
  expect(seen).toBe(true);
  const total = () => page.locator('.foot b').textContent();
  // What came to the form may have pressed into it already.
  while (!/^0 of/.test((await total()) ?? '')) await page.click('[data-test=undo]');
  expect(await page.locator(DO).count()).toBe(0);
  // The units that fall are pressed where they stand.
  await page.locator(FALLS).first().click();
  const one = await total();
  expect(one).not.toMatch(/^0 of/);
  await page.click(SUGGEST);
  const [n, m] = /(\d+) of (\d+)/.exec((await total()) ?? '')!.slice(1);
  expect(n).toBe(m);
  // Those who are chosen can be spared again, and nobody else can fall.
  expect(await page.locator(`${FALLS}[aria-pressed=false]`).count()).toBe(0);
  await page.click('[data-test=undo]');
  expect(await total()).toBe(one);
  await page.click(SUGGEST);
  await page.click(DO);
  // It is gone, or there is another one, of which nothing is chosen.
  const left = page.locator(`${FORM}[data-test=loss] .foot b`);
  await expect.poll(async () => (await left.allTextContents()).every((text) => text.startsWith('0 of'))).toBe(true);
  await expect.poll(() => page.textContent('.story')).toMatch(/Fallen|kills/);
  expectQuiet(page);
  await page.context().close();
});

// By the numbers that choices have, and by Enter.
async function pressKeys(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    // What a number is pressed for is focused when the page has drawn it.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
}
test('a whole match by keys alone', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  await startDragondice(page, server.url, '3');
  await page.waitForSelector(DECIDE);
  // The units of an army are one stop of the tab key, and arrows go about among them.
  await page.locator('.place .unit[tabindex="0"]').first().focus();
  await pressKeys(page, 'ArrowRight', 'Enter');
  expect(await page.locator('.place .unit').nth(1).getAttribute('aria-expanded')).toBe('true');
  expect(await page.locator('.place .unit[tabindex="0"]').count()).toBe(6);
  for (let step = 0; step < 2000 && !(await page.locator(END).isVisible()); step++) {
    if (!(await page.locator(DECIDE).isVisible())) await page.waitForTimeout(30);
    else if (await page.locator(FORM).isVisible()) await pressKeys(page, '2', 'Enter', '1', 'Enter');
    else if (await page.locator(THING).first().isVisible()) await pressKeys(page, '1', 'Enter', '1', 'Enter');
    else await pressKeys(page, '1', 'Enter');
  }
  await page.waitForSelector(END);
  expect(await page.textContent('.story')).toMatch(/calls|goes from/);
  expectQuiet(page);
  await page.context().close();
});

test('by thumb on 320 × 640: a whole match, and nothing is cut', { timeout: 240_000 }, async () => {
  const page = await visitor(browser, { ...PHONE, viewport: { width: 320, height: 640 } });
  const fits = async (where: string) => {
    expect(await sideways(page), where).toBeLessThanOrEqual(0);
    expect(await tooSmall(page), where).toEqual([]);
  };
  await page.goto(`${server.url}/play/dragondice`);
  await page.waitForSelector('[data-test=start]');
  await fits('set-up');
  await page.selectOption('[data-army="0"]', '0');
  await fits('builder');
  await startDragondice(page, server.url, '3');
  // One place at a time, with a strip of all three.
  expect(await page.locator('.place').count()).toBe(1);
  // A dragon is at the frontier still: only one can have been called away.
  await page.locator('.place [data-dragon]').first().tap();
  await page.locator('[data-test=tables] summary').tap();
  await fits('tables');
  const first = await page.locator('.place').getAttribute('data-place');
  await page.locator('.strip button[aria-pressed=false]').first().tap();
  expect(await page.locator('.place').getAttribute('data-place')).not.toBe(first);
  await page.locator('.place .unit').first().tap();
  await page.locator('.sheet .faces button').first().tap();
  await fits('faces');
  const seen = new Set<string>();
  for (let step = 0; step < 2000 && !(await page.locator(END).isVisible()); step++) {
    if (!(await page.locator(DECIDE).isVisible())) {
      await page.waitForTimeout(30);
      continue;
    }
    const form = await page
      .locator(FORM)
      .getAttribute('data-test', { timeout: 200 })
      .catch(() => null);
    const what = form ?? ((await page.locator(OTHER).count()) > 0 ? 'other' : 'things');
    if (!seen.has(what)) await fits(what);
    seen.add(what);
    const ways = form ? [DO, SUGGEST] : what === 'other' ? [OTHER] : step % 4 === 3 ? [PLAIN] : [THING, PLAIN];
    for (const way of ways) {
      const found = page.locator(way).first();
      if (!(await found.isVisible())) continue;
      await found.tap({ timeout: 1000, force: true }).catch(() => undefined);
      break;
    }
  }
  await page.waitForSelector(END);
  await fits('over');
  expect(seen.has('other')).toBe(true);
  expectQuiet(page);
  await page.context().close();
});

// Some of the ways, for what is asked in a few words.
const WAYS_OF_TWO = `${DECIDE} .plain:only-child > :nth-child(2)`;
test.each([
  ['en-GB', 390],
  ['fr-FR', 320],
])('in %s at %i pixels: of several ways to attack each is in view, before and after a press', async (locale, width) => {
  const page = await visitor(browser, { ...PHONE, viewport: { width, height: 844 }, locale });
  // Dice decide whether there are several.
  for (let match = 0; match < 8 && !(await page.locator(WAYS_OF_TWO).isVisible()); match++) {
    await startDragondice(page, server.url, '3');
    await play([page], { ways: WAYS, until: `${WAYS_OF_TWO}, ${END}`, turn: match, lastEach: 5 });
  }
  const ways = page.locator(`${DECIDE} .plain > button`);
  const hidden = () =>
    ways.evaluateAll((all) =>
      all.flatMap((one) => {
        const [way, room] = [one, one.parentElement!].map((each) => each.getBoundingClientRect());
        const out = way.left < room.left || way.right > room.right || way.bottom > innerHeight;
        return out ? [one.textContent] : [];
      }),
    );
  const height = () => page.locator(DECIDE).evaluate((one) => one.clientHeight);
  expect(await hidden()).toEqual([]);
  expect(await outOfPlates(page, `${DECIDE} .plain > button`)).toEqual([]);
  const before = await height();
  await ways.last().tap();
  await page.waitForSelector(`${DECIDE} .armed`);
  expect(await hidden()).toEqual([]);
  expect(await outOfPlates(page, `${DECIDE} .plain > button`)).toEqual([]);
  expect(await height()).toBe(before);
  expectQuiet(page);
  await page.context().close();
});

test(
  'a force of one’s own: what is wrong is said, its code is shared, and it plays',
  { timeout: 120_000 },
  async () => {
    const [page, other] = [await visitor(browser), await visitor(browser)];
    const own = async (at: Page) => {
      await at.goto(`${server.url}/play/dragondice`);
      await at.waitForSelector('[data-test=start][aria-disabled=false]');
      await at.selectOption('[data-army="0"]', '0');
    };
    await own(page);
    const faults = page.locator('.faults');
    expect(await faults.textContent()).toContain('can be played');
    // One unit more, and rules forbid it; one of the same health less, and it is another force that they allow.
    await page.click('[data-add=home]');
    expect(await faults.textContent()).toContain('A-2');
    // With such a force nothing can be begun, and why stands by the button as well.
    expect(await page.getAttribute('[data-test=start]', 'aria-disabled')).toBe('true');
    expect(await page.textContent('[data-test=faults]')).toMatch(/^Yours · .*A-2/);
    await page.click('[data-test=start]', { force: true });
    expect(new URL(page.url()).pathname).toBe('/play/dragondice');
    await page.locator('.parts section').first().locator('[aria-label^="One less"]').last().click();
    expect(await faults.textContent()).toContain('can be played');
    expect(await page.getAttribute('[data-test=start]', 'aria-disabled')).toBe('false');
    await page.locator('.parts section').nth(1).locator('[aria-label^="One less"]').first().click();
    expect(await faults.textContent()).toMatch(/27 health.*30.*A-2/);
    await page.locator('.parts section').nth(1).locator('[data-test=more]').first().click();
    await page.locator('.parts section').nth(1).locator('[aria-label^="One less"]').first().click();
    await page.locator('.parts section').nth(2).locator('[data-test=more]').nth(1).click();
    const code = await page.inputValue('[data-test=code]');
    await own(other);
    await other.fill('[data-test=typed]', code.slice(0, -3));
    await other.click('[data-test=use]');
    expect(await other.textContent('.builder [data-test=use] + [role=status]')).toContain('no code');
    await other.fill('[data-test=typed]', code);
    await other.click('[data-test=use]');
    expect(await other.inputValue('[data-test=code]')).toBe(code);
    // It is still there when one comes back.
    await own(page);
    expect(await page.inputValue('[data-test=code]')).toBe(code);
    await page.selectOption('.builder select', '7');
    expect(await faults.textContent()).toContain('can be played');
    await page.click('[data-test=start]');
    await page.waitForSelector('.place');
    expect(await page.textContent('.board')).toContain('Cannibal');
    expectQuiet(page, other);
    for (const each of [page, other]) await each.context().close();
  },
);

test('a first battle is small, and explained by what happens in it', { timeout: 120_000 }, async () => {
  const page = await visitor(browser, { newcomer: true });
  await page.goto(`${server.url}/play/dragondice`);
  await page.waitForSelector('[data-test=start][aria-disabled=false]');
  await page.click('[data-test=first]');
  await page.click('[data-test=start]');
  await page.waitForSelector('.place');
  expect(await page.textContent('.scores')).toContain('15 points');
  // What it is about is said before anything is asked, and so is how long it lasts.
  expect(await page.textContent('[data-test=goal]')).toMatch(/health .* a point.*dragons: 4 more.*3 rounds/);
  expect(await page.locator('.rounds i').count()).toBe(3);
  const cards = new Set<string>();
  for (let step = 0; step < 2000 && !(await page.locator(END).isVisible()); step++) {
    const card = page.locator('[data-test=tour] p');
    if (await card.isVisible()) cards.add((await card.textContent({ timeout: 500 }).catch(() => '')) ?? '');
    if (!(await decideDragondice(page, step))) await page.waitForTimeout(30);
  }
  expect(cards.size).toBeGreaterThan(2);
  // Which cards there are besides depends on the dice, and on what is read in time.
  expect([...cards].join(' ')).toMatch(/units may move now|Call points bring/);
  expectQuiet(page);
  await page.context().close();
});

test('two play, and see the same', { timeout: 240_000 }, async () => {
  const pages = [await visitor(browser), await visitor(browser)];
  await openDragondiceTable(pages[0], pages[1], server.url);
  await dragondiceToEnd(pages);
  await pages[1].waitForSelector(END);
  const stories = await Promise.all(pages.map((page) => page.locator('.story li:not(.here)').count()));
  expect(stories[0]).toBe(stories[1]);
  expectQuiet(...pages);
  for (const page of pages) await page.context().close();
});

test('the attack is staged: dice tumble, then their icons are counted one by one', { timeout: 240_000 }, async () => {
  const page = await visitor(browser, { settings: { speed: 'brisk' } });
  await startDragondice(page, server.url);
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = (): void => {
      if (document.querySelector('.attacked .unit.tumbling')) seen.add('tumbling');
      if (document.querySelector('.attacked .unit .counted') && document.querySelector('.attacked .unit .faint'))
        seen.add('counting');
      // What is asked covers none of the dice that are counted.
      const foot = document.querySelector('.decide')?.getBoundingClientRect().top ?? innerHeight;
      for (const one of document.querySelectorAll('.attacked .unit:has(.counted)'))
        if (one.getBoundingClientRect().bottom > foot) seen.add('covered');
      const part = document.querySelector('.attacked .part')?.textContent;
      if (part) seen.add(part);
      document.body.dataset['seen'] = [...seen].sort().join(', ');
      requestAnimationFrame(look);
    };
    look();
  });
  const all = ['Aims', 'Army answers', 'Dragons roll', 'Losses', 'counting', 'tumbling'];
  await dragondiceUntil([page], `[data-seen="${all.join(', ')}"]`);
  expect((await page.getAttribute('body', 'data-seen'))?.split(', ')).toEqual(all);
  expectQuiet(page);
  await page.context().close();
});

// Pixels of the window that moved, times how far: what is barely noticed.
const SHIFT_MOST = 0.05;

interface Shift extends PerformanceEntry {
  value: number;
  sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
}

// What makes the page write down what each attack has moved.
function noteShifts(): void {
  const attacks: { from: number; to: number }[] = [];
  const moved: { at: number; value: number; what: string[] }[] = [];
  Object.assign(window, { attacks, moved });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      const what = entry.sources.map(({ node, previousRect: { y }, currentRect }) => {
        const name = String(node?.className ?? node?.nodeName);
        return `${name} ${y} to ${currentRect.y}`;
      });
      moved.push({ at: entry.startTime, value: entry.value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  let before: string | undefined;
  const look = (now: number): void => {
    const place = document.querySelector<HTMLElement>('.place.attacked')?.dataset['place'];
    if (place && place !== before) attacks.push({ from: now, to: now });
    if (document.body) document.body.dataset['attacks'] = String(attacks.length);
    const last = attacks.at(-1);
    if (place && last) last.to = now;
    before = place;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
test.each([
  ['at a desk', {}],
  ['on a phone', PHONE],
])('nothing jumps while dragons attack, %s', { timeout: 240_000 }, async (_, at) => {
  const page = await visitor(browser, { ...at, settings: { speed: 'brisk' } });
  await page.addInitScript(noteShifts);
  await startDragondice(page, server.url, '3');
  // Two whole ones: when the third begins, or the match ends.
  await dragondiceUntil([page], `[data-attacks="3"], ${END}`);
  const begun = await page.evaluate(() => {
    const seen = window as unknown as {
      attacks: { from: number; to: number }[];
      moved: { at: number; value: number; what: string[] }[];
    };
    return seen.attacks.map(({ from, to }) => seen.moved.filter(({ at }) => at >= from && at <= to));
  });
  const attacks = begun.slice(0, 2);
  expect(attacks).toHaveLength(2);
  for (const moved of attacks) {
    const shift = moved.reduce((sum, { value }) => sum + value, 0);
    expect(shift, JSON.stringify(moved)).toBeLessThanOrEqual(SHIFT_MOST);
  }
  expectQuiet(page);
  await page.context().close();
});

test.each([
  ['at a desk', { viewport: { width: 1440, height: 900 } }],
  ['on a phone', PHONE],
])('no army moves when a dragon is called away, %s', { timeout: 240_000 }, async (_, at) => {
  const page = await visitor(browser, at);
  // The bot may call one away at any moment, or another one to it: so it is looked at and taken away in one go.
  const seen = () =>
    page.evaluate(() => {
      const tops = () => [...document.querySelectorAll('.army')].map((one) => one.getBoundingClientRect().top);
      const frontier = [...document.querySelectorAll('.place')].find((one) =>
        [...one.querySelectorAll('.owner')].some((owner) => owner.textContent.includes('frontier')),
      );
      const dragons = [...(frontier?.querySelectorAll('.dragon') ?? [])];
      if (dragons.length !== 2) return undefined;
      const before = tops();
      dragons[1]?.remove(); // as the page shows it without that dragon
      return { before, after: tops() };
    });
  const MATCHES_MOST = 20;
  let found = await seen();
  for (let matches = 0; matches < MATCHES_MOST && !found; matches++) {
    await startDragondice(page, server.url, '3');
    found = await seen();
  }
  expect(found?.before.length).toBeGreaterThan(1);
  expect(found?.after).toEqual(found?.before);
  await page.context().close();
});

test('in French: a whole match, and no English left', { timeout: 240_000 }, async () => {
  const page = await visitor(browser, { locale: 'fr-FR' });
  const clean = async (where: string) => {
    // The game's own name is English everywhere.
    const text = (await page.innerText('main')).replaceAll('Dragon Dice', '');
    expect(
      /\b(the|your|against|round|match|dice|play|and|with|health|army|slay)\b/i.exec(text)?.[0],
      where,
    ).toBeUndefined();
    expect(/[\p{L}\d] [?!:;](\s|$)/u.exec(text)?.[0], where).toBeUndefined();
  };
  await page.goto(`${server.url}/play/dragondice`);
  await page.waitForSelector('[data-test=start]');
  await clean('set-up');
  await startDragondice(page, server.url, '3');
  await clean('start');
  await page.locator('.place .unit').first().click();
  await page.locator('.place [data-dragon]').first().click();
  await page.locator('[data-test=tables] summary').click();
  await clean('faces');
  await dragondiceToEnd([page]);
  await clean('over');
  await page.goto(`${server.url}/rules/dragondice`);
  await page.waitForSelector('#DR-1');
  // What is typed and what travels has the same names in every language.
  await page.evaluate(() => document.querySelectorAll('code').forEach((code) => code.remove()));
  await page.waitForSelector('h1');
  await clean('rules');
  expectQuiet(page);
  await page.context().close();
});

test('axe finds nothing in either theme', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  const faults = () => axeFaultsInBothThemes(page);
  for (const path of ['/play/dragondice', '/rules/dragondice']) {
    await page.goto(server.url + path);
    await page.waitForSelector('h1');
    expect(await faults(), path).toEqual([]);
  }
  await page.goto(`${server.url}/play/dragondice`);
  await page.selectOption('[data-army="0"]', '0');
  await page.click('[data-add=home]');
  expect(await faults(), 'builder').toEqual([]);
  await startDragondice(page, server.url);
  await page.locator('.place .unit').first().click();
  await page.locator('[data-glance=save]').first().click();
  await page.locator('[data-areas] summary').first().click();
  await page.locator('.place [data-dragon]').first().click();
  await page.locator('[data-test=tables] summary').click();
  await page.waitForSelector(DECIDE);
  expect(await faults(), 'open').toEqual([]);
  await dragondiceUntil([page], `${OTHER}, ${END}`);
  expect(await faults(), 'pair').toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faults(), '390').toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dragondiceUntil([page], `${FORM}, ${END}`);
  expect(await faults(), 'form').toEqual([]);
  await dragondiceToEnd([page]);
  expect(await faults(), 'over').toEqual([]);
  await page.context().close();
});

test('text twice as large: nothing runs out of the page', { timeout: 60_000 }, async () => {
  for (const at of [{}, PHONE, { ...PHONE, viewport: { width: 320, height: 640 } }]) {
    const page = await visitor(browser, at);
    await page.goto(`${server.url}/play/dragondice`);
    await page.waitForSelector('[data-test=start]');
    await page.selectOption('[data-army="0"]', '0');
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await page.waitForTimeout(150);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await startDragondice(page, server.url, '3');
    await page.waitForSelector(DECIDE);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await page.waitForTimeout(150);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.context().close();
  }
});
