// The games, found by their cards (games/<game>/card.ts), in the order of the hall. No file outside a game's own folder names
// one.
import type { FeaturedCard, GameCard } from './module';

const CARDS = import.meta.glob<GameCard | FeaturedCard>('./*/card.ts', { eager: true, import: 'card' });

export const GAMES: readonly (GameCard | FeaturedCard)[] = Object.values(CARDS).sort((a, b) => a.order - b.order);

export const FEATURED = GAMES.find((card) => 'featured' in card)!;

export const cardOf = (game: string): GameCard | undefined => GAMES.find(({ code }) => code === game);

// The game after this one in the hall.
export function gameAfter(game: string): GameCard | undefined {
  const at = GAMES.findIndex(({ code }) => code === game);
  return at < 0 ? undefined : GAMES[at + 1];
}
