// How each game can be set up. The server judges the options; here stands only what is offered.
import { ArenaDifficulty, ArenaPlacement } from '../gen/wyrmhall/v1/arena_pb';
import { DuelMode } from '../gen/wyrmhall/v1/duel_pb';
import type { Key } from '../i18n/index.svelte';
import type { Options } from '../state/hall.svelte';

export interface Setting {
  name: string;
  text: Key;
  // The default. A setting without choices is 0 or 1.
  value: number;
  choices?: { value: number; text?: Key; note?: Key; picture?: string }[];
  // Shown at once, not folded away.
  main?: boolean;
  // Whether it makes sense beside the others' values.
  fits?: (values: Record<string, number>) => boolean;
}

export interface Setup {
  settings: Setting[];
  options: (values: Record<string, number>) => Options;
  // Whether one plays with nobody else.
  alone?: (values: Record<string, number>) => boolean;
}

const numbers = (...values: number[]) => values.map((value) => ({ value }));
const isMode =
  (...modes: DuelMode[]) =>
  (values: Record<string, number>) =>
    modes.includes(values['mode']);

const duel: Setup = {
  settings: [
    {
      name: 'mode',
      text: 'setup.mode',
      value: DuelMode.DUEL,
      main: true,
      choices: [
        { value: DuelMode.DUEL, text: 'duel.mode.duel', note: 'duel.mode.duel.line', picture: 'duel' },
        {
          value: DuelMode.SOLITAIRE,
          text: 'duel.mode.solitaire',
          note: 'duel.mode.solitaire.line',
          picture: 'solitaire',
        },
        { value: DuelMode.ARENA, text: 'duel.mode.arena', note: 'duel.mode.arena.line', picture: 'ring' },
        { value: DuelMode.BATTLE, text: 'duel.mode.battle', note: 'duel.mode.battle.line', picture: 'battle' },
      ],
    },
    {
      name: 'players',
      text: 'setup.players',
      value: 3,
      main: true,
      choices: numbers(3, 4, 5, 6, 7, 8),
      fits: isMode(DuelMode.ARENA),
    },
    {
      name: 'enemies',
      text: 'setup.enemies',
      value: 1,
      main: true,
      choices: numbers(1, 2, 3, 4, 5, 6, 7),
      fits: isMode(DuelMode.SOLITAIRE),
    },
    {
      name: 'lanes',
      text: 'setup.lanes',
      value: 2,
      main: true,
      choices: numbers(2, 3, 4),
      fits: isMode(DuelMode.BATTLE),
    },
    {
      name: 'games',
      text: 'setup.games',
      value: 1,
      choices: numbers(1, 3, 5, 7, 9),
      fits: isMode(DuelMode.DUEL, DuelMode.BATTLE),
    },
    { name: 'fair', text: 'setup.fair', value: 1, fits: isMode(DuelMode.DUEL, DuelMode.ARENA) },
    { name: 'abilities', text: 'setup.abilities', value: 0 },
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

const PLACEMENTS = [1, 2, 3, 4, 5] as const;
const plays = (values: Record<string, number>) => values['solo'] !== 1;

const arena: Setup = {
  settings: [
    {
      name: 'placement',
      text: 'arena.placement',
      value: ArenaPlacement.BABY,
      main: true,
      choices: PLACEMENTS.map((value) => ({
        value,
        text: `arena.placement.${value}` as const,
        note: `arena.placement.${value}.line` as const,
      })),
      fits: plays,
    },
    { name: 'nuggets', text: 'arena.nuggets.needed', value: 1, main: true, choices: numbers(1, 2, 3, 5), fits: plays },
    { name: 'master', text: 'arena.master', value: 0 },
    { name: 'solo', text: 'arena.solo.option', value: 0 },
    { name: 'difficulty', text: 'arena.difficulty', value: 0, fits: (values) => !plays(values) },
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

const SETUPS: Record<string, Setup> = { arena, duel };

export const setupOf = (game: string): Setup | undefined => SETUPS[game];
