// What is said, in the language of the player. Messages are ICU MessageFormat. The page's own are here; a game brings its
// own (catalogue()). English is always there, other languages are loaded when they are wanted.
import type { DescEnum } from '@bufbuild/protobuf';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale } from '../state/settings.svelte';
import { en } from './en';

export type Key = keyof typeof en;
export type Messages = Readonly<Record<string, string>>;
export type Arguments = Record<string, string | number>;

// The messages of the page, or of one game.
class Catalogue {
  private loaded = $state.raw<Partial<Record<Locale, Messages>>>({});

  constructor(
    private readonly en: Messages,
    private readonly load: (locale: Locale) => Promise<Messages>,
  ) {}

  has(locale: Locale): boolean {
    return locale === 'en' || this.loaded[locale] !== undefined;
  }
  async fetch(locale: Locale): Promise<void> {
    if (this.has(locale)) return;
    const messages = await this.load(locale);
    this.loaded = { ...this.loaded, [locale]: messages };
  }
  text(locale: Locale, key: string): string | undefined {
    return (this.loaded[locale] ?? this.en)[key];
  }
}

class Words {
  locale = $state<Locale>('en');
  private wanted: Locale = 'en';
  private readonly catalogues: Catalogue[] = [];
  private readonly formats = new Map<string, IntlMessageFormat>();

  add(catalogue: Catalogue): Catalogue {
    this.catalogues.push(catalogue);
    return catalogue;
  }

  // All that is said changes at once.
  async use(locale: Locale): Promise<void> {
    this.wanted = locale;
    await this.ready();
    if (this.wanted !== locale) return;
    this.locale = locale;
    document.documentElement.lang = locale;
  }

  // Resolves once every catalogue has the language of the player: what brings one waits for it before it is shown.
  async ready(): Promise<void> {
    while (this.catalogues.some((one) => !one.has(this.wanted))) {
      await Promise.all(this.catalogues.map((one) => one.fetch(this.wanted)));
    }
  }

  format(text: string, values: Arguments | undefined): string {
    if (!text.includes('{')) return text;
    const known = `${this.locale} ${text}`;
    let format = this.formats.get(known);
    if (!format) {
      format = new IntlMessageFormat(text, this.locale, undefined, { ignoreTag: true });
      this.formats.set(known, format);
    }
    return String(format.format(values));
  }
}

export const words = new Words();
const page = words.add(new Catalogue(en, async () => (await import('./fr')).fr));

export const t = (key: Key, values?: Arguments): string => words.format(page.text(words.locale, key) ?? key, values);

// The messages of a game, `files` being those of the other languages, by a path that ends in the language: ".../fr.json".
export function catalogue<Own extends Messages>(english: Own, files: Record<string, () => Promise<Messages>>) {
  const load = (locale: Locale) => Object.entries(files).find(([path]) => path.endsWith(`/${locale}.json`))![1]();
  const own = words.add(new Catalogue(english, load));
  return {
    // Says a message of the game, or one of the page.
    t: (key: Key | (keyof Own & string), values?: Arguments): string => {
      const text = own.text(words.locale, key);
      return text === undefined ? t(key as Key, values) : words.format(text, values);
    },
    // Says what stands for an enumerator: the key is its name in the protocol. Undefined where nothing does.
    named: (schema: DescEnum, value: number, values?: Arguments): string | undefined => {
      const text = own.text(words.locale, schema.value[value]?.name ?? '');
      return text === undefined ? undefined : words.format(text, values);
    },
  };
}

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
