// Dragon Dice: setting up, each kind of decision, an attack, and the end.
import type { Page } from 'playwright-core';
import { afterEach, test } from 'vitest';
import { visitor, type Visitor } from '../e2e/browser';
import { DECIDE, dragondiceToEnd, dragondiceUntil, startDragondice } from '../e2e/dragondice';
import { END } from '../e2e/duel';
import { openSite } from '../e2e/site';
import { only, picture } from './camera';

const { server, browser } = await openSite();
const open: Page[] = [];
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});

async function come(options: Visitor = {}): Promise<Page> {
  const page = await visitor(browser, options);
  open.push(page);
  return page;
}
const state = (name: string, reach: () => Promise<void>) => test.runIf(only.test(name))(name, reach);

// Plays matches until this is there.
async function until(page: Page, selector: string): Promise<void> {
  for (let match = 0; match < 12; match++) {
    await startDragondice(page, server.url);
    await dragondiceUntil([page], `${selector}, ${END}`);
    if (await page.locator(selector).first().isVisible()) return;
  }
  throw new Error(`there was no ${selector} in twelve matches`);
}

for (const locale of ['en-GB', 'fr-FR']) {
  const language = locale.slice(0, 2);
  const named = (name: string) => `dragondice-${language}-${name}`;

  state(named('setup'), async () => {
    const page = await come({ locale });
    await page.goto(`${server.url}/play/dragondice`);
    await page.waitForSelector('[data-test=start][aria-disabled=false]');
    await picture(page, named('setup'));
  });

  state(named('start'), async () => {
    const page = await come({ locale });
    await startDragondice(page, server.url);
    await page.waitForSelector(DECIDE);
    await picture(page, named('start'));
  });

  // What is unfolded folds up when the page becomes as narrow as a phone: take these in one look at a time.
  state(named('faces'), async () => {
    const page = await come({ locale });
    await startDragondice(page, server.url);
    await page.waitForSelector(DECIDE);
    await page.locator('.place .unit').first().click();
    await page.waitForSelector('.sheet');
    await picture(page, named('faces'));
  });

  state(named('odds'), async () => {
    const page = await come({ locale });
    await startDragondice(page, server.url);
    await page.waitForSelector(DECIDE);
    await page.locator('[data-glance=save]').first().click();
    await page.waitForSelector('figure');
    await picture(page, named('odds'));
  });

  state(named('pair'), async () => {
    const page = await come({ locale });
    await until(page, '.decide .thing');
    await picture(page, named('pair'));
    await page.locator('.decide .thing').first().click();
    await picture(page, named('pair-picked'));
  });

  for (const form of ['loss', 'share', 'slay']) {
    state(named(form), async () => {
      const page = await come({ locale });
      await until(page, `.decide .form[data-test=${form}]`);
      await picture(page, named(form));
    });
  }

  // What has been rolled stays on the table until the next roll.
  state(named('attack'), async () => {
    const page = await come({ locale });
    await until(page, '.place.attacked');
    await picture(page, named('attack'));
  });

  state(named('end'), async () => {
    const page = await come({ locale });
    await startDragondice(page, server.url, '3');
    await dragondiceToEnd([page]);
    await page.waitForSelector(END);
    await picture(page, named('end'));
  });

  state(named('tour'), async () => {
    const page = await come({ locale, newcomer: true });
    await startDragondice(page, server.url);
    await page.waitForSelector('[data-test=tour]');
    await picture(page, named('tour'));
  });
}
