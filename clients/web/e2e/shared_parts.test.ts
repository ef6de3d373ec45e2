// The parts that all boards share, each in each of its states, as they looked when somebody last approved of them. After a
// change that is meant: APPROVE=1 npx vitest run --config e2e/vitest.config.ts e2e/shared_parts.test.ts, and look at them.
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';
import { launch, visitor } from './browser';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PARTS = ['life', 'blow', 'fallen', 'odds', 'dice', 'offers', 'plates', 'recap', 'table', 'end'];
// One of its three colours differs by more than this, of 255: another font's edges do not.
const VISIBLE = 48;
// The part of all pixels that may differ so.
const ALLOWED = 0.005;

let server: ViteDevServer;
let browser: Browser;
beforeAll(async () => {
  server = await createServer({
    root: ROOT,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, ws: false },
  });
  await server.listen();
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

// The part of the pixels that are not as they were; 1 where the sizes are not.
function difference({ was, is, visible }: { was: string; is: string; visible: number }): Promise<number> {
  const pixels = async (png: string): Promise<ImageData> => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    canvas.drawImage(bitmap, 0, 0);
    return canvas.getImageData(0, 0, bitmap.width, bitmap.height);
  };
  return Promise.all([pixels(was), pixels(is)]).then(([a, b]) => {
    if (a.width !== b.width || a.height !== b.height) return 1;
    let different = 0;
    for (let i = 0; i < a.data.length; i += 4) {
      if ([0, 1, 2].some((c) => Math.abs((a.data[i + c] ?? 0) - (b.data[i + c] ?? 0)) > visible)) different += 1;
    }
    return different / (a.data.length / 4);
  });
}

test('parts look as they were approved, in both themes', async () => {
  const page = await visitor(browser, { viewport: { width: 960, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(`http://127.0.0.1:${(server.httpServer?.address() as AddressInfo).port}/parts/`);
  await page.waitForSelector('[data-part=moving]');
  await page.evaluate(() => document.fonts.ready);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    for (const part of PARTS) {
      const file = `${ROOT}parts/approved/${part}.${theme}.png`;
      const is = await page.locator(`[data-part=${part}]`).screenshot({ animations: 'disabled' });
      if (process.env['APPROVE']) writeFileSync(file, is);
      const was = readFileSync(file).toString('base64');
      expect(
        await page.evaluate(difference, { was, is: is.toString('base64'), visible: VISIBLE }),
        `${part}, ${theme}`,
      ).toBeLessThan(ALLOWED);
    }
  }
  await page.context().close();
});
