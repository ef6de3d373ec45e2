// Who sits where, in words.
import type { MatchInfo, MatchSeat } from '../../gen/wyrmhall/v1/match_pb';
import { BotLevelSchema, type BotLevel, type TableSeat } from '../../gen/wyrmhall/v1/table_pb';
import { apart } from '../../i18n/apart';
import { named, t } from '../../i18n/index.svelte';

export const botName = (level: BotLevel): string => named(BotLevelSchema, level) ?? t('BOT_LEVEL_UNSPECIFIED');

// The name of each seat as others see it; several bots of a kind are counted.
export function seatNames(seats: readonly (MatchSeat | TableSeat)[]): string[] {
  const plain = seats.map(({ occupant }) => {
    if (occupant.case === 'player') return apart(occupant.value.name);
    return occupant.case === 'bot' ? botName(occupant.value.level) : t('seat.free');
  });
  return plain.map((name, i) => {
    if (seats[i].occupant.case !== 'bot' || plain.filter((other) => other === name).length < 2) return name;
    return t('seat.numbered', { name, n: plain.slice(0, i + 1).filter((other) => other === name).length });
  });
}

// "You" for the viewer's own seat.
export function seatName(info: MatchInfo, viewer: number, seat: number): string {
  return seat === viewer ? t('seat.you') : (seatNames(info.seats)[seat] ?? t('seat.auto'));
}
