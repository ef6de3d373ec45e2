import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { games } from './linked_games';
import { pagesFor } from './links';

const INDEX = readFileSync(new URL('../index.html', import.meta.url), 'utf8');
const game = { code: 'chess', title: 'Chess & "more"', line: 'White <first>.', picture: () => Buffer.alloc(0) };

test('what is said of a game is text, whatever is in it', () => {
  const page = pagesFor(INDEX, [game])['play.chess.html'];
  expect(page).toContain('content="Play Chess &amp; &quot;more&quot; · Wyrmhall"');
  expect(page).toContain('content="White &lt;first&gt;."');
  expect(page).not.toContain('<first>');
});

test('only what a page says of itself is different', () => {
  const without = (page: string): string =>
    page.replace(/content="[^"]*"/g, '').replace(/ *<meta name="robots".*\n/, '');
  for (const page of Object.values(pagesFor(INDEX, [game]))) {
    expect(page).not.toBe(INDEX);
    expect(without(page)).toBe(without(INDEX));
  }
});

test('a search may find what is said of a game, and no match or table', () => {
  const hidden = Object.entries(pagesFor(INDEX, [game])).filter(([, page]) => page.includes('content="noindex"'));
  expect(hidden.map(([name]) => name).sort()).toEqual(['m.chess.html', 'm.html', 't.chess.html', 't.html']);
});

test('a page that says nothing of itself is no page to start from', () => {
  expect(() => pagesFor(INDEX.replace('og:image', 'og:video'), [game])).toThrow('og:image');
});

test('the games are those that have a card, and what they have as a picture can be drawn', { timeout: 60_000 }, () => {
  const cards = Object.keys(import.meta.glob('../src/games/*/card.ts')).map((path) => path.split('/').at(-2));
  expect(games.map(({ code }) => code).sort()).toEqual(cards.sort());
  const drawn = games.flatMap(({ picture }) => (picture ? [picture()] : []));
  expect(drawn.length).toBeGreaterThan(0);
  for (const bytes of drawn) expect(bytes.subarray(1, 4).toString()).toBe('PNG');
});

test('a game without a picture is shown by the one of the hall', () => {
  const { picture, ...plain } = game;
  expect(pagesFor(INDEX, [game])['m.chess.html']).toContain('content="/link.chess.png"');
  expect(pagesFor(INDEX, [plain])['m.chess.html']).toContain('content="/link.png"');
  expect(picture()).toHaveLength(0);
});
