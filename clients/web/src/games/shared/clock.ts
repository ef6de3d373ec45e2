// The time for a decision, in words.
import { t } from '../../i18n/index.svelte';

export function clockText(seconds: number): string {
  if (seconds === 0) return t('time.none');
  if (seconds < 60) return t('time.s', { n: seconds });
  return seconds < 3600 ? t('time.min', { n: seconds / 60 }) : t('time.h', { n: seconds / 3600 });
}

// What the server has for those who find each other and ask for nothing else.
export const FOUND_CLOCK = 120;

// For how long whoever is to decide may be away, where there is no clock; 0 for ever.
export const absenceText = (seconds: number): string => (seconds === 0 ? t('setup.absence.never') : clockText(seconds));

// What the server has for that between those who find each other.
export const USUAL_ABSENCE = 60;
