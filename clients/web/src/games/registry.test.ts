import { expect, test } from 'vitest';
import { t } from '../i18n/index.svelte';

const { FEATURED, GAMES } = await import('./registry');
const { gameTitle } = await import('./shared/title');

// Tests need some game to play, and take one of the protocol's; what is generated holds the protocol.
const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts', '!../gen/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

// As a word of its own, or as the start of a type's name such as HuntView.
const names = (code: string, text: string): boolean =>
  new RegExp(`\\b${code}s?\\b`, 'i').test(text) ||
  new RegExp(`\\b${code[0].toUpperCase()}${code.slice(1)}[A-Z]`).test(text);

const FOLDERS = Object.keys(import.meta.glob('./*/card.ts')).map((path) => path.split('/')[1]);

test('each folder with a card is a game by that name, with a title and a place of its own, and one is featured', () => {
  expect(GAMES.map(({ code }) => code).sort()).toEqual(FOLDERS.sort());
  expect(GAMES.map(({ order }) => order)).toEqual(GAMES.map((_, i) => i + 1));
  expect(GAMES.filter((card) => 'featured' in card)).toEqual([FEATURED]);
  for (const { code } of GAMES) expect(gameTitle(code)).not.toBe(t('game.other', { game: code }));
});

test('only the game itself names a game', () => {
  const codes = GAMES.map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(0);
  const named = Object.entries(sources)
    // A game may speak of another: of the duels in an arena, of an arena of duellists.
    .filter(([path]) => !codes.some((code) => path.startsWith(`./${code}/`)))
    .flatMap(([path, text]) => codes.filter((code) => names(code, text)).map((code) => `${path} names ${code}`));
  expect(named).toEqual([]);
});
