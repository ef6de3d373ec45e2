// The games of the page, by their names in the protocol: those that have a card.
export const GAMES = Object.keys(import.meta.glob('../src/games/*/card.ts')).map((path) => path.split('/').at(-2)!);
