// The pictures in docs/images: what README and docs/web.md show of the page. DOCS=1 takes them, DOCS=1 ONLY=web-ring only that one.
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, test } from 'vitest';
import { decideArena, openArenaTable } from '../e2e/arena';
import { PHONE, visitor, type Visitor } from '../e2e/browser';
import { DECIDE, startDragondice } from '../e2e/dragondice';
import { END, decide, startAgainstBot } from '../e2e/duel';
import { openSite } from '../e2e/site';
import { forDocs } from './camera';

const { server, browser } = await openSite();
const FOLDER = fileURLToPath(new URL('../../../docs/images', import.meta.url));
const DARK = { colorScheme: 'dark' } as const;
const LIGHT = { colorScheme: 'light' } as const;
const SMALL: BrowserContextOptions = { ...PHONE, viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 };
// What moves comes to rest.
const REST_MS = 600;
const TRIES = 20; // matches, until one goes as it should

const open: Page[] = [];
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});
async function come(options: Visitor): Promise<Page> {
  const page = await visitor(browser, options);
  open.push(page);
  return page;
}

// `reach` says whether what is to be seen is there; where it is not, another match is begun.
const shot = (name: string, options: Visitor, reach: (page: Page) => Promise<boolean>): void =>
  test.runIf(forDocs(name))(name, async () => {
    const page = await come(options);
    let tries = 0;
    while (!(await reach(page))) if (++tries === TRIES) throw new Error(`${name} is not reached`);
    await page.waitForTimeout(REST_MS);
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
  });

const isVisible = (page: Page, selector: string): Promise<boolean> => page.locator(selector).first().isVisible();

// --- The duel ---

const ACTS = `.act[aria-disabled=false], ${END}`;

async function setUpDuel(page: Page, ...settings: string[]): Promise<void> {
  await page.goto(`${server.url}/play/duel`);
  for (const text of settings) {
    const [legend, label] = text.includes(': ') ? text.split(': ') : ['', text];
    await page.click(`fieldset:has-text("${legend}") label:has-text("${label}")`);
  }
  await page.click('[data-test=start][aria-disabled=false]');
  await page.waitForSelector('.pick');
}
// Makes this number of decisions, once the dragons are chosen.
async function fight(page: Page, decisions: number): Promise<boolean> {
  for (let left = decisions; ;) {
    await page.waitForSelector(`.pick, ${ACTS}`);
    if (await isVisible(page, END)) return false;
    const picks = await isVisible(page, '.pick');
    if (!picks && left-- === 0) return true;
    await decide(page);
    await page.waitForTimeout(80);
  }
}
async function arm(page: Page): Promise<void> {
  await page.focus('.act[data-choice]');
  await page.waitForSelector('.odds');
}

for (const [name, look] of Object.entries({ 'web-duel': DARK, 'web-phone': { ...SMALL, ...LIGHT } }))
  shot(name, look, async (page) => {
    await startAgainstBot(page, server.url);
    if (!(await fight(page, 3)) || !(await isVisible(page, '.act[data-choice]'))) return false;
    await arm(page);
    return true;
  });

// All five of them.
shot('web-ring', { ...LIGHT, viewport: { width: 1280, height: 840 } }, async (page) => {
  await setUpDuel(page, 'Ring', 'Players: 5');
  return (await fight(page, 2)) && (await page.locator('.board :text-is("†")').count()) === 0;
});

shot('web-phone-lanes', { ...SMALL, ...DARK }, async (page) => {
  await setUpDuel(page, 'Battle', 'Dragons per team: 4');
  if (!(await fight(page, 1))) return false;
  await page.locator('.act[aria-disabled=false]').first().click();
  return true;
});

// --- The arena ---

for (const [name, look] of Object.entries({ 'web-board': DARK, 'web-phone-board': { ...SMALL, ...LIGHT } }))
  shot(name, look, async (page) => {
    await page.goto(`${server.url}/play/arena`);
    await page.click('summary');
    await page.click('label:has-text("Baby")');
    await page.click('[data-test=start]');
    await page.waitForSelector('.square.lit');
    // After something has happened.
    for (let step = 0; step < 200; step++) {
      if (await isVisible(page, END)) return false;
      if ((await isVisible(page, '.square.lit')) && (await isVisible(page, '.story li'))) return true;
      await decideArena(page);
      await page.waitForTimeout(60);
    }
    return false;
  });

test.runIf(forDocs('web-arena'))('web-arena', async () => {
  const [host, guest] = [await come({ ...LIGHT, settings: { speed: 'calm' } }), await come({})];
  await openArenaTable(host, guest, server.url, 'Big');
  await host.waitForSelector('[data-test=commit]');
  await host.getByRole('button', { name: 'Ladder', exact: true }).click();
  await host.click('[data-test=commit]');
  await guest.waitForSelector('.lid');
  await guest.click('[data-test=commit]');
  await host.waitForSelector('[data-test=reveal] .why:not(.waits)');
  await host.screenshot({ path: `${FOLDER}/web-arena.png` });
});

// --- Dragon Dice ---

for (const [name, look] of Object.entries({ 'web-dragondice': DARK, 'web-phone-dragondice': { ...SMALL, ...LIGHT } }))
  shot(name, look, async (page) => {
    await startDragondice(page, server.url);
    await page.waitForSelector(DECIDE);
    return true;
  });
