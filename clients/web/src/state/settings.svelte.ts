// What a player has set on this device.
import { LANGUAGES, spokenOf, type Locale } from '../i18n/languages';
import type { Storage } from '../profile/storage';

export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'reduced' | 'full';
export type Speed = 'calm' | 'brisk' | 'instant';
export type OddsShown = 'focus' | 'always' | 'off';
export type Confirm = 'touch' | 'always' | 'never';
export type Heard = 'all' | 'turn';

export interface Values {
  locale: Locale;
  theme: Theme;
  motion: Motion;
  speed: Speed;
  odds: OddsShown;
  confirm: Confirm;
  // Sends the only choice by itself.
  forced: boolean;
  sound: boolean;
  heard: Heard;
  // Per cent.
  volume: number;
  // Letter keys work inside of a match.
  keys: boolean;
  // Shows what other players say.
  talk: boolean;
  // Calls when it is this player's turn and no page is in sight.
  call: boolean;
}

const KEY = 'wyrmhall.settings';

const defaults = (languages: readonly string[]): Values => ({
  locale: spokenOf(languages),
  theme: 'system',
  motion: 'system',
  speed: 'brisk',
  odds: 'focus',
  confirm: 'touch',
  forced: false,
  sound: false,
  heard: 'all',
  volume: 70,
  keys: true,
  talk: true,
  call: false,
});

export class Settings {
  private readonly reduced = matchMedia('(prefers-reduced-motion: reduce)');
  private systemReduced = $state(this.reduced.matches);
  values: Values = $state(defaults([]));

  constructor(private readonly storage: Storage) {
    const usual = defaults(navigator.languages);
    const values = { ...usual, ...this.kept() };
    if (!LANGUAGES.includes(values.locale)) values.locale = usual.locale;
    this.values = values;
    this.reduced.addEventListener('change', () => (this.systemReduced = this.reduced.matches));
  }

  // Whether things move at all.
  get still(): boolean {
    return this.values.motion === 'reduced' || (this.values.motion === 'system' && this.systemReduced);
  }

  set<K extends keyof Values>(name: K, value: Values[K]): void {
    this.values[name] = value;
    this.storage.setItem(KEY, JSON.stringify(this.values));
  }

  private kept(): Partial<Values> {
    try {
      return JSON.parse(this.storage.getItem(KEY) ?? '{}') as Partial<Values>;
    } catch {
      return {};
    }
  }
}
