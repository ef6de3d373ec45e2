// Dragon Dance on the page: by mouse, by keys alone, by thumb, in French, and with two who must not see too early what the
// other has chosen.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor } from './browser';
import { CARD, DIE, OFFERED, danceByMouse, danceToEnd, decideUntil, openDanceTable, startDance } from './dance';
import { END, matchOf } from './duel';
import { outOfPlates, sideways, tooSmall } from './fits';
import { besideChoices, listen } from './frames';
import { openSite } from './site';

const { server, browser } = await openSite();

test('a whole match against a bot by mouse, its replay and its dice', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  await startDance(page, server.url);
  // What a die would do is shown where it is pointed at: one column of each card that has a table.
  await page.mouse.move(0, 0);
  await expect.poll(() => page.locator('.own .hand .lit').count()).toBe(0);
  await page.hover('.own .dice [data-slot="0"]');
  await expect.poll(() => page.locator('.own .hand .column.lit').count()).toBeGreaterThan(0);
  await danceByMouse(page);
  expect(await page.locator('.strip li').count()).toBeGreaterThan(1);
  expect(await page.textContent('.story')).toContain('Round 1');
  const match = matchOf(page);
  await page.goto(`${server.url}/m/${match}?v=4`);
  await page.waitForSelector('.board');
  // After the last move of a replay the strip has no later exchange than the one that is shown.
  expect(await page.locator('.strip li').count()).toBeLessThan(3);
  await page.goto(`${server.url}/m/${match}/dice`);
  await page.waitForSelector('[data-test=verdict]');
  expectQuiet(page);
  await page.context().close();
});

test(
  'the reveal is staged: both seals turn at once, the columns light up, and only then a life changes',
  { timeout: 120_000 },
  async () => {
    const page = await visitor(browser, { settings: { speed: 'calm' } });
    await startDance(page, server.url);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = (): void => {
        const states = [...document.querySelectorAll<HTMLElement>('[data-seal]')].map((one) => one.dataset['state']);
        const lit = document.querySelectorAll('.seals .column.lit').length > 0;
        const now = `${states.join('+')}${lit ? ' lit' : ''}`;
        if (seen.at(-1) !== now) seen.push(now);
        requestAnimationFrame(look);
      };
      look();
    });
    await decideUntil(page, DIE, CARD);
    await decideUntil(page, CARD, `${DIE}, ${OFFERED}, ${END}`);
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    // Never is one of them open while the other is not.
    expect(seen.filter((now) => /open\+(sealed|empty)|(sealed|empty)\+open/.test(now))).toEqual([]);
    expect(seen.some((now) => now === 'sealed+sealed')).toBe(true);
    expect(seen.some((now) => now.startsWith('open+open'))).toBe(true);
    expectQuiet(page);
    await page.context().close();
  },
);

const FOCUSABLE_MOST = 80;
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < FOCUSABLE_MOST; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the tab key never comes to ${selector}`);
}
// In a row of dice or cards, by the arrow keys, to one that can be chosen.
async function walkTo(page: Page, row: string): Promise<void> {
  await tabTo(page, `${row} [data-rove]`);
  // What the other decides meanwhile takes the choices away for a moment.
  for (let again = 0; again < 3; again++) {
    await page.keyboard.press('Home');
    for (let i = 0; i < 8; i++) {
      if (await page.evaluate(() => document.activeElement?.matches('[data-choice]'))) return;
      await page.keyboard.press('ArrowRight');
    }
  }
  throw new Error(`nothing to choose in ${row}`);
}

test('a whole match by keys alone, and what happens is said', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/play/dance`);
  await page.waitForSelector('[data-test=start]');
  await tabTo(page, '[data-test=start]');
  await page.keyboard.press('Enter');
  await page.waitForSelector(DIE);
  const done = { die: 0, card: 0, offered: 0 };
  await page.evaluate(() => {
    const polite = document.querySelector('[aria-live=polite]')!;
    const said: (string | null)[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => said.push(polite.textContent)).observe(polite, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  for (;;) {
    await page.waitForSelector(`${DIE}, ${CARD}, ${OFFERED}, ${END}`);
    if (await page.locator(END).isVisible()) break;
    const [what, selector] = (await page.locator(DIE).first().isVisible())
      ? (['die', DIE] as const)
      : (await page.locator(CARD).first().isVisible())
        ? (['card', CARD] as const)
        : (['offered', OFFERED] as const);
    if (what === 'offered') {
      await page.keyboard.press('1');
      await expect.poll(() => page.evaluate(() => document.activeElement?.matches('.decide [data-choice]'))).toBe(true);
    } else {
      await page.keyboard.press('b');
      await walkTo(page, what === 'die' ? '.own .dice' : '.own .hand');
    }
    await page.keyboard.press('Enter');
    done[what]++;
    // The other may decide before this has arrived; once it has, nothing more is asked here.
    await expect.poll(() => page.locator(selector).count(), { timeout: 30_000 }).toBe(0);
  }
  expect(done.die).toBeGreaterThan(1);
  expect(done.card).toBe(done.die);
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said.join('\n'));
  expect(said).toMatch(/ against /);
  expect(said).toMatch(/Dice: /);
  expect(await page.textContent('[aria-live=assertive]')).toContain('The match is over');
  expectQuiet(page);
  await page.context().close();
});

// What its owner alone sees of it.
const OWN_SEAL = '.place.mine[data-state=sealed] .turner.secret.open';

test('what one has chosen lies face up to oneself until both are turned, and after coming back', async () => {
  const [host, guest] = [await visitor(browser), await visitor(browser)];
  await openDanceTable(host, guest, server.url);
  for (const [mine, front] of [
    [DIE, 'svg'],
    [CARD, '.face'],
  ] as const) {
    for (const page of [host, guest]) await page.waitForSelector(mine);
    const chosen = host.locator(mine).nth(1);
    const name = (await chosen.locator('.visually-hidden').textContent())!.split('.')[0].trim();
    await chosen.click();
    for (const again of [false, true]) {
      if (again) await host.reload();
      await host.waitForSelector(OWN_SEAL);
      await expect.poll(() => host.locator('.place.mine > .visually-hidden').textContent()).toContain(name);
      expect(await host.locator(`.place.mine .secret .front > ${front}`).count(), front).toBe(1);
      expect(await host.locator('.place.mine .sealed').count()).toBe(1);
      expect(await guest.locator('.sealed, .turner.secret.open').count()).toBe(0);
    }
    await guest.locator(mine).first().click();
  }
  await Promise.all([host, guest].map((page) => page.waitForSelector('.strip li')));
  expectQuiet(host, guest);
  for (const page of [host, guest]) await page.context().close();
});

const CARDS = /Charge|Hack|Slash|Dodge|Shield|Advance|Retreat|Recuperate|Breathe|Rake|Tail|Flap|Scales/;

test(
  'neither is told what the other has chosen before both have: not a byte differs',
  { timeout: 240_000 },
  async () => {
    // Which die, and which card, the one chooses; and what the other was told meanwhile, beside what itself can choose.
    const ways = [
      { die: 0, card: 0 },
      { die: 1, card: 0 },
      { die: 0, card: 1 },
    ];
    const seen: { die: string; card: string }[] = [];
    for (const way of ways) {
      const pages = [await visitor(browser), await visitor(browser)];
      const [host, guest] = pages;
      const heard = listen(guest);
      await openDanceTable(host, guest, server.url);
      const told = { die: '', card: '' };
      for (const [phase, mine] of [
        ['die', DIE],
        ['card', CARD],
      ] as const) {
        for (const page of pages) await page.waitForSelector(mine);
        await guest.waitForTimeout(200);
        const from = heard.length;
        await host.locator(mine).nth(way[phase]).click();
        await host.waitForSelector(OWN_SEAL);
        const seal = guest.locator('[data-state=sealed]');
        await expect.poll(() => seal.count()).toBe(1);
        // Only a closed seal, in what is drawn and in what is said; the die is known by the time of the cards.
        expect(await seal.textContent()).not.toMatch(phase === 'die' ? /die \d|no die/i : CARDS);
        expect(await seal.locator('.front svg, .front .face').count()).toBe(phase === 'die' ? 0 : 1);
        await guest.waitForTimeout(200);
        told[phase] = heard
          .slice(from)
          .map((frame) => besideChoices(frame).toString('base64'))
          .join(' ');
        await guest.locator(mine).first().click();
      }
      seen.push(told);
      await Promise.all(pages.map((page) => page.waitForSelector('.strip li')));
      const stories = await Promise.all(pages.map((page) => page.locator('.story li:not(.here)').count()));
      expect(stories[0]).toBe(stories[1]);
      expectQuiet(...pages);
      for (const page of pages) await page.context().close();
    }
    const [first, otherDie, otherCard] = seen;
    expect(first.die.length).toBeGreaterThan(0);
    expect(otherDie.die).toBe(first.die);
    expect(first.card.length).toBeGreaterThan(0);
    expect(otherCard.card).toBe(first.card);
  },
);

test('by thumb on 320 × 640: armed first, then chosen; nothing is cut', { timeout: 240_000 }, async () => {
  const page = await visitor(browser, { ...PHONE, viewport: { width: 320, height: 640 } });
  const fits = async () => {
    const wide = await sideways(page);
    expect(wide).toBeLessThanOrEqual(0);
    expect(await tooSmall(page)).toEqual([]);
  };
  await startDance(page, server.url);
  await fits();
  await page.locator(DIE).nth(1).tap();
  await page.waitForSelector('.own .dice .armed');
  // Each card has one large number: that of the die.
  expect(await page.locator('.own .hand .big.lit').count()).toBe(5);
  await page.locator('.own .dice .armed').tap();
  await page.waitForSelector(CARD);
  await fits();
  // The other's hand opens to its cards.
  await page.tap('.drawer summary');
  await expect.poll(() => page.locator('.drawer .card').count()).toBe(8);
  await fits();
  await page.tap('.drawer summary');
  for (let step = 0; step < 2000 && !(await page.locator(END).isVisible()); step++) {
    const armed = page.locator('.board .armed').first();
    const some = page.locator(`${OFFERED}, ${DIE}, ${CARD}`);
    const count = await some.count();
    const press = (await armed.isVisible()) ? armed : count > 0 ? some.nth(step % count) : undefined;
    // What the other's decision changes meanwhile cannot be tapped, and is gone soon. Nobody waits until all stands still.
    if (press) await press.tap({ timeout: 300, force: true }).catch(() => undefined);
    else await page.waitForTimeout(50);
  }
  await page.waitForSelector(END);
  await fits();
  expectQuiet(page);
  await page.context().close();
});

const CARDS_SHOWN = '.board .plate:not(.ground)';
test.each([
  ['en-GB', 390],
  ['fr-FR', 320],
  ['fr-FR', 1280],
])('in %s at %i pixels no words run out of their card, not even while it is turned', async (locale, width) => {
  const page = await visitor(browser, { ...(width < 720 && PHONE), viewport: { width, height: 800 }, locale });
  await startDance(page, server.url);
  expect(await outOfPlates(page, CARDS_SHOWN)).toEqual([]);
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('wyrmhall.settings')!) as object;
    localStorage.setItem('wyrmhall.settings', JSON.stringify({ ...kept, speed: 'calm' }));
  });
  // Charge has most to say.
  await decideUntil(page, DIE, CARD);
  expect(await outOfPlates(page, CARDS_SHOWN)).toEqual([]);
  await page.reload();
  await page.waitForSelector(CARD);
  await decideUntil(page, '.own .hand [data-choice][data-card="0"]', '.seals .turner.open .face');
  const out = new Set<string>();
  while ((await page.locator(`${DIE}, ${END}`).count()) === 0) {
    for (const one of await outOfPlates(page, CARDS_SHOWN)) out.add(one);
  }
  expect([...out]).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});

test('in French both hands are of one height, though one has longer words', async () => {
  const page = await visitor(browser, { locale: 'fr-FR' });
  await startDance(page, server.url);
  const rooms = await page.locator('.side .hand').evaluateAll((hands) =>
    hands.map((hand) => {
      const { top, height } = hand.getBoundingClientRect();
      return { top, height };
    }),
  );
  expect(rooms).toHaveLength(2);
  expect(rooms[0]).toEqual(rooms[1]);
  expectQuiet(page);
  await page.context().close();
});

test('in French: a whole match, and no English left', { timeout: 240_000 }, async () => {
  const page = await visitor(browser, { locale: 'fr-FR' });
  await startDance(page, server.url);
  await danceToEnd([page]);
  for (const path of [`/m/${matchOf(page)}`, '/rules/dance', '/play/dance']) {
    await page.goto(server.url + path);
    await page.waitForSelector('h1');
    await page.waitForTimeout(200);
    const text = await page.innerText('main');
    expect(/\b(the|your|against|round|match|dice|play|and|with|range|card)\b/i.exec(text)?.[0], path).toBeUndefined();
    expect(/[\p{L}\d] [?!:;](\s|$)/u.exec(text)?.[0], path).toBeUndefined();
  }
  expectQuiet(page);
  await page.context().close();
});

test('beside a card lies what each answer comes to, by mouse and by keys, until the round goes on', async () => {
  const page = await visitor(browser);
  await startDance(page, server.url);
  const answers = page.locator('[data-against]');
  // Before the dice are known it is told from the least to the most.
  await page.hover('.own .hand [data-card="0"]');
  await expect.poll(() => answers.count()).toBe(7);
  expect(await page.textContent('.hint')).toMatch(/^Charge: 1 to 5 damage\.$/);
  expect(await answers.first().locator('.visually-hidden').textContent()).toMatch(
    /^Breathe Fire\. The dragon loses 1 to \d life\. The knight loses 1 to \d life\. They are at short range now\.$/,
  );
  // What was said of a card goes with the step of the round, wherever the mouse rests.
  await page
    .locator(DIE)
    .first()
    .evaluate((one: HTMLElement) => one.click());
  await page.waitForSelector(CARD);
  await expect.poll(() => page.textContent('.hint')).toBe('Choose a card');
  expect(await answers.count()).toBe(0);
  // By keys, and from the card on to its answers.
  await page.locator('.own .hand [data-card="0"]').focus();
  await expect.poll(() => page.textContent('.hint')).toBe('Charge (no die): 1 damage.');
  await answers.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.textContent('.hint')).toMatch(/^Charge – Tail Sweep: −1 \/ (0|−\d)$/);
  expect(await answers.count()).toBe(7);
  expectQuiet(page);
  await page.context().close();
});

test('on a phone all cards are in view, those that can be played first; the discard is a pile', async () => {
  const page = await visitor(browser, PHONE);
  await startDance(page, server.url);
  const inView = async (selector: string) => {
    const boxes = await page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    return boxes.filter(({ left, right, bottom }) => left >= 0 && right <= 390 && bottom <= 844).length;
  };
  expect(await inView('.own .card')).toBe(8);
  expect(await inView('.side:not(.own) .dice li')).toBe(3);
  expect(await inView('.drawer [data-icon]')).toBe(8);
  const order = () => page.locator('.own .card').evaluateAll((all) => all.map((one) => one.getAttribute('data-card')));
  // Hack and Slash cannot be played at long range.
  expect(await order()).toEqual(['0', '3', '4', '5', '6', '7', '1', '2']);
  await decideUntil(page, DIE, CARD);
  await decideUntil(page, '.own .hand [data-choice][data-card="0"]', DIE);
  expect((await order()).at(-1)).toBeNull();
  expect(await page.textContent('.pile')).toContain('Discard: Charge');
  expect(await page.locator('.own [data-card="0"]').count()).toBe(0);
  await page.tap('.pile');
  expect(await page.locator('.own [data-card="0"]').count()).toBe(1);
  expect(await page.locator('.drawer .gone').count()).toBe(1);
  expectQuiet(page);
  await page.context().close();
});

test('axe finds nothing in either theme, in each phase', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  const faults = () => axeFaultsInBothThemes(page);
  for (const path of ['/play/dance', '/rules/dance']) {
    await page.goto(server.url + path);
    await page.waitForSelector('h1');
    expect(await faults(), path).toEqual([]);
  }
  await startDance(page, server.url);
  expect(await faults(), 'die').toEqual([]);
  await decideUntil(page, DIE, CARD);
  await page.locator(CARD).first().focus();
  expect(await faults(), 'card').toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faults(), '390').toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await danceToEnd([page]);
  expect(await faults(), 'over').toEqual([]);
  await page.context().close();
});

test('text twice as large: nothing runs out of the page', async () => {
  for (const at of [{}, PHONE]) {
    const page = await visitor(browser, at);
    await startDance(page, server.url);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await page.waitForTimeout(150);
    const wide = await sideways(page);
    expect(wide).toBeLessThanOrEqual(0);
    await page.context().close();
  }
});
