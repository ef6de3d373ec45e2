// Dice & Dragons: setting up, a turn as it goes on, the storm of a Fury, and the village; alone, and with five heroes.
import type { Page } from 'playwright-core';
import { afterEach, test } from 'vitest';
import { visitor, type Visitor } from '../e2e/browser';
import { END } from '../e2e/duel';
import { AGAIN, NO_ASSIST, READY, ROLL, SKILL, fleeTo, huntUntil, startHunt } from '../e2e/hunt';
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

// How many heroes a band has besides the usual two.
const more = (count: number) => async (page: Page) => {
  for (const name of ['2', '4', '5'].slice(0, count)) await page.check(`[data-class="${name}"]`);
};

for (const locale of ['en-GB', 'fr-FR']) {
  const named = (name: string) => `hunt-${locale.slice(0, 2)}-${name}`;

  for (const heroes of [2, 3, 5]) {
    const start = async (options: Visitor = {}): Promise<Page> => {
      const page = await come({ locale, ...options });
      await startHunt(page, server.url, () => more(heroes - 2)(page));
      return page;
    };
    state(named(`${heroes}-start`), async () => picture(await start(), named(`${heroes}-start`)));
    state(named(`${heroes}-rolled`), async () => {
      const page = await start();
      await page.click(ROLL);
      await page.waitForSelector(AGAIN);
      await page.click('[data-slot="0"]');
      await page.click('[data-slot="2"]');
      await page.waitForTimeout(600);
      await picture(page, named(`${heroes}-rolled`));
    });
    state(named(`${heroes}-ready`), async () => {
      const page = await start();
      await huntUntil([page], SKILL);
      await page.waitForTimeout(600);
      await picture(page, named(`${heroes}-ready`));
    });
    state(named(`${heroes}-passing`), async () => {
      const page = await start();
      await huntUntil([page], NO_ASSIST);
      await picture(page, named(`${heroes}-passing`));
    });
  }

  state(named('passed'), async () => {
    const page = await come({ locale });
    await startHunt(page, server.url);
    await huntUntil([page], '.die-button.can:not([aria-pressed])');
    await page.locator('.die-button.can').first().click();
    await page.waitForSelector(ROLL);
    await picture(page, named('passed'));
  });

  // The first hunt of somebody who has never been here, explained.
  state(named('first'), async () => {
    const page = await come({ locale, newcomer: true });
    await startHunt(page, server.url);
    await page.waitForSelector('[data-test=tour]');
    await page.click(ROLL);
    await page.waitForSelector(AGAIN);
    await picture(page, named('first'));
  });

  state(named('village'), async () => {
    const page = await come({ locale });
    await startHunt(page, server.url, () => page.click('label:has-text("Campa")'));
    await fleeTo([page], READY);
    await picture(page, named('village'));
  });

  state(named('end'), async () => {
    const page = await come({ locale });
    await startHunt(page, server.url);
    await huntUntil([page], END);
    await picture(page, named('end'));
  });
}
