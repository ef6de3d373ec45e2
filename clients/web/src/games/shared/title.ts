// What a game is called. A server may play one that this page has never heard of.
import { t, type Key } from '../../i18n/index.svelte';

export const GAMES = ['duel', 'arena', 'dance', 'hunt', 'dragondice'] as const;

export function gameTitle(game: string): string {
  return (GAMES as readonly string[]).includes(game) ? t(`game.${game}` as Key) : t('game.other', { game });
}
