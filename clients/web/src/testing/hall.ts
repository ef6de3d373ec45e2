// For tests: a hall in which somebody is signed in, and the line to its server. Timers are not real.
import { vi } from 'vitest';
import { cardOf } from '../games/registry';
import { ProfileStore } from '../profile/profile_store';
import { Hall } from '../state/hall.svelte';
import { Line } from './line';

// Before a connection that has just been made is used.
const SETTLED_MS = 20;

// `prepare`: what the browser has kept from before.
export async function signedInHall(
  prepare: (profiles: ProfileStore) => void = () => undefined,
): Promise<{ hall: Hall; line: Line; profiles: ProfileStore; kept: ReadonlyMap<string, string> }> {
  vi.useFakeTimers();
  const line = new Line();
  const kept = new Map<string, string>();
  const profiles = new ProfileStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  prepare(profiles);
  const hall = new Hall(profiles, (game) => cardOf(game)?.heroes ?? false, line.dial, 'here');
  const signedIn = hall.contact.ensure();
  line.signIn(new Uint8Array(32).fill(9));
  await vi.advanceTimersByTimeAsync(SETTLED_MS);
  await signedIn;
  return { hall, line, profiles, kept };
}
