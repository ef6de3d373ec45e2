// Dice & Dragons on the page: by mouse, by thumb, in French, by two together, and in the village.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor } from './browser';
import { END, matchOf } from './duel';
import { sideways, tooSmall } from './fits';
import {
  AGAIN,
  ARMED,
  CALL,
  COVER,
  FAIL,
  FAILING,
  FILL,
  FLEE,
  NO_ASSIST,
  READY,
  ROLL,
  SKILL,
  STAY,
  TARGET,
  actsUntil,
  callFlight,
  fleeTo,
  huntByMouse,
  huntUntil,
  openHuntTable,
  startHunt,
} from './hunt';
import { openSite } from './site';

const { server, browser } = await openSite();

const campaign = (page: Page) => page.click('label:has-text("Campaign")');
const keptDice = (page: Page) => page.locator('.die-button.kept');

test('a whole hunt with two heroes by mouse, its replay and its dice', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  await startHunt(page, server.url);
  await page.click(ROLL);
  await page.waitForSelector(AGAIN);
  // Whose turn it is, and whose comes after it, with their initiative.
  expect(await page.locator('[data-test=turns] [data-hero]').count()).toBe(2);
  expect(await page.textContent('[data-test=turns] [aria-current]')).toMatch(/Warrior \(?.*4\)/);
  // The sheet of whose turn it is lies open, until another is pressed.
  const open = () => page.getAttribute('.sheet', 'data-hero');
  expect([await page.locator('.sheet').count(), await open()]).toEqual([1, '0']);
  await page.click('[data-test=turns] [data-hero="1"]');
  expect(await open()).toBe('1');
  expect(await page.locator('.sheet .skill.can, .sheet .skill.aimable').count()).toBe(0);
  await page.click('[data-test=turns] [data-hero="1"]');
  expect(await open()).toBe('0');
  // A die is kept by a press, or dragged into the groove and out of it again.
  await page.click('[data-slot="1"]');
  expect(await keptDice(page).count()).toBe(1);
  expect(await page.textContent(AGAIN)).toContain('4 dice');
  const die = await page.locator('[data-slot="3"]').boundingBox();
  const middle = { x: die!.x + die!.width / 2, y: die!.y + die!.height / 2 };
  const drag = async (by: number): Promise<void> => {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x, middle.y + by, { steps: 4 });
    await page.mouse.up();
  };
  await drag(50);
  expect(await keptDice(page).count()).toBe(2);
  await drag(-50);
  expect(await keptDice(page).count()).toBe(1);
  const lies = (await page.locator('[data-slot="1"]').textContent())?.split(',')[0];
  await page.click(AGAIN);
  await page.waitForSelector('.offers:has-text("3 of 3"), .skill.can');
  expect(await page.locator('[data-slot="1"]').textContent()).toContain(lies!);
  await huntByMouse(page);
  expect(await page.textContent('.report')).toMatch(/Victory|Defeat|flies off/);
  expect(await page.textContent('.story')).toContain('Warrior');
  const match = matchOf(page);
  await page.goto(`${server.url}/m/${match}?v=4`);
  await page.waitForSelector('.board .sheet');
  await page.goto(`${server.url}/m/${match}/dice`);
  await page.waitForSelector('[data-test=verdict]');
  expectQuiet(page);
  await page.context().close();
});

test(
  'a counter-attack and a Fury are staged: who is hurt is shown with the dice that did it',
  { timeout: 240_000 },
  async () => {
    const page = await visitor(browser, { settings: { speed: 'brisk' } });
    await startHunt(page, server.url);
    await page.evaluate(() => {
      const seen = new Set<string>();
      const look = (): void => {
        const storm = document.querySelector('.storm.fury') !== null;
        const hurt = document.querySelectorAll('.band .hurt').length;
        if (storm) seen.add(hurt > 0 ? 'fury hurts' : 'fury');
        // Nothing is told of it before its dice rest, and nothing of the roll before.
        const rolling = document.querySelector('[data-test=turn]')?.textContent?.includes('The dice are rolling');
        if (storm && rolling && document.querySelector('.chart .now')) seen.add('told early');
        if (storm && document.querySelector('.said')?.textContent) seen.add('told of the roll before');
        if (document.querySelector('.die-button.threat') && hurt === 1 && document.querySelector('.chart .now'))
          seen.add('counter');
        if (document.querySelector('.dragon.struck .blow')) seen.add('struck');
        document.body.dataset['seen'] = [...seen].sort().join(', ');
        requestAnimationFrame(look);
      };
      look();
    });
    const all = ['counter', 'fury', 'fury hurts', 'struck'];
    await huntUntil([page], `[data-seen="${all.join(', ')}"], ${END}`);
    expect((await page.getAttribute('body', 'data-seen'))?.split(', ')).toEqual(all);
    expectQuiet(page);
    await page.context().close();
  },
);

test('two hunt together, and see the same', { timeout: 240_000 }, async () => {
  const pages = [await visitor(browser), await visitor(browser)];
  const [host, guest] = pages;
  await openHuntTable(host, guest, server.url);
  // They play with each other.
  expect(await guest.textContent('main h1')).not.toContain('against');
  // The warrior is first, and is the host's: nobody else can press its dice or skills.
  await host.waitForSelector(ROLL);
  expect(await guest.locator(ROLL).count()).toBe(0);
  await host.click(ROLL);
  await host.waitForSelector('.die-button.can');
  await expect.poll(() => guest.locator('.die-button .die').count()).toBe(5);
  expect(await guest.locator('.die-button.can, .skill.can').count()).toBe(0);
  // Flight needs both: one who stays keeps all.
  await callFlight(host, guest);
  await expect.poll(() => guest.textContent('.said')).toContain('for flight');
  await guest.click(STAY);
  await guest.waitForSelector(ROLL);
  await fleeTo(pages, END);
  await guest.waitForSelector(END);
  const stories = await Promise.all(pages.map((page) => page.locator('.story li:not(.here)').count()));
  expect(stories[0]).toBe(stories[1]);
  expectQuiet(...pages);
  for (const page of pages) await page.context().close();
});

// Holds back what the server says to a page, from now on until it is let go.
async function withDelay(page: Page): Promise<{ hold: () => void; release: () => void }> {
  let held: (() => void)[] | undefined;
  await page.routeWebSocket(/.*/, (ws) => {
    const behind = ws.connectToServer();
    behind.onMessage((message) => {
      if (held) held.push(() => ws.send(message));
      else ws.send(message);
    });
  });
  return {
    hold: () => (held = []),
    release: () => {
      held?.forEach((send) => send());
      held = undefined;
    },
  };
}

test('a vote that another’s has overtaken came too late, and the page says so', { timeout: 120_000 }, async () => {
  const [host, guest, third] = [await visitor(browser), await visitor(browser), await visitor(browser)];
  const delay = await withDelay(guest);
  await openHuntTable(host, guest, server.url, third);
  // The rogue is the first.
  await callFlight(third, guest);
  delay.hold();
  await host.click(STAY);
  // The vote is over, and the next turn has come: the guest does not know yet.
  await host.waitForSelector(ROLL);
  await guest.click(FLEE);
  await guest.waitForTimeout(200);
  delay.release();
  await expect.poll(() => guest.textContent('.main')).toContain('Too late: the match has moved on.');
  expect(await guest.textContent('.main')).not.toContain('cannot be done');
  // It stands until the next decision. A hero may fall meanwhile, and the next one's player goes on.
  await actsUntil([host, third], guest, ROLL);
  await guest.click(ROLL);
  await expect.poll(() => guest.textContent('.main')).not.toContain('Too late');
  expectQuiet(host, guest, third);
  for (const page of [host, guest, third]) await page.context().close();
});

test('a campaign comes to the village: shopping, and on to the next hunt', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  await startHunt(page, server.url, () => campaign(page));
  await fleeTo([page], READY);
  expect(await page.textContent('.report')).toContain('The heroes flee');
  expect(await page.getAttribute('.path', 'aria-label')).toContain('Chapter 1 of 10');
  expect(await page.textContent('[data-shopper="0"]')).toContain('2 gold');
  // Two heroes make no two groups.
  expect(await page.innerText('main')).not.toContain('group');
  expect(await page.textContent('details.list')).not.toContain('group');
  await page.click('[data-buy]:has-text("Healing Potion")');
  await expect.poll(() => page.textContent('[data-shopper="0"]')).toContain('0 gold');
  expect(await page.locator('[data-buy]').count()).toBe(0);
  expect(await page.textContent('.village .pack')).toContain('Healing Potion');
  // A gift goes over to the other.
  await page.click('text=Give an item away');
  await page.click(FILL);
  await page.click('[data-shopper="1"]');
  await expect.poll(() => page.textContent('.village .pack')).toContain('Healing Potion');
  await page.click(READY);
  await page.waitForSelector(ROLL);
  await page.click('[data-test=turns] [data-hero="1"]');
  expect(await page.locator('.sheet:has-text("Healing Potion")').count()).toBe(1);
  expectQuiet(page);
  await page.context().close();
});

test('between two hunts another hero is played, and the one who rests comes back', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  await startHunt(page, server.url, () => campaign(page));
  await fleeTo([page], READY);
  await page.click('[data-shopper="0"]');
  await page.click('.village button:has-text("Warrior rests, and a newcomer is played: Rogue")');
  await expect.poll(() => page.textContent('[data-shopper="0"]')).toContain('rests');
  expect(await page.textContent('[data-shopper="2"]')).toContain('Rogue');
  await page.click(READY);
  await page.waitForSelector(ROLL);
  const sheets = await page.locator('.band [data-hero]').allTextContents();
  expect(sheets.some((text) => text.includes('Rogue'))).toBe(true);
  expect(sheets.some((text) => text.includes('Warrior'))).toBe(false);
  await fleeTo([page], READY);
  await page.click('[data-shopper="2"]');
  await page.click('.village button:has-text("Rogue rests, and Warrior comes back")');
  await expect.poll(() => page.textContent('[data-shopper="2"]')).toContain('rests');
  expect(await page.textContent('[data-shopper="0"]')).not.toContain('rests');
  expectQuiet(page);
  await page.context().close();
});

test(
  'in a village with four heroes alive the groups of the next hunt can be changed',
  { timeout: 120_000 },
  async () => {
    const page = await visitor(browser);
    await startHunt(page, server.url, async () => {
      await page.check('.hero:has-text("Wizard") input');
      await page.check('.hero:has-text("Ranger") input');
      await campaign(page);
    });
    await fleeTo([page], READY);
    expect(await page.locator('.band .hero:has-text("dead")').count()).toBe(0);
    const change = page.locator('.village .foot button:has-text("goes to group 2")');
    await change.click();
    await expect.poll(() => page.textContent('.story')).toContain('group 2');
    expectQuiet(page);
    await page.context().close();
  },
);

test('by thumb on 320 × 640: a skill is armed first; nothing is cut', { timeout: 240_000 }, async () => {
  const page = await visitor(browser, { ...PHONE, viewport: { width: 320, height: 640 } });
  const fits = async () => {
    const wide = await sideways(page);
    expect(wide).toBeLessThanOrEqual(0);
    expect(await tooSmall(page)).toEqual([]);
  };
  await page.goto(`${server.url}/play/hunt`);
  await page.waitForSelector('[data-test=start]');
  await fits();
  await startHunt(page, server.url, () => page.tap('label:has-text("Campaign")'));
  await fits();
  // What is armed shows which dice it would take. Seen at one look: a roll that is still on its way would disarm it.
  const isArmed = () =>
    page.evaluate(
      (asks) => document.querySelector(asks) !== null && document.querySelectorAll('.die-button.marked').length > 1,
      `${ARMED}, ${FILL}, ${TARGET}, ${COVER}`,
    );
  let armed = false;
  const TAPS_MOST = 300;
  for (let taps = 0; taps < TAPS_MOST && !(await page.locator(READY).isVisible());) {
    // A player who has armed no skill yet does not flee.
    const ways = [FILL, TARGET, COVER, ...(armed ? [CALL] : []), ROLL, ARMED, SKILL, AGAIN, FAIL, FAILING, NO_ASSIST];
    const way = await page.evaluate((all) => all.find((one) => document.querySelector(one)?.checkVisibility()), ways);
    if (!way) {
      await page.waitForTimeout(20);
      continue;
    }
    taps += 1;
    await page
      .locator(way)
      .first()
      .tap({ timeout: 2000 })
      .catch(() => undefined);
    if (armed || way !== SKILL || !(await isArmed())) continue;
    armed = true;
    await fits();
  }
  expect(armed).toBe(true);
  await fits();
  expectQuiet(page);
  await page.context().close();
});

test('on a phone one’s own sheet lies open, whoever’s turn it is', { timeout: 120_000 }, async () => {
  const [guest, page] = [await visitor(browser), await visitor(browser, PHONE)];
  await openHuntTable(guest, page, server.url);
  await page.waitForSelector('[data-test=turns] [aria-current]');
  expect(await page.getAttribute('[data-test=turns] [aria-current]', 'data-hero')).toBe('0');
  expect(await page.getAttribute('.sheet', 'data-hero')).toBe('1');
  await page.tap('[data-test=turns] [data-hero="0"]');
  expect(await page.locator('.sheet[data-hero="0"] .skill:visible').count()).toBe(6);
  for (const each of [page, guest]) await each.context().close();
});

test('in French: a hunt and the village, and no English left', { timeout: 240_000 }, async () => {
  const page = await visitor(browser, { locale: 'fr-FR' });
  const clean = async (where: string) => {
    const text = await page.innerText('main');
    expect(/\b(the|your|rolls|round|match|hero|play|and|with|skill|gold)\b/i.exec(text)?.[0], where).toBeUndefined();
    expect(/[\p{L}\d] [?!:;](\s|$)/u.exec(text)?.[0], where).toBeUndefined();
  };
  await page.goto(`${server.url}/play/hunt`);
  await page.waitForSelector('[data-test=start]');
  await clean('set-up');
  await startHunt(page, server.url, () => page.click('label:has-text("Campagne")'));
  await huntUntil([page], NO_ASSIST);
  await clean('hunt');
  await fleeTo([page], READY);
  await clean('village');
  expectQuiet(page);
  await page.context().close();
});

test('axe finds nothing in either theme, in each phase', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  const faults = () => axeFaultsInBothThemes(page);
  for (const path of ['/play/hunt', '/rules/hunt']) {
    await page.goto(server.url + path);
    await page.waitForSelector('h1');
    expect(await faults(), path).toEqual([]);
  }
  await startHunt(page, server.url, () => campaign(page));
  expect(await faults(), 'first roll').toEqual([]);
  await page.click(ROLL);
  await page.waitForSelector(AGAIN);
  await page.click('[data-slot="0"]');
  expect(await faults(), 'dice').toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faults(), '390').toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await huntUntil([page], NO_ASSIST);
  expect(await faults(), 'assist').toEqual([]);
  await huntUntil([page], CALL);
  expect(await faults(), 'flight').toEqual([]);
  await fleeTo([page], READY);
  expect(await faults(), 'village').toEqual([]);
  await page.context().close();
});

test('text twice as large: nothing runs out of the page', { timeout: 60_000 }, async () => {
  const narrow = { ...PHONE, viewport: { width: 320, height: 640 } };
  for (const at of [{}, PHONE, narrow, { ...narrow, locale: 'fr-FR' }]) {
    const page = await visitor(browser, at);
    const fits = async () => {
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      await page.waitForTimeout(150);
      const wide = await sideways(page);
      expect(wide, page.url()).toBeLessThanOrEqual(0);
    };
    await page.goto(`${server.url}/play/hunt`);
    await page.waitForSelector('[data-test=start]');
    await fits();
    // The bar at the foot of a phone widens no page, and would be cut.
    const links = page.locator('header a');
    for (const one of await links.all()) {
      const box = await one.boundingBox();
      expect(box!.x + box!.width).toBeLessThanOrEqual(page.viewportSize()!.width);
    }
    await startHunt(page, server.url);
    await fits();
    // With its odds beside it, a skill's name still breaks between words alone.
    await page.click(ROLL);
    await page.waitForSelector(AGAIN);
    await page.click('[data-slot="0"]');
    await page.waitForSelector('.skill .odds');
    await fits();
    const split = await page.locator('.skill .name').evaluateAll((all) =>
      all.flatMap((one) => {
        const text = one.firstChild!;
        const range = document.createRange();
        return [...text.textContent!.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        });
      }),
    );
    expect(split).toEqual([]);
    await page.context().close();
  }
});

// Plays as somebody does who aims at a skill and takes what comes of it. Returns how often was pressed in each turn of a hero.
async function pressesOfTurns(page: Page, look: () => Promise<void>): Promise<number[]> {
  const FITS = '.die-button.fits';
  const AIMED = '.skill.aimed';
  const turns: number[] = [];
  const all = [END, FILL, TARGET, COVER, SKILL, ROLL, AIMED, '.skill.aimable', AGAIN, FITS, NO_ASSIST, FAIL, FAILING];
  const ways = all.map((way) => `:is(${way}):not([aria-disabled=true])`);
  while (turns.length < 14) {
    const at = await page.evaluate((wanted) => wanted.findIndex((one) => document.querySelector(one)), ways);
    if (all[at] === END) break;
    if (at < 0) {
      await page.waitForTimeout(10);
      continue;
    }
    if (all[at] === SKILL) await look();
    // What is aimed at is kept in the rolls that follow.
    const way = all[at] === AIMED ? AGAIN : all[at];
    const done = await page
      .locator(`:is(${way}):not([aria-disabled=true])`)
      .first()
      .click({ timeout: 1000 })
      .then(() => 1)
      .catch(() => 0);
    if (all[at] === ROLL && done) {
      turns.push(0);
      // It stands there until the server has answered: pressed again it would be no other turn.
      await page.waitForSelector(ROLL, { state: 'detached' });
    }
    turns[turns.length - 1] += done;
  }
  return turns;
}

test.each([
  ['two heroes on a phone', 0, { ...PHONE, hasTouch: false }, [[390, 844]]],
  [
    'five heroes on a desk and in a large window',
    3,
    {},
    [
      [1920, 1080],
      [1440, 900],
    ],
  ],
] as const)(
  '%s: what can be used is in view, and a turn takes six presses',
  { timeout: 120_000 },
  async (_, more, at, windows) => {
    const page = await visitor(browser, { ...at, settings: { confirm: 'never' } });
    await startHunt(page, server.url, async () => {
      for (const kind of ['2', '4', '5'].slice(0, more)) await page.check(`[data-class="${kind}"]`);
    });
    let looks = 0;
    const turns = await pressesOfTurns(page, async () => {
      looks += 1;
      for (const [width, height] of windows) {
        if (windows.length > 1) await page.setViewportSize({ width, height });
        const hidden = await page.evaluate(() => {
          scrollTo(0, 0);
          return [...document.querySelectorAll('.skill.can')].flatMap((skill) => {
            const { left, top, width, height } = skill.getBoundingClientRect();
            const there = document.elementFromPoint(left + width / 2, top + height / 2);
            return skill.contains(there) ? [] : [skill.textContent];
          });
        });
        expect(hidden, `${width} × ${height}`).toEqual([]);
      }
    });
    expect(looks).toBeGreaterThan(3);
    // The last one may not be over.
    const whole = turns.slice(0, -1);
    expect(whole.length).toBeGreaterThan(3);
    expect(whole.reduce((sum, presses) => sum + presses, 0) / whole.length).toBeLessThanOrEqual(6);
    expect(Math.max(...whole)).toBeLessThanOrEqual(8);
    expectQuiet(page);
    await page.context().close();
  },
);

test('a skill that is aimed at keeps its dice, roll after roll', { timeout: 120_000 }, async () => {
  const page = await visitor(browser);
  await startHunt(page, server.url);
  const shown = () => page.locator('.die-button .visually-hidden').allTextContents();
  // Cleave takes two Swords.
  const CLEAVE = '.skill[data-skill="1"]';
  let followed = false;
  for (let match = 0; match < 20 && !followed; match++) {
    if (match > 0) await startHunt(page, server.url);
    await page.click(ROLL);
    await page.waitForSelector(AGAIN);
    if ((await page.locator(`${CLEAVE}.aimable`).count()) === 0) continue;
    await page.click(CLEAVE);
    expect(await page.getAttribute(CLEAVE, 'aria-pressed')).toBe('true');
    const swords = (await shown()).filter((die) => die.includes('Sword')).length;
    await expect.poll(() => keptDice(page).count()).toBe(Math.min(2, swords));
    await page.click(AGAIN);
    // The next roll is offered when this one lies; another skill may have been usable all along.
    await page.waitForSelector(`.offers:has-text("3 of 3"), ${CLEAVE}.can`);
    if ((await page.locator(`${CLEAVE}.aimed`).count()) === 0) continue;
    const now = (await shown()).filter((die) => die.includes('Sword')).length;
    await expect.poll(() => keptDice(page).count()).toBe(Math.min(2, now));
    // With both its Swords it would be used now, not let go.
    if ((await page.locator(`${CLEAVE}.can`).count()) > 0) continue;
    // Let go, the dice lie free again.
    await page.click(CLEAVE);
    await expect.poll(() => keptDice(page).count()).toBe(0);
    followed = true;
  }
  expect(followed).toBe(true);
  expectQuiet(page);
  await page.context().close();
});

test('what the hall does not need comes with the set-up or the board', async () => {
  const page = await visitor(browser);
  const loaded: string[] = [];
  page.on('response', (response) => void loaded.push(response.url()));
  await page.goto(server.url);
  await page.waitForSelector('[data-test=play-now]');
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((url) => /young_red|sun_golden/.test(url))).toEqual([]);
  // The set-up has the heads of all whom one may meet.
  await startHunt(page, server.url);
  await expect.poll(() => new Set(loaded.filter((url) => /\/(young|marsh|storm)[\w-]*\.svg/.test(url))).size).toBe(4);
  await page.context().close();
});

test('a hunt has its name in the hall, and is lost, not drawn', async () => {
  const page = await visitor(browser);
  await startHunt(page, server.url);
  const match = page.url();
  await page.goto(server.url);
  const running = page.locator('[aria-labelledby=running-title] .tile');
  expect(await running.textContent()).toContain('Dice & Dragons');
  await page.goto(match);
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, resign', exact: true }).click();
  await page.waitForSelector(END);
  await page.goto(`${server.url}/me/matches`);
  expect(await page.textContent('.list li strong')).toBe('Lost');
  expectQuiet(page);
  await page.context().close();
});
