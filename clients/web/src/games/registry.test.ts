import { expect, test, vi } from 'vitest';

// The boards want a browser.
vi.mock('../world.svelte', () => ({ world: {} }));
const { GAMES } = await import('./registry');

// Tests need some game to play, and take one of the protocol's; what is generated holds the protocol.
const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts', '!../gen/**', '!./registry.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

// As a word of its own, or as the start of a type's name such as HuntView.
const names = (code: string, text: string): boolean =>
  new RegExp(`\\b${code}s?\\b`, 'i').test(text) ||
  new RegExp(`\\b${code[0].toUpperCase()}${code.slice(1)}[A-Z]`).test(text);

test('only the registry and the game itself name a game', () => {
  const codes = GAMES.map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(0);
  const named = Object.entries(sources)
    // A game may speak of another: of the duels in an arena, of an arena of duellists.
    .filter(([path]) => !codes.some((code) => path.startsWith(`./${code}/`)))
    .flatMap(([path, text]) => codes.filter((code) => names(code, text)).map((code) => `${path} names ${code}`));
  expect(named).toEqual([]);
});
