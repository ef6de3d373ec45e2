// What a browser needs to install the page, what the preview of a link shows, and that no page is older than its server.
import { expect, test } from 'vitest';
import { expectQuiet, visitor } from './browser';
import { openSite } from './site';

const { server, browser } = await openSite();

const HALL = '[data-test=play-now]';

interface Manifest {
  start_url: string;
  icons: { src: string; type: string; sizes: string }[];
  shortcuts: { url: string }[];
}
// The size that a PNG says of itself.
const sizeOf = (bytes: Buffer): string => `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;

test('what the manifest names is there, and as large as it says', async () => {
  const page = await visitor(browser);
  await page.goto(server.url);
  const href = await page.getAttribute('link[rel=manifest]', 'href');
  const response = await page.request.get(server.url + href);
  expect(response.headers()['content-type']).toBe('application/manifest+json');
  const manifest = (await response.json()) as Manifest;
  expect(manifest.start_url).toBe('/');
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await page.request.get(server.url + src);
    expect(icon.headers()['content-type'], src).toBe(type);
    if (type === 'image/png') expect(sizeOf(await icon.body()), src).toBe(sizes);
  }
  for (const { url } of manifest.shortcuts) {
    await page.goto(server.url + url);
    expect(await page.textContent('h1')).not.toContain('No such');
  }
  const preview = await page.request.get(
    server.url + (await page.getAttribute('meta[property="og:image"]', 'content')),
  );
  expect(sizeOf(await preview.body())).toBe('1200x630');
  const robots = await page.request.get(`${server.url}/robots.txt`);
  expect(robots.headers()['content-type']).toContain('text/plain');
  expect(await robots.text()).toContain('Disallow: /me');
  expectQuiet(page);
  await page.context().close();
});

test('files are kept for the next visit, and the page itself always comes from the server', async () => {
  const page = await visitor(browser, { serviceWorkers: 'allow' });
  await page.goto(server.url);
  await page.waitForSelector(HALL);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The first visit was before there was anybody to keep its files.
  await page.reload();
  await page.waitForSelector(HALL);
  const kept = new Map<string, boolean>();
  page.on('response', (response) => kept.set(new URL(response.url()).pathname, response.fromServiceWorker()));
  await page.reload();
  await page.waitForSelector(HALL);
  const assets = [...kept].filter(([path]) => path.startsWith('/assets/'));
  expect(assets.length).toBeGreaterThan(3);
  expect(assets.filter(([, held]) => !held)).toEqual([]);
  for (const path of ['/', '/theme.js']) expect(kept.get(path), path).toBe(false);
  expect(await page.evaluate(() => caches.keys())).toHaveLength(1);
  const names = await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0]);
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  });
  expect(names.filter((name) => !name.startsWith('/assets/'))).toEqual([]);
  // Without the server there is no page, rather than an old one.
  await server.kill();
  const [without] = await Promise.all([page.waitForEvent('requestfailed'), page.reload().catch(() => undefined)]);
  expect(new URL(without.url()).pathname).toBe('/');
  expect(await page.locator(HALL).count()).toBe(0);
  await page.context().close();
});
