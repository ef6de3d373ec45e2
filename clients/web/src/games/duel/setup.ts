// How Dragon Duel can be set up.
import { DuelMode, DuelModeSchema } from '../../gen/wyrmhall/v1/duel_pb';
import type { Dot, Setup } from '../setup';
import { named, t } from './messages';

const isMode =
  (...modes: DuelMode[]) =>
  (values: Record<string, number>) =>
    modes.includes(values['mode']);

// Who stands where.
const PICTURES: Partial<Record<DuelMode, readonly Dot[]>> = {
  [DuelMode.DUEL]: [
    [16, 20, true],
    [48, 20, false],
  ],
  [DuelMode.SOLITAIRE]: [
    [32, 30, true],
    [12, 10, false],
    [32, 10, false],
    [52, 10, false],
  ],
  [DuelMode.ARENA]: [
    [32, 32, true],
    [11, 25, false],
    [19, 8, false],
    [45, 8, false],
    [53, 25, false],
  ],
  [DuelMode.BATTLE]: [
    [22, 31, true],
    [42, 31, true],
    [22, 9, false],
    [42, 9, false],
  ],
};

export const setup: Setup = {
  game: 'duel',
  settings: [
    {
      name: 'mode',
      text: () => t('setup.mode'),
      main: true,
      enumerator: (mode) => ({
        text: () => named(DuelModeSchema, mode) ?? '',
        note: () => named(DuelModeSchema, mode, {}, '.line') ?? '',
        picture: PICTURES[mode as DuelMode] ?? [],
      }),
    },
    { name: 'players', text: () => t('setup.players'), main: true, fits: isMode(DuelMode.ARENA) },
    { name: 'enemies', text: () => t('setup.enemies'), main: true, fits: isMode(DuelMode.SOLITAIRE) },
    { name: 'lanes', text: () => t('setup.lanes'), main: true, fits: isMode(DuelMode.BATTLE) },
    { name: 'owners', text: () => t('setup.owners'), main: true, fits: isMode(DuelMode.BATTLE) },
    { name: 'match_games', text: () => t('setup.games') },
    { name: 'fair', text: () => t('setup.fair'), house: true, fits: isMode(DuelMode.DUEL, DuelMode.ARENA) },
    {
      name: 'same_start',
      text: () => t('setup.sameStart'),
      house: () => t('house.sameStart'),
      // Beside `fair` it is without effect.
      fits: (values) => isMode(DuelMode.ARENA)(values) && values['fair'] !== 1,
    },
    { name: 'abilities', text: () => t('setup.abilities'), house: () => t('house.abilities') },
  ],
  // D-45: two players, each with all dragons of a team.
  more: (values) =>
    isMode(DuelMode.BATTLE)(values) && values['owners'] === 1
      ? { owners: [0, 1].flatMap((seat) => Array<number>(values['lanes'] ?? 2).fill(seat)) }
      : {},
  alone: isMode(DuelMode.SOLITAIRE),
};
