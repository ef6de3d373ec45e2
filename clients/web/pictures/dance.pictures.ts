// Dragon Dance: how it begins, and how it ends.
import { test } from 'vitest';
import { visitor } from '../e2e/browser';
import { danceToEnd, startDance } from '../e2e/dance';
import { openSite } from '../e2e/site';
import { only, picture } from './camera';

const { server, browser } = await openSite();

for (const locale of ['en-GB', 'fr-FR']) {
  const language = locale.slice(0, 2);
  test.runIf(only.test(`dance-${language}`))(`dance-${language}`, async () => {
    const page = await visitor(browser, { locale });
    await startDance(page, server.url);
    await picture(page, `dance-${language}-start`);
    await danceToEnd([page]);
    await page.waitForTimeout(1500);
    await picture(page, `dance-${language}-end`);
    await page.context().close();
  });
}
