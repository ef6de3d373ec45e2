// How a match of Dragon Dice is set up, as words.
import type { GameOptions } from '../../gen/wyrmhall/v1/game_pb';
import { listed } from '../../i18n/index.svelte';
import type { GameTerms } from '../module';
import { pointsOf, readyIn } from './forces';
import { t } from './setup_messages';
import { speciesName } from './names';

function options({ game, seatsBring }: GameOptions, atTable = false): string[] {
  if (game.case !== 'dragondice') return [];
  const { armies, rounds, regroup, speciesAbilities, slayPoints } = game.value;
  const parts: string[] = [];
  const said = game.value.points;
  const brought = atTable && seatsBring;
  const species = armies.map(readyIn);
  if (brought) parts.push(t('words.brought'));
  else if (armies.length > 0) {
    const n = pointsOf(game.value);
    parts.push(
      listed(species.map((one) => (one > 0 ? t('setup.ready', { name: speciesName(one), n }) : t('setup.own')))),
    );
  }
  // A player who brings a force has to know its points, the usual ones too. A ready one says them itself.
  if (brought || (said !== undefined && species.includes(0)))
    parts.push(t('option', { name: t('setup.points'), n: pointsOf(game.value) }));
  if (rounds !== undefined) parts.push(t('option', { name: t('setup.rounds'), n: rounds }));
  if (regroup !== undefined) parts.push(t('option', { name: t('setup.regroup'), n: regroup }));
  if (slayPoints !== undefined) parts.push(t('option', { name: t('setup.slay'), n: slayPoints }));
  if (speciesAbilities) parts.push(t('setup.abilities'));
  return parts;
}

export const terms: GameTerms = { options };
