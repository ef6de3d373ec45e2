// What is said, in the language of the player. Messages are ICU MessageFormat; English is always there, other languages
// are loaded when they are wanted.
import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale } from '../state/settings.svelte';
import { en } from './en';

export type Key = keyof typeof en;
export type Messages = Record<Key, string>;
export type Arguments = Record<string, string | number>;

const LOADERS: Record<Locale, () => Promise<Messages>> = {
  en: () => Promise.resolve(en),
  fr: async () => (await import('./fr')).fr,
};

class Words {
  locale = $state<Locale>('en');
  private messages = $state.raw<Messages>(en);
  private formats = new Map<string, IntlMessageFormat>();

  async use(locale: Locale): Promise<void> {
    const messages = await LOADERS[locale]();
    this.formats = new Map();
    this.messages = messages;
    this.locale = locale;
    document.documentElement.lang = locale;
  }

  say(key: Key, values: Arguments | undefined): string {
    const text = this.messages[key];
    if (!text.includes('{')) return text;
    let format = this.formats.get(key);
    if (!format) {
      format = new IntlMessageFormat(text, this.locale, undefined, { ignoreTag: true });
      this.formats.set(key, format);
    }
    return String(format.format(values));
  }
}

export const words = new Words();

export const t = (key: Key, values?: Arguments): string => words.say(key, values);

// "37 %", or "0.4 %" for a small one.
export function percent(probability: number): string {
  const digits = probability > 0 && probability < 0.01 ? 1 : 0;
  const format = { maximumFractionDigits: digits, minimumFractionDigits: digits };
  return `${new Intl.NumberFormat(words.locale, format).format(probability * 100)}\u00a0%`;
}

export function decimal(value: number, digits = 1): string {
  const format = { maximumFractionDigits: digits, minimumFractionDigits: digits };
  return new Intl.NumberFormat(words.locale, format).format(value).replace('-', '−');
}

export function moment(microseconds: bigint): string {
  return new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    Number(microseconds / 1000n),
  );
}

export function day(microseconds: bigint): string {
  return new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium' }).format(Number(microseconds / 1000n));
}

// "a, b and c".
export function listed(parts: string[]): string {
  return new Intl.ListFormat(words.locale, { type: 'conjunction' }).format(parts);
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
