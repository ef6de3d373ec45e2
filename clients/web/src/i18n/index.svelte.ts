// What is said, in the language of the player. Messages are ICU MessageFormat, and lie in clients/messages. What every page
// says is here; a game, or a part of the page that is loaded later, brings its own (catalogue()).
import type { DescEnum } from '@bufbuild/protobuf';
import page from '../../../messages/page/en.json';
import type later from './later';
import { Formats, type Arguments } from './format';
import {
  FILES,
  languageOf,
  regionOf,
  type Files,
  type Lists,
  type Locale,
  type Message,
  type Messages,
} from './languages';

export type Key = keyof typeof page | keyof typeof later;
export type { Arguments, Messages };

// What the hall does not say at first, in English too.
const LATER: Files = { en: () => import('./later').then((file) => file.default) };
const together = async (files: Files, paths: string[]): Promise<Messages> =>
  Object.assign({}, ...(await Promise.all(paths.map((path) => files[path]())))) as Messages;

const listedIn = (messages: Messages, { name }: DescEnum, value: number): Message | undefined =>
  (messages as { enumerators?: Lists }).enumerators?.[name]?.[value] || undefined;

// The messages of the page, of a part of it, or of one game.
class Catalogue {
  private loaded = $state.raw<Partial<Record<Locale, Messages>>>({});
  private en = $state.raw<Messages>({});

  constructor(
    english: Messages,
    private readonly files: Files,
    // The rest of the English ones.
    private later: Files = {},
  ) {
    this.en = english;
  }

  has(locale: Locale): boolean {
    return (locale === 'en' || this.loaded[locale] !== undefined) && Object.keys(this.later).length === 0;
  }
  async fetch(locale: Locale): Promise<void> {
    if (this.has(locale)) return;
    const { later } = this;
    const rest = together(later, Object.keys(later));
    if (locale !== 'en' && !this.loaded[locale]) {
      const files = Object.keys(this.files).filter((path) => languageOf(path) === locale);
      const messages = await together(this.files, files);
      this.loaded = { ...this.loaded, [locale]: messages };
    }
    if (Object.keys(later).length === 0) return;
    this.en = { ...this.en, ...(await rest) };
    this.later = {};
  }
  // Undefined for a key that the catalogue does not have.
  say(key: string, values?: Arguments): string | undefined {
    return this.find((messages) => messages[key], values);
  }
  private find(from: (messages: Messages) => Message | undefined, values?: Arguments): string | undefined {
    const own = this.loaded[words.locale];
    const message = (own && from(own)) ?? from(this.en);
    return message === undefined ? undefined : words.format(message, values);
  }
  // What stands for an enumerator: the key is its name in the protocol, and that of a further sentence adds a part to it,
  // such as ".you". Undefined where nothing does.
  readonly named = (schema: DescEnum, value: number, values?: Arguments, part = ''): string | undefined =>
    (part ? undefined : this.find((messages) => listedIn(messages, schema, value), values)) ??
    this.say(`${schema.value[value]?.name ?? ''}${part}`, values);
}

class Words {
  locale = $state<Locale>('en');
  private wanted: Locale = 'en';
  private readonly catalogues: Catalogue[] = [];
  private formats = new Formats('en');

  add(catalogue: Catalogue): Catalogue {
    this.catalogues.push(catalogue);
    return catalogue;
  }

  // All that is said changes at once.
  async use(locale: Locale): Promise<void> {
    this.wanted = locale;
    await this.ready();
    if (this.wanted !== locale) return;
    this.formats = new Formats(locale);
    this.locale = locale;
    document.documentElement.lang = locale;
  }

  // Resolves once every catalogue has the language of the player: what brings one waits for it before it is shown.
  async ready(): Promise<void> {
    while (this.catalogues.some((one) => !one.has(this.wanted))) {
      await Promise.all(this.catalogues.map((one) => one.fetch(this.wanted)));
    }
  }

  format(message: Message, values: Arguments | undefined): string {
    return this.formats.say(message, values);
  }
}

export const words = new Words();
const own = words.add(new Catalogue(page, FILES, LATER));

export const t = (key: Key, values?: Arguments): string => own.say(key, values) ?? key;
export const { named } = own;

// The messages of a game or of a part of the page, `files` being those of the other languages.
export function catalogue<Own extends Messages, Beyond extends string = Key>(
  english: Own,
  files: Files,
  // What says all others: the page, or the game that it is a part of.
  beyond: (key: Beyond, values?: Arguments) => string = t as typeof beyond,
) {
  const part = words.add(new Catalogue(english, files));
  return {
    // Says one of these messages or of those beyond; what stands for an enumerator, `named` says.
    t: (key: Beyond | Exclude<keyof Own & string, Uppercase<string>>, values?: Arguments): string =>
      part.say(key, values) ?? beyond(key as Beyond, values),
    named: part.named,
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

const dated = (microseconds: bigint, format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(regionOf(words.locale, navigator.languages), format).format(Number(microseconds / 1000n));

export const moment = (microseconds: bigint): string =>
  dated(microseconds, { dateStyle: 'medium', timeStyle: 'short' });

export const day = (microseconds: bigint): string => dated(microseconds, { dateStyle: 'medium' });

// "a; b; c", of parts that may have commas of their own.
export function joined(parts: string[]): string {
  const [first = '', ...others] = parts;
  return others.reduce((a, b) => t('joined', { a, b }), first);
}

// "a, b or c".
export function oneOf(parts: string[]): string {
  return new Intl.ListFormat(words.locale, { type: 'disjunction' }).format(parts);
}

// "a, b and c".
export function listed(parts: string[]): string {
  return new Intl.ListFormat(words.locale, { type: 'conjunction' }).format(parts);
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
