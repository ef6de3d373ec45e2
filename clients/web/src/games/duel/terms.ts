// How a match of Dragon Duel is set up, as words.
import { DuelMode, DuelModeSchema } from '../../gen/wyrmhall/v1/duel_pb';
import type { GameOptions } from '../../gen/wyrmhall/v1/game_pb';
import type { GameTerms } from '../module';
import { named, t } from './messages';

function options({ game }: GameOptions): string[] {
  if (game.case !== 'duel') return [];
  const o = game.value;
  const parts = [named(DuelModeSchema, o.mode ?? DuelMode.DUEL) ?? ''];
  if (o.mode === DuelMode.ARENA) parts.push(`${t('setup.players')}: ${o.players ?? 3}`);
  if (o.mode === DuelMode.SOLITAIRE) parts.push(`${t('setup.enemies')}: ${o.enemies ?? 1}`);
  if (o.mode === DuelMode.BATTLE) parts.push(`${t('setup.lanes')}: ${o.lanes ?? 2}`);
  if (o.owners.length > 0) parts.push(t('setup.owners'));
  if ((o.matchGames ?? 1) > 1) parts.push(`${t('setup.games')}: ${o.matchGames ?? 1}`);
  if (o.abilities) parts.push(t('setup.abilities'));
  if (o.fair) parts.push(t('setup.fair'));
  if (o.sameStart) parts.push(t('setup.sameStart'));
  return parts;
}

export const terms: GameTerms = { options };
