// The games, found by their cards (games/<game>/card.ts), in the order of the hall. No file outside a game's own folder names
// one.
import { words } from '../i18n/index.svelte';
import { loadContract } from '../net/contract';
import type { FeaturedCard, GameCard, GameModule } from './module';

const CARDS = import.meta.glob<GameCard | FeaturedCard>('./*/card.ts', { eager: true, import: 'card' });

export const GAMES: readonly (GameCard | FeaturedCard)[] = Object.values(CARDS).sort((a, b) => a.order - b.order);

export const FEATURED = GAMES.find((card) => 'featured' in card)!;

export const cardOf = (game: string): GameCard | undefined => GAMES.find(({ code }) => code === game);

// The game after this one in the hall, where it can be played.
export function gameAfter(game: string): GameCard | undefined {
  const at = GAMES.findIndex(({ code }) => code === game);
  const next = at < 0 ? undefined : GAMES[at + 1];
  return next?.load && next;
}

const loaded = new Map<string, GameModule>();

// The module of a game, with its messages in the language of the player. What has none is played by the generic one.
export async function gameModule(game: string): Promise<GameModule> {
  const load = cardOf(game)?.load ?? (() => import('./generic'));
  const [{ game: module }] = await Promise.all([load(), loadContract(game)]);
  await words.ready();
  loaded.set(game, module);
  return module;
}

// The same, where it was loaded before.
export const loadedGame = (game: string): GameModule | undefined => loaded.get(game);
