// The time for a decision, in words.
import { t } from '../../i18n/index.svelte';

export function clockText(seconds: number): string {
  if (seconds === 0) return t('time.none');
  if (seconds < 60) return t('time.s', { n: seconds });
  return seconds < 3600 ? t('time.min', { n: seconds / 60 }) : t('time.h', { n: seconds / 3600 });
}

// The server's clock for those who find each other and ask for nothing else.
export const FOUND_CLOCK = 120;

// For how long a player who must decide may be away, if there is no clock; 0: forever.
export const absenceText = (seconds: number): string => (seconds === 0 ? t('setup.absence.never') : clockText(seconds));

// The server's limit for those who find each other.
export const USUAL_ABSENCE = 60;
