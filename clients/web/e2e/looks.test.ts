// What is drawn can be read while it changes, and where there is little room.
import { expect, test } from 'vitest';
import { PHONE, expectQuiet, visitor } from './browser';
import { ACT, decideUntilAct, startAgainstBot } from './duel';
import { openSite } from './site';

const { server, browser } = await openSite();

test('words and what lies behind them change at once: an act that is pointed at can be read all the while', async () => {
  const page = await visitor(browser, { colorScheme: 'light' });
  await startAgainstBot(page, server.url);
  await decideUntilAct(page);
  await page.mouse.move(0, 0);
  await page.waitForSelector('.act:not(.armed)');
  await page.waitForTimeout(200);
  const fills = page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const seen = new Set<string>();
        const look = (): void => {
          const armed = document.querySelector('.act.armed');
          if (armed) seen.add(getComputedStyle(armed, '::after').backgroundColor);
          if (seen.size > 0 && performance.now() > end()) return done([...seen]);
          requestAnimationFrame(look);
        };
        const SHOWN_MS = 300;
        let since = 0;
        const end = (): number => (since ||= performance.now() + SHOWN_MS);
        look();
      }),
  );
  await page.hover(ACT);
  expect(await fills).toHaveLength(1);
  expectQuiet(page);
  await page.context().close();
});

test('a setting that was chosen looks the same under the pointer, which is there after the press', async () => {
  const page = await visitor(browser);
  await page.goto(`${server.url}/play/duel`);
  const battle = page.locator('label.press:has-text("Battle")');
  const fill = (): Promise<string> =>
    battle.evaluate((label) => getComputedStyle(label).getPropertyValue('--plate-fill'));
  const before = await fill();
  await battle.click();
  const pointedAt = await fill();
  expect(pointedAt).not.toBe(before);
  await page.mouse.move(0, 0);
  expect(await fill()).toBe(pointedAt);
  expectQuiet(page);
  await page.context().close();
});

test('that one is somebody already can be said where the other lines begin', async () => {
  const page = await visitor(browser);
  for (const path of ['/', '/me']) {
    await page.goto(server.url + path);
    const leads = await page.locator('[data-test=am-member]').evaluate((link) => {
      const words = document.createRange();
      words.selectNodeContents(link);
      return words.getBoundingClientRect().left - document.querySelector('main h1')!.getBoundingClientRect().left;
    });
    expect(leads, path).toBeLessThan(4);
  }
  expectQuiet(page);
  await page.context().close();
});

test('in the arena the name of a player stands beside the portrait, on the smallest phone too', async () => {
  const page = await visitor(browser, { ...PHONE, viewport: { width: 320, height: 640 }, locale: 'fr-FR' });
  await page.goto(`${server.url}/play/arena`);
  await page.click('[data-test=start]');
  await page.waitForURL('**/m/**');
  await page.waitForSelector('.panel .head');
  const under = await page.locator('.panel').evaluateAll(
    (panels) =>
      panels.filter((panel) => {
        const picture = panel.querySelector('img')!.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(panel.querySelector('.head .quiet')!);
        return [...words.getClientRects()].some((line) => line.right > picture.left && line.top < picture.bottom);
      }).length,
  );
  expect(under).toBe(0);
  expectQuiet(page);
  await page.context().close();
});

test('on a phone a name that fits is whole, a box beside two lines is as large as others, and cards of a row begin alike', async () => {
  const page = await visitor(browser, { ...PHONE, locale: 'fr-FR' });
  await page.goto(`${server.url}/me`);
  await page.waitForSelector('.check input');
  const name = page.locator('header .name');
  await name.evaluate((one) => (one.firstElementChild!.textContent = 'Silver Jackdaw'));
  expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
  const boxes = await page.locator('.check input').evaluateAll((all) => all.map((one) => one.clientWidth));
  expect(new Set(boxes).size).toBe(1);
  await page.goto(`${server.url}/play/duel`);
  await page.waitForSelector('.pictured .note');
  const notes = await page
    .locator('.pictured .note')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
  expect(notes.length).toBeGreaterThan(1);
  expect(new Set(notes).size).toBe(1);
  expectQuiet(page);
  await page.context().close();
});
