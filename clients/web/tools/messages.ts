// The messages of a built page. Those that only the terminal says of a game are left out: the words that are typed there, and
// what heads the rows of its tables. (A test holds that the page says none of it.) What is more than text with names in braces,
// such as a plural, is parsed here, and the page does without the parser.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const FILE = /\/messages\/(?:[^/]+\/)+[\w-]+\.json$/;
const PARSER = '@formatjs/icu-messageformat-parser';
export const TYPED = /^(word|type|row)\./;

const isPlain = ({ type }: MessageFormatElement): boolean => type === TYPE.literal || type === TYPE.argument;

// As the page takes it (src/i18n/format.ts).
export function compiled(text: string): string | MessageFormatElement[] {
  const elements = parse(text, { ignoreTag: true });
  return elements.every(isPlain) && !text.includes("'") ? text : elements;
}

export function messages(): Plugin {
  return {
    name: 'wyrmhall-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: new RegExp(`^${PARSER}$`), replacement: `${PARSER}/no-parser.js` }] },
    }),
    transform(text, id) {
      if (!FILE.test(id)) return undefined;
      const said = Object.entries(JSON.parse(text) as Record<string, string>)
        .filter(([key]) => !TYPED.test(key))
        .map(([key, message]) => [key, compiled(message)]);
      return { code: JSON.stringify(Object.fromEntries(said)), map: null };
    },
  };
}
