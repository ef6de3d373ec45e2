// How a match of Dragon Dance is set up, as words.
import type { GameOptions } from '../../gen/wyrmhall/v1/game_pb';
import type { GameTerms } from '../module';
import { t } from './messages';

function options({ game }: GameOptions): string[] {
  if (game.case !== 'dance') return [];
  const { roundLimit, returnOne, knightLife, dragonLife } = game.value;
  const parts: string[] = [];
  if (roundLimit !== undefined) parts.push(t('option', { name: t('setup.rounds'), n: roundLimit }));
  if (knightLife !== undefined) parts.push(t('option', { name: t('setup.knight'), n: knightLife }));
  if (dragonLife !== undefined) parts.push(t('option', { name: t('setup.dragon'), n: dragonLife }));
  if (returnOne) parts.push(t('setup.return'));
  return parts;
}

const side = (_: GameOptions, seat: number): string => t(seat === 0 ? 'side.0' : 'side.1');

export const terms: GameTerms = { options, side };
