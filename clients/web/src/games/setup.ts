// How a game can be set up. The server judges the options; here stands only what is offered.
import type { Options } from '../state/hall.svelte';

// Where somebody stands in the drawing of a way to play; mine is filled.
export type Place = readonly [x: number, y: number, mine: boolean];

export interface SettingChoice {
  value: number;
  // The number itself where absent.
  text?: () => string;
  note?: () => string;
  picture?: readonly Place[];
}

export interface Setting {
  name: string;
  text: () => string;
  // The default. A setting without choices is 0 or 1.
  value: number;
  choices?: SettingChoice[];
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

export const numbers = (...values: number[]): SettingChoice[] => values.map((value) => ({ value }));
