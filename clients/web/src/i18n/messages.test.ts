import type { DescEnum } from '@bufbuild/protobuf';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { en } from './en';
import { fr } from './fr';
import type { Messages } from './index.svelte';

// Every catalogue: the page's own, those in the games' folders, and what both clients say of a game; by language.
type Languages = Record<string, Messages>;
const catalogues: Record<string, Languages> = { 'the page': { en, fr } };
const files = import.meta.glob<Messages>(['../games/*/card/*.json', '../../../messages/{duel,arena}/*.json'], {
  eager: true,
  import: 'default',
});
for (const [path, messages] of Object.entries(files)) {
  const [, name, language] = /(?:games|messages)\/(.+)\/(\w+)\.json$/.exec(path)!;
  (catalogues[name] ??= {})[language] = messages;
}

// The names of what goes into a message.
function namesIn(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
    const inner =
      element.type === TYPE.plural || element.type === TYPE.select
        ? Object.values(element.options).flatMap(({ value }) => namesIn(value))
        : [];
    return 'value' in element ? [element.value, ...inner] : inner;
  });
}
const names = (text: string) => [...new Set(namesIn(parse(text, { ignoreTag: true })))].sort();

const protocol = import.meta.glob('../gen/wyrmhall/v1/*_pb.ts', { eager: true });
const enumerators = new Set(
  Object.values(protocol)
    .flatMap((file) => Object.values(file as object))
    .filter((desc): desc is DescEnum => (desc as { kind?: unknown }).kind === 'enum')
    .flatMap(({ values }) => values.map(({ name }) => name)),
);

// The keys in the sources: whole ones, and those with a part that is filled in, such as `ability.${dragon}`.
const sources = Object.values(
  import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts', '!../gen/**', '!./{en,fr}*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join('\n');
const literals = new Set(
  [...sources.matchAll(/'([\w.]+)'|\.(title|line|try)\b/g)].map(([, key, field]) => key ?? field),
);
const templates = [...sources.matchAll(/`([\w.]*)\$\{[\w. +]+\}([\w.]*)`/g)]
  .filter(([, before, after]) => before.length + after.length > 1)
  .map(([, before, after]) => new RegExp(`^${before}[\\w.]+${after}$`));

describe.each(Object.entries(catalogues))('messages of %s', (name, languages) => {
  const english = languages['en'];

  test('all languages say the same things', () => {
    expect(Object.keys(languages).sort()).toEqual(Object.keys(catalogues['the page']).sort());
    for (const messages of Object.values(languages)) {
      expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort());
    }
  });

  test('each message takes the same values in all languages', () => {
    for (const messages of Object.values(languages)) {
      for (const key of Object.keys(english)) expect(names(messages[key]), key).toEqual(names(english[key]));
    }
  });

  test('French has its no-break spaces', () => {
    for (const [key, text] of Object.entries(languages['fr'])) {
      // What ICU itself writes between braces is no text.
      const said = text.replaceAll(/\{n, plural,|\{m, plural,|one \{|other \{|=0 \{/g, '');
      expect(said, key).not.toMatch(/[\p{L}\d»] [?!:;»]/u);
      expect(said, key).not.toMatch(/« /);
    }
  });

  test('no message of a game hides one of the page', () => {
    if (english !== en) expect(Object.keys(english).filter((key) => key in en)).toEqual([]);
  });

  // Of those that the terminal says as well, tests/clients/messages_test.py looks at both.
  test.skipIf(/^\w+$/.test(name))('each message is said somewhere', () => {
    const said = (key: string) => {
      const [first] = key.split('.');
      return literals.has(key) || templates.some((template) => template.test(key)) || enumerators.has(first);
    };
    expect(Object.keys(english).filter((key) => !said(key))).toEqual([]);
  });

  test('what stands for an enumerator has its name in the protocol', () => {
    const meant = Object.keys(english).filter((key) => /^[A-Z]/.test(key));
    expect(meant.filter((key) => !enumerators.has(key.split('.')[0]))).toEqual([]);
  });
});
