// Who plays and has no connection, as the page shows it.
import { clockText } from '../games/shared/clock';
import { seatName } from '../games/shared/seats';
import type { MatchInfo } from '../gen/wyrmhall/v1/match_pb';
import { t } from '../i18n/index.svelte';
import type { Away } from '../state/match.svelte';

// A player who only loads the page again is back by then.
export const SHOWN_AFTER_MS = 5000;

export interface ShownAway {
  seat: number;
  name: string;
  // For how long, such as "0:40".
  time: string;
  // What becomes of the match meanwhile.
  meanwhile: string;
}

// "0:40", "12:05", "1:00:00".
export function stopwatch(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number): string => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

function meanwhile({ turnSeconds, absenceSeconds }: MatchInfo, name: string): string {
  if (turnSeconds > 0) return t('match.away.clock', { name });
  return absenceSeconds > 0
    ? t('match.away.claim', { name, time: clockText(absenceSeconds) })
    : t('match.away.none', { name });
}

export const shownAway = (info: MatchInfo, away: readonly Away[], now: number): ShownAway[] =>
  away
    .filter(({ since }) => now - since >= SHOWN_AFTER_MS)
    .map(({ seat, since }) => {
      const name = seatName(info, -1, seat);
      return { seat, name, time: stopwatch(now - since), meanwhile: meanwhile(info, name) };
    });
