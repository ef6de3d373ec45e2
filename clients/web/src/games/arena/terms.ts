// How a match of Dragons Arena is set up, as words.
import { ArenaPlacement, ArenaPlacementSchema } from '../../gen/wyrmhall/v1/arena_pb';
import type { GameOptions } from '../../gen/wyrmhall/v1/game_pb';
import type { GameTerms } from '../module';
import { named, t } from './messages';

function options({ game, seatsBring }: GameOptions): string[] {
  if (game.case !== 'arena') return [];
  const o = game.value;
  const parts = [named(ArenaPlacementSchema, o.placement ?? ArenaPlacement.BABY) ?? ''];
  if (o.fireSeat === 1 && !seatsBring) parts.push(t('setup.fire.second'));
  if (o.solo) return [t('solo'), ...(o.master ? [t('master')] : [])];
  if (o.master) parts.push(t('master'));
  if ((o.nuggets ?? 1) > 1) parts.push(`${t('nuggets.needed')}: ${o.nuggets}`);
  return parts;
}

function side({ game }: GameOptions, seat: number): string {
  const fire = game.case === 'arena' ? (game.value.fireSeat ?? 0) : 0;
  return t(seat === fire ? 'fire' : 'ice');
}

export const terms: GameTerms = { options, side };
