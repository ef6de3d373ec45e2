// How a match of Dice & Dragons is set up, as words.
import { HuntDefeatRule, HuntDefeatRuleSchema } from '../../gen/wyrmhall/v1/hunt_pb';
import type { GameOptions } from '../../gen/wyrmhall/v1/game_pb';
import { listed } from '../../i18n/index.svelte';
import type { GameTerms } from '../module';
import { named } from './messages';
import { t } from './setup_messages';
import { className, kindName } from './names';

function options({ game }: GameOptions): string[] {
  if (game.case !== 'hunt') return [];
  const { heroes, chapter, campaign, roundLimit, defeatRule, dragons } = game.value;
  const { maxLocked = 2, fourthToken = 4, healingWave = 3 } = game.value;
  const parts: string[] = [];
  if (heroes.length > 0) parts.push(listed(heroes.map((hero) => className(hero.class))));
  if (chapter !== undefined) parts.push(t('chapter', { n: chapter }));
  if (campaign) parts.push(t('setup.campaign'));
  if (roundLimit !== undefined) parts.push(t('option', { name: t('setup.rounds'), n: String(roundLimit) }));
  if (defeatRule === HuntDefeatRule.MERCY)
    parts.push(t('option', { name: t('setup.defeat'), n: named(HuntDefeatRuleSchema, defeatRule) ?? '' }));
  if (dragons.length > 0) parts.push(listed(dragons.map(kindName)));
  // Readings of the original rules other than the usual ones.
  if (maxLocked !== 2) parts.push(t('option', { name: t('setup.locked'), n: String(maxLocked) }));
  if (fourthToken !== 4) parts.push(t('option', { name: t('setup.fourthToken'), n: String(fourthToken) }));
  if (healingWave !== 3) parts.push(t('option', { name: t('setup.healingWave'), n: String(healingWave) }));
  if (game.value.assistOverFury) parts.push(t('setup.assistOverFury'));
  if (game.value.lastMayDecline) parts.push(t('setup.lastMayDecline'));
  return parts;
}

export const terms: GameTerms = { options };
