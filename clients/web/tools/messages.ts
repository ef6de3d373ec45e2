// The messages of a built page. Those that only the terminal says of a game are left out: the words that are typed there, what
// heads the rows of its tables, and its help on options and on what seats bring. (A test holds that the page says none of it.)
// What is more than text with names in braces, such as a plural, is parsed here, and the page does without the parser. What a
// game says for the enumerators of a type is a list by the type's name, each at its number: their names in the protocol would
// take more than what is said.
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FILE = /\/messages\/(?:[^/]+\/)+[\w-]+\.json$/;
const PARSER = '@formatjs/icu-messageformat-parser';
export const OF_TERMINAL = /^(word|type|row|option|bring)\./;

const isPlain = ({ type }: MessageFormatElement): boolean => type === TYPE.literal || type === TYPE.argument;

// As the page takes it (src/i18n/format.ts).
export function compiled(text: string): string | MessageFormatElement[] {
  const elements = parse(text, { ignoreTag: true });
  return elements.every(isPlain) && !text.includes("'") ? text : elements;
}

const PROTOCOL = fileURLToPath(new URL('../../../protocol/wyrmhall/v1/', import.meta.url));
interface Enumerator {
  type: string;
  value: number;
}
export function enumeratorsOf(protocol: string): Map<string, Enumerator> {
  const types = [...protocol.matchAll(/^enum (\w+) \{\n(.*?)^\}/gms)];
  return new Map(
    types.flatMap(([, type, body]) =>
      [...body.matchAll(/^ +([A-Z]\w+) = (\d+)/gm)].map(([, name, value]) => [name, { type, value: Number(value) }]),
    ),
  );
}
const read = (file: string): string => readFileSync(PROTOCOL + file, 'utf8');
// A game has its card beside its messages.
const isOfGame = (id: string): boolean => existsSync(`${dirname(id)}/card`);

type Compiled = ReturnType<typeof compiled>;
// Further sentences of an enumerator, such as that of "NAME.you", keep their keys. 0 is for an enumerator without one.
export function listed(
  messages: readonly (readonly [string, Compiled])[],
  enumerators: ReadonlyMap<string, Enumerator>,
): Record<string, Compiled | Record<string, (Compiled | 0)[]>> {
  const lists: Record<string, (Compiled | 0)[]> = {};
  const others: [string, Compiled][] = [];
  for (const [key, message] of messages) {
    const { type, value } = enumerators.get(key) ?? { type: '', value: 0 };
    if (type) (lists[type] ??= [])[value] = message;
    else others.push([key, message]);
  }
  for (const [type, list] of Object.entries(lists)) lists[type] = Array.from(list, (message) => message ?? 0);
  return { ...Object.fromEntries(others), enumerators: lists };
}

export function messages(): Plugin {
  let enumerators = new Map<string, Enumerator>();
  return {
    name: 'wyrmhall-messages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: new RegExp(`^${PARSER}$`), replacement: `${PARSER}/no-parser.js` }] },
    }),
    buildStart() {
      enumerators = enumeratorsOf(readdirSync(PROTOCOL).map(read).join('\n'));
    },
    transform(text, id) {
      if (!FILE.test(id)) return undefined;
      const said = Object.entries(JSON.parse(text) as Record<string, string>)
        .filter(([key]) => !isOfGame(id) || !OF_TERMINAL.test(key))
        .map(([key, message]) => [key, compiled(message)] as const);
      const all = isOfGame(id) ? listed(said, enumerators) : Object.fromEntries(said);
      return { code: JSON.stringify(all), map: null };
    },
  };
}
