// Matches of which this browser has not seen the end through: the server's word of it, or the closing of the chain, is
// missing, since the connection was lost, say, or the page was closed.
import type { ProfileStore } from './profile_store';

// A table that came to nothing leaves a chain too: the page does not ask for it forever.
const OLDEST_MS = 30 * 24 * 60 * 60 * 1000;
// At a time: each is opened, and its record fetched.
const MOST = 5;

// The newest first, as UUIDs; among them may be some that run, or are tables still.
export function openEnds({ receipts, secrets, accusations }: ProfileStore, now = Date.now()): string[] {
  const ends = receipts
    .all()
    .filter(({ match, at }) => now - at < OLDEST_MS && (secrets.chain(match)?.shownAt ?? 0) > 0)
    .filter(({ match }) => !accusations.of(match))
    .sort((a, b) => b.at - a.at);
  return [...new Set(ends.map(({ match }) => match))].slice(0, MOST);
}
