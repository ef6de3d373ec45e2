// How Dice & Dragons can be set up.
import { HuntDefeatRuleSchema } from '../../gen/wyrmhall/v1/hunt_pb';
import type { Setup } from '../setup';
import { faultsIn } from './heroes/custom';
import { named } from './messages';
import { t } from './setup_messages';
import Chapters from './Chapters.svelte';
import Party from './Party.svelte';
import { dragonsIn, groupsIn, hasCustom, heroesIn, isAlone, isLegalSplit, partIn, sheetIn } from './party';

const goesOn = (values: Record<string, number>) => values['campaign'] === 1;

export const setup: Setup = {
  game: 'hunt',
  settings: [
    { name: 'chapter', text: () => t('setup.chapter'), main: true, Picker: Chapters },
    { name: 'campaign', text: () => t('setup.campaign.long'), main: true },
    {
      name: 'defeat_rule',
      text: () => t('setup.defeat'),
      enumerator: (rule) => ({ text: () => named(HuntDefeatRuleSchema, rule) ?? '' }),
      house: () => t('house.mercy'),
      fits: goesOn,
    },
    { name: 'round_limit', text: () => t('setup.rounds'), only: [10, 20, 30, 60], house: true },
    { name: 'max_locked', text: () => t('setup.locked'), house: () => t('house.locked') },
    { name: 'fourth_token', text: () => t('setup.fourthToken'), house: () => t('house.fourthToken') },
    { name: 'healing_wave', text: () => t('setup.healingWave'), house: () => t('house.healingWave') },
    { name: 'assist_over_fury', text: () => t('setup.assistOverFury'), house: () => t('house.assistOverFury') },
    { name: 'last_may_decline', text: () => t('setup.lastMayDecline'), house: () => t('house.lastMayDecline') },
  ],
  Editor: Party,
  more: (values) => ({ heroes: heroesIn(values), dragons: dragonsIn(values), groups: groupsIn(values) }),
  part: partIn,
  faults: (values) => [
    ...(hasCustom(values) ? faultsIn(sheetIn(values)) : []),
    ...(isLegalSplit(values) ? [] : [t('setup.split.fault')]),
  ],
  company: () => t('setup.company'),
  alone: isAlone,
};
