// What each game that draws it is played with.
const DRAWN = import.meta.glob<string>('../src/games/*/pieces.ts', { eager: true, import: 'drawn' });

export const allPieces: Record<string, string> = Object.fromEntries(
  Object.entries(DRAWN).map(([path, drawn]) => [path.split('/').at(-2)!, drawn]),
);
