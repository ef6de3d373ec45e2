import { test } from 'vitest';
import { visitor } from '../e2e/browser';
import { GAMES } from '../e2e/games';
import { openSite } from '../e2e/site';
import { picture } from './camera';
const { server, browser } = await openSite();
test('set-ups', async () => {
  for (const game of GAMES) {
    const page = await visitor(browser, { viewport: { width: 1440, height: 900 } });
    await page.goto(`${server.url}/play/${game}`);
    await page.waitForSelector('[data-test=picture] > *');
    await picture(page, `zz-${game}`);
    await page.context().close();
  }
});
