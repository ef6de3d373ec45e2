// The games that have a view of their own, each loaded when a match of it is opened.
import type { GameModule } from './module';

const LOADERS: Record<string, () => Promise<{ game: GameModule }>> = {
  arena: () => import('./arena'),
  duel: () => import('./duel'),
};

export async function gameModule(game: string): Promise<GameModule> {
  const load = LOADERS[game] ?? (() => import('./generic'));
  return (await load()).game;
}
