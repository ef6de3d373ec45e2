// How Dragons Arena can be set up.
import { ArenaDifficulty, ArenaPlacement, ArenaPlacementSchema } from '../../gen/wyrmhall/v1/arena_pb';
import { numbers, type SettingChoice, type Setup } from '../setup';
import { t, type Key } from './messages';

const plays = (values: Record<string, number>) => values['solo'] !== 1;

const placements = ArenaPlacementSchema.values
  .filter(({ number }) => number !== ArenaPlacement.UNSPECIFIED)
  .map(({ number, name }): SettingChoice => ({
    value: number,
    text: () => t(name as Key),
    note: () => t(`${name}.line` as Key),
  }));

export const setup: Setup = {
  settings: [
    {
      name: 'placement',
      text: () => t('placement'),
      value: ArenaPlacement.BABY,
      main: true,
      choices: placements,
      fits: plays,
    },
    {
      name: 'nuggets',
      text: () => t('nuggets.needed'),
      value: 1,
      main: true,
      choices: numbers(1, 2, 3, 5),
      fits: plays,
    },
    { name: 'master', text: () => t('master'), value: 0 },
    { name: 'solo', text: () => t('solo.option'), value: 0 },
    { name: 'difficulty', text: () => t('difficulty'), value: 0, fits: (values) => !plays(values) },
  ],
  options: (v) => {
    const solo = !plays(v);
    const value = {
      placement: solo ? ArenaPlacement.BABY : (v['placement'] as ArenaPlacement),
      master: v['master'] === 1,
      solo,
      ...(solo ? {} : { nuggets: v['nuggets'] }),
      ...(v['difficulty'] === 1 ? { difficulty: ArenaDifficulty.HIGH } : {}),
    };
    return { game: { case: 'arena', value } };
  },
  alone: (values) => !plays(values),
};
