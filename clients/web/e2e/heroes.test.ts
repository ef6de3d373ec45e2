// Heroes that are kept, on the page: made, brought, retired, fallen; by mouse, by keys, by thumb and in French.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFaultsInBothThemes } from './axe';
import { PHONE, expectQuiet, visitor } from './browser';
import { END, matchOf } from './duel';
import { sideways } from './fits';
import { COVER, FAIL, FAILING, FILL, ROLL, STAY, WAYS, huntToEnd, huntUntil } from './hunt';
import { openSite } from './site';

const { server, browser } = await openSite();

const STABLE = '/heroes/hunt';
const MAKE = '[data-test=make-hero]';
const SET_OUT = '[data-test=set-out]';
const card = (name: string): string => `[data-hero]:has-text("${name}")`;
const WARRIOR = 1;
const CLERIC = 3;
const ROGUE = 5;
const CUSTOM = 6;

async function openStable(page: Page): Promise<void> {
  await page.goto(server.url + STABLE);
  await page.waitForSelector(MAKE);
}
async function makeHero(page: Page, name: string, kind: number): Promise<void> {
  await page.fill('[data-test=hero-name]', name);
  await page.click(`label:has([data-class="${kind}"])`);
  await page.click(MAKE);
  await page.waitForSelector(card(name));
}
// A visitor who has a hero already.
async function keeper(name: string, kind: number, options = {}): Promise<Page> {
  const page = await visitor(browser, options);
  await openStable(page);
  await makeHero(page, name, kind);
  return page;
}
async function openHunt(page: Page, choose?: () => Promise<unknown>): Promise<void> {
  await page.goto(`${server.url}/play/hunt`);
  await page.waitForSelector('[data-test=start]');
  await choose?.();
  await page.click('[data-test=start]');
  await page.waitForURL('**/t/**');
  await page.waitForSelector('[data-test=bring-0]');
}
async function bring(page: Page, place: number, name: string): Promise<void> {
  const select = page.locator(`[data-test=bring-${place}]`);
  const value = await select.locator(`option:has-text("${name}")`).getAttribute('value');
  await select.selectOption(value);
  await page.waitForSelector(`[data-place="${place}"] .display:has-text("${name}")`);
}
async function setOut(page: Page): Promise<void> {
  await page.click(SET_OUT);
  await page.waitForURL('**/m/**');
  await page.waitForSelector(ROLL);
}
async function resign(page: Page): Promise<void> {
  await page.click('text=Resign');
  await page.click('text=Yes, resign');
  await page.waitForSelector('.story:has-text("resigned")');
}

test('a hero is made, brought, hunts under its name, and its story is told', { timeout: 240_000 }, async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/me`);
  await page.click('a:has-text("heroes")');
  await page.waitForSelector('text=You have no hero yet.');
  await makeHero(page, 'Brienne', WARRIOR);
  expect(await page.textContent('main')).toContain('Brienne joins your stable.');
  expect(await page.textContent('main')).toContain('1 of 20 living heroes');
  for (const said of ['Warrior', 'level 1', '0 of 6 XP', '23 HP', 'AC 0', '2 gold', 'no chapter won']) {
    expect(await page.textContent(card('Brienne'))).toContain(said);
  }

  await openHunt(page);
  await bring(page, 0, 'Brienne');
  expect(await page.textContent('[data-test=practice]')).not.toContain('Practice');
  await setOut(page);
  const match = matchOf(page);
  expect(await page.locator('.band').textContent()).toContain('Brienne');
  await openStable(page);
  expect(await page.getAttribute(`${card('Brienne')} a:has-text("in a match")`, 'href')).toBe(`/m/${match}`);

  await page.goto(`${server.url}/m/${match}`);
  await huntToEnd([page]);
  expect(await page.textContent('.story')).toContain('Brienne');
  await openStable(page);
  await page.click(`${card('Brienne')} a:has-text("Story")`);
  const line = page.locator('section:has(#story-title) li');
  await line.first().waitFor();
  expect(await line.count()).toBe(1);
  expect(await line.textContent()).toMatch(/Hunt 1, .*: chapter 1, Young Red Dragon, (won|lost|ended)/);
  expect(await line.locator('a').getAttribute('href')).toBe(`/m/${match}`);
  expectQuiet(page);
  await page.context().close();
});

test('a hero that is not there is said not to be', { timeout: 60_000 }, async () => {
  const page = await keeper('Edric', CLERIC);
  const gone = '?hero=00000000-0000-0000-0000-000000000000';
  await page.goto(server.url + STABLE + gone);
  await page.waitForSelector('[role=alert]:has-text("There is no such hero in your stable.")');
  expect(await page.locator(card('Edric')).count()).toBe(1);
  await page.goto(`${server.url}${STABLE}${gone}&list=fallen`);
  await page.waitForSelector('[role=alert]:has-text("There is no such hero here.")');
  await page.goto(server.url + STABLE);
  await page.waitForSelector(card('Edric'));
  expect(await page.locator('main [role=alert]').count()).toBe(0);
  expectQuiet(page);
  await page.context().close();
});

test.each([
  ['en-GB', 390],
  ['fr-FR', 390],
  ['en-GB', 1280],
])('in %s at %i pixels each class stands beside its portrait', async (locale, width) => {
  const page = await visitor(browser, { ...(width < 720 && PHONE), viewport: { width, height: 844 }, locale });
  await openStable(page);
  const under = await page.locator('.kinds label').evaluateAll((kinds) =>
    kinds.flatMap((kind) => {
      const [portrait, name] = [kind.querySelector('svg')!, kind.querySelector('span')!];
      const words = document.createRange();
      words.selectNodeContents(name);
      const lines = new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom / 8)));
      const beside = name.getBoundingClientRect().left >= portrait.getBoundingClientRect().right;
      return beside && lines.size < 3 ? [] : [name.innerText];
    }),
  );
  expect(under).toEqual([]);
  expectQuiet(page);
  await page.context().close();
});

test('a custom hero says what it lacks while one picks', { timeout: 60_000 }, async () => {
  const page = await visitor(browser);
  await openStable(page);
  await page.fill('[data-test=hero-name]', 'Ash');
  await page.click(`label:has([data-class="${CUSTOM}"])`);
  const faults = page.locator('[data-test=faults]');
  expect(await faults.textContent()).toContain('needs a symbol');
  await page.click('label:has([data-symbol="3"])');
  // Cleave, Mighty Strike, Whirlwind, Shield Bash, Second Wind, Arcane Strike: two Strikes.
  for (const skill of [1, 2, 3, 4, 5, 8]) await page.check(`[data-skill="${skill}"]`);
  expect(await faults.textContent()).toContain('At most one may be a Strike');
  expect(await page.getAttribute(MAKE, 'aria-disabled')).toBe('true');
  await page.uncheck('[data-skill="8"]');
  expect(await faults.textContent()).toContain('One starting skill is missing');
  await page.check('[data-skill="16"]');
  expect(await faults.textContent()).toContain('All is well');
  await page.click(MAKE);
  await page.waitForSelector(card('Ash'));
  expect(await page.textContent(card('Ash'))).toContain('hit points are rolled in the first match');
  await page.click(`${card('Ash')} a:has-text("Story")`);
  expect(await page.locator('.skills .skill').count()).toBe(6);
  expect(await page.textContent('.skills')).toContain('Second Wind');
  // Its symbol is Holy: what it can still learn has that in its pattern.
  await page.click('[data-test=levels] summary');
  expect(await page.textContent('[data-test=levels]')).toContain('set each Holy aside');
  expect(await page.locator('[data-test=levels] .skill').allInnerTexts()).toHaveLength(2);
  expectQuiet(page);
  await page.context().close();
});

test('retiring asks first, and a retired hero is listed apart', { timeout: 60_000 }, async () => {
  const page = await keeper('Edric', CLERIC);
  await page.click(`${card('Edric')} [data-test=retire]`);
  expect(await page.textContent('dialog[open]')).toContain('Retire Edric for good?');
  await page.click('dialog[open] >> text=Cancel');
  expect(await page.textContent('main')).toContain('1 of 20 living heroes');
  await page.click(`${card('Edric')} [data-test=retire]`);
  await page.click('dialog[open] [data-test=retire-yes]');
  await page.waitForSelector('h2:has-text("They hunt no more")');
  expect(await page.textContent(card('Edric'))).toContain('retired on');
  expect(await page.locator('[data-test=retire]').count()).toBe(0);
  expectQuiet(page);
  await page.context().close();
});

test('a newcomer joins at the table, by the keys alone', { timeout: 120_000 }, async () => {
  const page = await keeper('Brienne', WARRIOR);
  await openHunt(page);
  await page.focus('[data-test=bring-1]');
  await page.keyboard.press('End');
  await page.locator('[data-place="1"] input').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Edric');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-place="1"] .display:has-text("Edric")');
  await page.focus(SET_OUT);
  await page.keyboard.press('Enter');
  await page.waitForSelector(ROLL);
  expect(await page.locator('.band [data-hero]:has-text("Edric")').count()).toBe(1);
  await resign(page);
  // What was in hand comes back: neither has changed.
  await openStable(page);
  expect(await page.locator('[data-hero]').count()).toBe(2);
  expect(await page.textContent(card('Edric'))).toContain('2 gold');
  await page.click(`${card('Edric')} a:has-text("Story")`);
  await page.waitForSelector('text=Edric has been in no hunt yet.');
  expectQuiet(page);
  await page.context().close();
});

test('practice is said before it starts, with its reason', { timeout: 60_000 }, async () => {
  const page = await keeper('Brienne', WARRIOR);
  await openHunt(page, () => page.locator('fieldset:has-text("First dragon") select').last().selectOption('9'));
  await bring(page, 0, 'Brienne');
  await expect
    .poll(() => page.textContent('[data-test=practice]'))
    .toContain('Practice: this match changes no hero. The dragons are not those of the chapter.');
  await setOut(page);
  // Nothing of the match is the hero's.
  await openStable(page);
  expect(await page.textContent(card('Brienne'))).not.toContain('in a match');
  expectQuiet(page);
  await page.context().close();
});

test(
  'own heroes come unasked, each is left at home by one press, and what a defeat costs is said',
  { timeout: 60_000 },
  async () => {
    const page = await keeper('Pip', ROGUE);
    await makeHero(page, 'Edric', CLERIC);
    await page.goto(`${server.url}/play/hunt`);
    await page.waitForSelector('[data-test=coming]');
    expect(await page.textContent('[data-test=coming]')).toContain(
      'From your stable Pip (Rogue, level 1) and Edric (Cleric, level 1) come along.',
    );
    await openHunt(page);
    await page.waitForSelector('[data-place="0"] .display:has-text("Pip")');
    const risk = page.locator('[data-test=risk]');
    expect(await risk.textContent()).toMatch(
      /If all fall, Pip and Edric are gone for good\.\s+In each of your turns you may/,
    );
    await page.click('[data-test=home-0]');
    await page.waitForSelector('[data-test=risk]:has-text("If all fall, Edric is gone for good.")');
    await page.click('[data-test=home-1]');
    await page.waitForSelector('[data-test=risk]:has-text("Nobody from your stable comes along")');
    // A hero who was left at home stays there.
    await page.reload();
    await page.waitForSelector('[data-test=bring-0]');
    expect(await page.textContent('[data-place="0"]')).not.toContain('chapter');
    await bring(page, 0, 'Pip');
    await setOut(page);
    expect(await page.locator('.band [data-hero]:has-text("Pip")').count()).toBe(1);
    expect(await page.locator('.band [data-hero]:has-text("Edric")').count()).toBe(0);
    expectQuiet(page);
    await page.context().close();
  },
);

test('a class that was chosen in the set-up is not given to another hero', { timeout: 60_000 }, async () => {
  const page = await keeper('Edric', CLERIC);
  await openHunt(page, async () => {
    await page.check('[data-class="2"]');
    await page.uncheck('[data-class="3"]');
    await page.check('[data-class="5"]');
    await page.uncheck('[data-class="1"]');
  });
  expect(await page.textContent('[data-test=risk]')).toContain('Nobody from your stable comes along');
  expectQuiet(page);
  await page.context().close();
});

test('a hero that hunts, or is at another table, cannot be chosen', { timeout: 60_000 }, async () => {
  const page = await keeper('Brienne', WARRIOR);
  await makeHero(page, 'Edric', CLERIC);
  await openHunt(page);
  await bring(page, 0, 'Brienne');
  await openHunt(page);
  const option = page.locator('[data-test=bring-0] option:has-text("Brienne")');
  expect(await option.textContent()).toContain('at a table');
  expect(await option.getAttribute('disabled')).not.toBeNull();
  await openStable(page);
  expect(await page.textContent(card('Brienne'))).toContain('at a table');
  expectQuiet(page);
  await page.context().close();
});

test('each sees whom the other brings, and two of a class do not come', { timeout: 120_000 }, async () => {
  const host = await keeper('Brienne', WARRIOR);
  const guest = await keeper('Edric', CLERIC);
  await makeHero(guest, 'Wulf', WARRIOR);
  await openHunt(host, async () => {
    await host.locator('.hero:has-text("Cleric") select').selectOption('2');
    await host.check('label:has-text("friend") input', { force: true });
  });
  await bring(host, 0, 'Brienne');
  await guest.goto(host.url());
  await guest.waitForSelector('[data-test=bring-1]');
  expect(await guest.textContent('[data-place="0"]')).toContain('Brienne');
  expect(await guest.locator('[data-test=bring-0]').count()).toBe(0);
  const wulf = await guest.locator('option:has-text("Wulf")').getAttribute('value');
  await guest.locator('[data-test=bring-1]').selectOption(wulf);
  await guest.waitForSelector('[role=alert]:has-text("two heroes of this class: Warrior")');
  const edric = await guest.locator('option:has-text("Edric")').getAttribute('value');
  expect(await guest.inputValue('[data-test=bring-1]')).toBe(edric);
  await bring(guest, 1, 'Edric');
  await host.waitForSelector('[data-place="1"]:has-text("Edric")');
  await Promise.all([setOut(host), guest.click(SET_OUT)]);
  await guest.waitForURL('**/m/**');
  expect(await host.textContent('main')).toContain('Edric');
  // The player who resigns leaves; the other hunts on, with a hero that is still in the match.
  await resign(guest);
  await openStable(guest);
  expect(await guest.textContent(card('Edric'))).not.toContain('in a match');
  await openStable(host);
  expect(await host.textContent(card('Brienne'))).toContain('in a match');
  expectQuiet(host, guest);
  await host.context().close();
  await guest.context().close();
});

// Heroes that roll once and fail lose sooner or later.
const LOSE = [COVER, FAIL, FAILING, FILL, ROLL, STAY];

test('a hero that falls is in the hall of the fallen, for everybody', { timeout: 300_000 }, async () => {
  const page = await keeper('Doomed Dara', WARRIOR);
  for (let hunt = 0; hunt < 5; hunt++) {
    await openHunt(page);
    await bring(page, 0, 'Doomed Dara');
    await setOut(page);
    await huntUntil([page], END, [...LOSE, ...WAYS]);
    if ((await page.textContent('.report'))?.includes('Defeat')) break;
  }
  const other = await visitor(browser);
  await other.goto(`${server.url}${STABLE}?list=fallen`);
  await other.waitForSelector(`[data-test=famous] ${card('Doomed Dara')}`);
  expect(await other.textContent(card('Doomed Dara'))).toContain('fell on');
  await other.click(`${card('Doomed Dara')} a:has-text("Story")`);
  await other.waitForSelector('section:has(#story-title) li:has-text("lost after")');
  await openStable(page);
  expect(await page.textContent('main')).toContain('They hunt no more');
  for (const list of ['chapter', 'slain']) {
    await other.goto(`${server.url}${STABLE}?list=${list}`);
    await other.waitForSelector('[data-test=famous], main p:has-text("No hero has come so far")');
  }
  expectQuiet(page, other);
  await page.context().close();
  await other.context().close();
});

test('in French, and no English left', { timeout: 60_000 }, async () => {
  const page = await visitor(browser, { locale: 'fr-FR' });
  const clean = async (where: string) => {
    const text = await page.innerText('main');
    expect(/\b(the|your|hero|heroes|made|level|class|and|with|skill|gold)\b/i.exec(text)?.[0], where).toBeUndefined();
    expect(/[\p{L}\d] [?!:;](\s|$)/u.exec(text)?.[0], where).toBeUndefined();
  };
  await openStable(page);
  await page.click(`label:has([data-class="${CUSTOM}"])`);
  await clean('custom');
  await makeHero(page, 'Aude', WARRIOR);
  await clean('stable');
  await openHunt(page, () => page.locator('select').last().selectOption('9'));
  await bring(page, 0, 'Aude');
  await page.waitForSelector('[data-test=practice]:has-text("Entraînement")');
  await clean('table');
  await page.goto(`${server.url}${STABLE}?list=fallen`);
  await page.waitForSelector('[data-test=famous], main p');
  expectQuiet(page);
  await page.context().close();
});

test('axe finds nothing in either theme', { timeout: 240_000 }, async () => {
  const page = await keeper('Brienne', WARRIOR);
  const faults = () => axeFaultsInBothThemes(page);
  expect(await faults(), 'stable').toEqual([]);
  await page.click(`label:has([data-class="${CUSTOM}"])`);
  expect(await faults(), 'custom').toEqual([]);
  await page.click(`${card('Brienne')} [data-test=retire]`);
  expect(await faults(), 'question').toEqual([]);
  await page.keyboard.press('Escape');
  await page.click(`${card('Brienne')} a:has-text("Story")`);
  await page.waitForSelector('text=Brienne has been in no hunt yet.');
  await page.click('[data-test=levels] summary');
  expect(await faults(), 'hero').toEqual([]);
  for (const list of ['fallen', 'chapter']) {
    await page.goto(`${server.url}${STABLE}?list=${list}`);
    await page.waitForSelector('[data-test=famous], main p');
    expect(await faults(), list).toEqual([]);
  }
  await openHunt(page);
  await bring(page, 0, 'Brienne');
  await page.locator('[data-test=bring-1]').selectOption('newcomer');
  expect(await faults(), 'table').toEqual([]);
  await page.context().close();
});

test('on a phone nothing is cut, and twice as large a text neither', { timeout: 120_000 }, async () => {
  const page = await keeper('Brienne the Tarthian', WARRIOR, PHONE);
  const NARROW = { width: 320, height: 640 };
  const fits = async (where: string) => {
    const wide = await sideways(page);
    expect(wide, where).toBeLessThanOrEqual(0);
  };
  await page.tap(`label:has([data-class="${CUSTOM}"])`);
  await page.setViewportSize(NARROW);
  await fits('stable');
  await page.setViewportSize(PHONE.viewport!);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await fits('stable, large');
  await openHunt(page);
  await bring(page, 0, 'Brienne');
  await page.setViewportSize(NARROW);
  await fits('table');
  await page.setViewportSize(PHONE.viewport!);
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await fits('table, large');
  expectQuiet(page);
  await page.context().close();
});
