// How Dragon Duel can be set up.
import { DuelMode, DuelModeSchema } from '../../gen/wyrmhall/v1/duel_pb';
import { numbers, type Place, type SettingChoice, type Setup } from '../setup';
import { t, type Key } from './messages';

const isMode =
  (...modes: DuelMode[]) =>
  (values: Record<string, number>) =>
    modes.includes(values['mode']);

// Who stands where.
const PICTURES: Partial<Record<DuelMode, readonly Place[]>> = {
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
const modes = DuelModeSchema.values
  .filter(({ number }) => number !== DuelMode.UNSPECIFIED)
  .map(({ number, name }): SettingChoice => ({
    value: number,
    text: () => t(name as Key),
    note: () => t(`${name}.line` as Key),
    picture: PICTURES[number as DuelMode] ?? [],
  }));

export const setup: Setup = {
  settings: [
    { name: 'mode', text: () => t('setup.mode'), value: DuelMode.DUEL, main: true, choices: modes },
    {
      name: 'players',
      text: () => t('setup.players'),
      value: 3,
      main: true,
      choices: numbers(3, 4, 5, 6, 7, 8),
      fits: isMode(DuelMode.ARENA),
    },
    {
      name: 'enemies',
      text: () => t('setup.enemies'),
      value: 1,
      main: true,
      choices: numbers(1, 2, 3, 4, 5, 6, 7),
      fits: isMode(DuelMode.SOLITAIRE),
    },
    {
      name: 'lanes',
      text: () => t('setup.lanes'),
      value: 2,
      main: true,
      choices: numbers(2, 3, 4),
      fits: isMode(DuelMode.BATTLE),
    },
    {
      name: 'games',
      text: () => t('setup.games'),
      value: 1,
      choices: numbers(1, 3, 5, 7, 9),
      fits: isMode(DuelMode.DUEL, DuelMode.BATTLE),
    },
    { name: 'fair', text: () => t('setup.fair'), value: 1, fits: isMode(DuelMode.DUEL, DuelMode.ARENA) },
    { name: 'abilities', text: () => t('setup.abilities'), value: 0 },
  ],
  options: (v) => {
    const mode = v['mode'] as DuelMode;
    const series = mode === DuelMode.DUEL || mode === DuelMode.BATTLE;
    return {
      game: {
        case: 'duel',
        value: {
          mode,
          abilities: v['abilities'] === 1,
          fair: v['fair'] === 1 && (mode === DuelMode.DUEL || mode === DuelMode.ARENA),
          ...(mode === DuelMode.ARENA ? { players: v['players'] } : {}),
          ...(mode === DuelMode.SOLITAIRE ? { enemies: v['enemies'] } : {}),
          ...(mode === DuelMode.BATTLE ? { lanes: v['lanes'] } : {}),
          ...(series ? { matchGames: v['games'] } : {}),
        },
      },
    };
  },
  alone: isMode(DuelMode.SOLITAIRE),
};
