// The languages that the page speaks: those that it finds messages in (clients/messages/page). English is part of the page,
// the others are loaded when they are wanted.
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

// A language by its code, such as "en".
export type Locale = string;
// A text in ICU MessageFormat; in a built page one that is more than text with names in braces has been parsed.
export type Message = string | MessageFormatElement[];
export type Messages = Readonly<Record<string, Message>>;
// In a built page a game has what stands for enumerators in such lists, by their types (tools/messages.ts).
export type Lists = Readonly<Partial<Record<string, readonly (Message | 0)[]>>>;
// Messages in other languages than English, by path: ".../fr.json".
export type Files = Record<string, () => Promise<Messages>>;

export const FILES: Files = import.meta.glob<Messages>(
  ['../../../messages/{page,pages,match,refusals}/*.json', '!../../../messages/*/en.json'],
  { import: 'default' },
);

export const languageOf = (path: string): Locale => path.replace(/^.*\/|\.json$/g, '');

export const LANGUAGES: readonly Locale[] = [...new Set(['en', ...Object.keys(FILES).map(languageOf)])].sort();

// The first of the languages wanted ("fr-CA") that the page speaks; English if it speaks none of them.
export const spokenOf = (wanted: readonly string[]): Locale =>
  wanted.map((tag) => tag.toLowerCase().split('-')[0]).find((locale) => LANGUAGES.includes(locale)) ?? 'en';

// How dates are written in this language: as where the person lives, if they have said so by one of the languages wanted.
export const regionOf = (locale: Locale, wanted: readonly string[]): string =>
  wanted.find((tag) => tag.toLowerCase().split('-')[0] === locale) ?? locale;

// What a language calls itself: "Français".
export function languageName(locale: Locale): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
