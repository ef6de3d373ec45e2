// Loads the parts of the wire contract that belong to one game.
import { parts } from '../gen/contract';
import { NotLoaded, isLoaded } from './linking';

const RETRY_MS = 1500;

const loading = new Map<string, Promise<void>>();

// Afterwards messages of this game can be read and made. Of a game that the contract does not know there is nothing to load.
export function loadContract(game: string): Promise<void> {
  const begun = loading.get(game);
  if (begun) return begun;
  const begin = load(game);
  loading.set(game, begin);
  begin.catch(() => loading.delete(game));
  return begin;
}

// What was missing when something failed; everything else fails as it did.
export async function loadMissing(error: unknown): Promise<void> {
  if (!(error instanceof NotLoaded)) throw error;
  await loadContract(error.game);
}

async function load(game: string): Promise<void> {
  const part = parts[game];
  if (!part) return;
  try {
    await part();
  } catch {
    // The server cannot be reached for a moment.
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await part();
  }
  if (!isLoaded(game)) throw new Error(`the contract of ${game} is incomplete`);
}
