// What a program that previews a link is told, which runs no script: by the kind of the address, and by the game.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { visitor } from './browser';
import { matchOf, startAgainstBot } from './duel';
import { GAMES } from './games';
import { openSite } from './site';

const { server, browser } = await openSite();

const NOWHERE = '01a1fd83-2eda-7235-95fc-4a4ead856116';
const [WIDTH, HEIGHT] = [1200, 630];
const LARGEST = 300_000; // bytes of a picture: some of these programs take no more

// A game may have no picture of its own yet.
const PICTURED = Object.keys(import.meta.glob('../src/games/*/link.ts')).map((path) => path.split('/').at(-2)!);

const titleOf = (game: string): string => {
  const card = fileURLToPath(new URL(`../../messages/${game}/card/en.json`, import.meta.url));
  return (JSON.parse(readFileSync(card, 'utf8')) as { title: string }).title;
};
const plain = (text: string): string => text.replace('&amp;', '&');

async function told(path: string): Promise<Record<string, string>> {
  const answer = await fetch(server.url + path);
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const tags = (await answer.text()).matchAll(
    /<meta\s+(?:property|name)="(og:[^"]+|description)"\s+content="([^"]*)"/g,
  );
  return Object.fromEntries([...tags].map(([, name, content]) => [name, plain(content)]));
}

async function expectPicture(address: string): Promise<void> {
  const picture = await fetch(server.url + address);
  expect(picture.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([WIDTH, HEIGHT]);
  expect(bytes.length).toBeLessThan(LARGEST);
}

test.each(GAMES)('the pages of %s say which game it is, and show it', async (game) => {
  const picture = PICTURED.includes(game) ? `/link.${game}.png` : '/link.png';
  const said = await Promise.all(['play', 'learn', 'rules'].map((kind) => told(`/${kind}/${game}`)));
  expect(new Set(said.map((tags) => tags['og:title'])).size).toBe(said.length);
  for (const tags of said) {
    expect(tags['og:title']).toContain(titleOf(game));
    expect(tags['og:description']).toBe(tags['description']);
    expect(tags['og:image']).toBe(picture);
  }
  await expectPicture(picture);
});

test('a match and an invitation are shown by their game, and nobody is named', async () => {
  const [host, alone] = [await visitor(browser), await visitor(browser)];
  await host.goto(`${server.url}/play/duel`);
  await host.click('[data-test=start][aria-disabled=false]');
  await host.waitForURL('**/t/**');
  const invitation = await told(new URL(host.url()).pathname);
  expect(invitation['og:title']).toBe(`A seat for you at ${titleOf('duel')} · Wyrmhall`);
  await startAgainstBot(alone, server.url);
  const match = `/m/${matchOf(alone)}`;
  for (const path of [match, `${match}?v=3`, `${match}/dice`]) {
    const tags = await told(path);
    expect(tags['og:title']).toBe(`A match of ${titleOf('duel')} · Wyrmhall`);
    expect(tags['og:image']).toBe('/link.duel.png');
  }
  const named = await alone.textContent('header .name');
  expect(named).toBeTruthy();
  expect(JSON.stringify(await told(match))).not.toContain(named);
  for (const page of [host, alone]) await page.context().close();
});

test('an address whose game nobody knows is of its kind, and any other as it was', async () => {
  expect((await told(`/m/${NOWHERE}`))['og:title']).toBe('A match · Wyrmhall');
  expect((await told(`/t/${NOWHERE}`))['og:title']).toBe('A seat for you · Wyrmhall');
  for (const path of ['/', '/lobby', '/play/nothing'])
    expect(await told(path)).toMatchObject({ 'og:title': 'Wyrmhall', 'og:image': '/link.png' });
  await expectPicture('/link.png');
});

test('programs that preview links may read a match, and no search lists it', async () => {
  const robots = await (await fetch(`${server.url}/robots.txt`)).text();
  expect(robots).not.toMatch(/^Disallow: \/(m|t)\b/m);
  const page = async (path: string): Promise<string> => (await fetch(server.url + path)).text();
  for (const kind of ['m', 't']) expect(await page(`/${kind}/${NOWHERE}`)).toContain('name="robots" content="noindex"');
  expect(await page('/rules/hunt')).not.toContain('noindex');
});

test('a page for a link is sent as small as any other, and is asked for again', async () => {
  const get = (headers: Record<string, string>) => fetch(`${server.url}/rules/hunt`, { headers });
  const packed = await get({ 'accept-encoding': 'br' });
  expect(packed.headers.get('content-encoding')).toBe('br');
  expect((await get({ 'if-none-match': packed.headers.get('etag')! })).status).toBe(304);
});
