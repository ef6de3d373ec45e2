// How a game can be set up: what each option takes and what it is by default comes from the server's offer, how it is
// shown from the game. The server judges what fits together.
import type { Component } from 'svelte';
import { ScalarType, create } from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { GameOptionsSchema } from '../gen/wyrmhall/v1/game_pb';
import { OptionKind, type GameOffer, type OptionOffer } from '../gen/wyrmhall/v1/server_pb';
import { t } from '../i18n/index.svelte';
import type { Options, Part } from '../state/wish';

// Where somebody stands in the drawing of a way to play; mine is filled.
export type Dot = readonly [x: number, y: number, mine: boolean];

export interface SettingChoice {
  value: number;
  // The number itself where absent.
  text?: () => string;
  note?: () => string;
  picture?: readonly Dot[];
}

type Values = Record<string, number>;

// What a way to choose is handed.
export interface PickerProps {
  legend: string;
  value: number;
  choices: readonly SettingChoice[];
  // Of the whole set-up.
  values: Values;
  onchange: (value: number) => void;
}

// Those whom one will play with, as chosen on the page of the set-up.
export interface Others {
  people: boolean;
  // What number n of all of them is called.
  name: (n: number, of: number) => string;
}

// What a game shows of an option.
export interface Shown {
  // The option's name in the protocol.
  name: string;
  text: () => string;
  // In a long range, the numbers that one can choose from.
  only?: readonly number[];
  // How an enumerator is shown, by its number.
  enumerator?: (value: number) => Omit<SettingChoice, 'value'>;
  // Shown at once, not folded away.
  main?: boolean;
  // It is ours and not the original game's; in words where more than that is to be said.
  house?: true | (() => string);
  // Whether it makes sense beside the others' values.
  fits?: (values: Values) => boolean;
  // The game's own way to choose, instead of a row of plates.
  Picker?: Component<PickerProps>;
}

// The sides of a game: each seat can want one of them.
export interface Sides {
  text: () => string;
  // By their numbers in the protocol, from 1.
  names: readonly (() => string)[];
  part: (side: number) => Part;
}

export interface Setup {
  // Its name in the protocol.
  game: string;
  settings: readonly Shown[];
  // What no row can say: an editor of the game's own, and what its values come to in the message of the options.
  Editor?: Component<{ values: Values; others: Others; onchange: (more: Values) => void }>;
  more?: (values: Values) => object;
  // What those who play as well are called, where they are no opponents.
  company?: () => string;
  sides?: Sides;
  // What the own seat brings, where that is no side.
  part?: (values: Values) => Part | undefined;
  // What is wrong with what the editor has come to, as sentences: with none of it can be begun.
  faults?: (values: Values) => readonly string[];
  // Whether one plays with nobody else.
  alone?: (values: Values) => boolean;
}

// An option that can be chosen.
export interface Setting extends Shown {
  value: number;
  // Absent: it is on (1) or off (0).
  choices?: SettingChoice[];
}

const messageOf = (game: string) => GameOptionsSchema.fields.find(({ name }) => name === game)?.message;

const numbersIn = ({ least, most, step, values }: OptionOffer): number[] =>
  values.length > 0
    ? values
    : Array.from({ length: Math.floor((most - least) / (step || 1)) + 1 }, (_, i) => least + i * (step || 1));

function choicesOf(game: string, shown: Shown, option: OptionOffer): SettingChoice[] | undefined {
  if (option.kind === OptionKind.NUMBER) {
    const numbers = numbersIn(option).filter((value) => shown.only?.includes(value) ?? true);
    return numbers.map((value) => ({ value }));
  }
  if (option.kind !== OptionKind.ENUMERATOR) return undefined;
  const type = messageOf(game)?.fields.find(({ name }) => name === option.name)?.enum;
  return option.enumerators.map((word, i) => {
    // One that this page does not know is called as the server calls it.
    return { value: i + 1, text: () => word, ...(type?.value[i + 1] ? shown.enumerator?.(i + 1) : {}) };
  });
}

// Those of a game that its server offers; none before it has said which.
export function settingsOf({ game, settings }: Setup, offer: GameOffer | undefined): Setting[] {
  return settings.flatMap((shown): Setting[] => {
    const option = offer?.options.find(({ name }) => name === shown.name);
    if (!option) return [];
    const choices = choicesOf(game, shown, option);
    // The default is the game's own, as in any other client: so a player who takes it meets the others who do.
    const value = option.defaultValue ?? option.least;
    return [{ ...shown, value, ...(choices ? { choices } : {}) }];
  });
}

export const fitting = <S extends Shown>(settings: readonly S[], values: Values): S[] =>
  settings.filter((setting) => setting.fits?.(values) ?? true);

// The options of a match with these values; what does not make sense beside the others keeps its default.
export function optionsOf({ game, more }: Setup, settings: readonly Setting[], values: Values): Options {
  const schema = messageOf(game);
  if (!schema) return {};
  const options = reflect(schema, create(schema));
  for (const { name } of fitting(settings, values)) {
    const field = schema.fields.find((each) => each.name === name);
    // What a list holds is the game's to say, in `more`.
    if (field && field.fieldKind !== 'list')
      options.set(field, field.scalar === ScalarType.BOOL ? values[name] === 1 : values[name]);
  }
  Object.assign(options.message, more?.(values));
  return { game: { case: game, value: options.message } } as unknown as Options;
}

// Under what the values of a set-up have the side that one wants; 0 is either.
export const SIDE = 'side';

export const sidesOf = ({ names }: Sides): { value: number; text: string }[] => [
  { value: 0, text: t('setup.side.either') },
  ...names.map((name, i) => ({ value: i + 1, text: name() })),
];

// What the own seat brings with these values.
export const partOf = ({ sides, part }: Setup, values: Values): Part | undefined =>
  sides ? sides.part(values[SIDE] ?? 0) : part?.(values);

// All options of a game, and the clock, for who does not care.
export const anyOf = ({ game }: Setup): string[] => [
  'clock',
  ...(messageOf(game)?.fields.map(({ name }) => name) ?? []),
];
