// The pictures that are drawn of a moment of each game (art/moment.ts).
const PICTURES = import.meta.glob<string>('../portraits/moments/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

export const momentOf = (game: string): string | undefined => PICTURES[`../portraits/moments/${game}.svg`];
