// For the hall: a moment of a match, from each game that draws one.
const DRAWN = import.meta.glob<string>('../src/games/*/moment.ts', { eager: true, import: 'moment' });

export const moments: Record<string, string> = Object.fromEntries(
  Object.entries(DRAWN).map(([path, drawn]) => [path.split('/').at(-2)!, drawn]),
);
