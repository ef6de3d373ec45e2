// What the page says when a server bends the dice, and what it asks.
import { create } from '@bufbuild/protobuf';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { visitor } from '../e2e/browser';
import { decide, matchOf, playToEnd } from '../e2e/duel';
import { lieTo } from '../e2e/liar';
import { openSite } from '../e2e/site';
import { Signing } from '../e2e/signing';
import { RefusalCode } from '../src/gen/wyrmhall/v1/server_pb';
import { AbortedStartSchema, CalledOffReason } from '../src/gen/wyrmhall/v1/table_pb';
import { only, picture } from './camera';

const { server, browser } = await openSite();

const sitDown = async (page: Page): Promise<void> => {
  await page.goto(server.url);
  await page.click('[data-test=play-now]');
};

test.runIf(only.test('dice-without'))('whether to go on without a chain, and a link that is refused', async () => {
  for (const locale of ['en-GB', 'fr-FR']) {
    const page = await visitor(browser, { locale });
    const signing = new Signing(3);
    await lieTo(page, {
      fromServer: (message) => signing.fromServer(message),
      fromPage: ({ commandId, command }, say) => {
        if (command.case !== 'act' || command.value.chainLost) return true;
        say({ case: 'refusal', value: { code: RefusalCode.WRONG_LINK } }, commandId);
        return false;
      },
    });
    await sitDown(page);
    await page.waitForSelector('.pick');
    await decide(page);
    await page.waitForSelector('[data-test=without]');
    await picture(page, `dice-without-${locale}`);
    await page.click('[data-test=without] button');
    await page.waitForSelector('[data-test=accused]');
    await picture(page, `dice-refused-${locale}`);
    await page.context().close();
  }
});

test.runIf(only.test('dice-table'))(
  'a table at which starts were called off, and one whose start is not signed',
  async () => {
    const page = await visitor(browser);
    const signing = new Signing(3);
    const player = (name: string) => ({ accountId: new Uint8Array(16), name });
    await lieTo(page, {
      fromServer: (message) => {
        signing.fromServer(message);
        if (message.message.case !== 'tableState') return true;
        const table = message.message.value;
        table.abortedCount = 2;
        table.abortedStarts = [
          create(AbortedStartSchema, { reason: CalledOffReason.NO_REVEAL, named: [player('Bram')] }),
          create(AbortedStartSchema, { reason: CalledOffReason.RESTART }),
        ];
        return true;
      },
    });
    await sitDown(page);
    await page.waitForSelector('[data-test=accused]');
    await picture(page, 'dice-table');
    await page.context().close();
  },
);

test.runIf(only.test('dice-end'))(
  'the end of a match, its proof, and the place where accusations are judged',
  async () => {
    const page = await visitor(browser);
    const signing = new Signing(3);
    await lieTo(page, {
      fromServer: (message) => signing.fromServer(message),
    });
    await sitDown(page);
    await page.waitForSelector('.pick');
    await playToEnd([page]);
    await page.waitForSelector('[data-test=foresight]');
    await picture(page, 'dice-end');
    await page.goto(`${server.url}/m/${matchOf(page)}/dice`);
    await page.waitForSelector('[data-test=verdict]');
    await picture(page, 'dice-check');
    await page.context().close();
  },
);
