import type { DescEnum } from '@bufbuild/protobuf';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { OF_TERMINAL, enumeratorsOf, listed } from '../../tools/messages';
import { t, type Key } from './index.svelte';
import { LANGUAGES } from './languages';

// Every catalogue by language: those that both clients have, and of each game what the hall shows
// and what only parts of the page say.
type Messages = Readonly<Record<string, string>>;
type Languages = Record<string, Messages>;
const catalogues: Record<string, Languages> = {};
const files = import.meta.glob<Messages>(['../../../messages/*/*.json', '../../../messages/*/*/*.json'], {
  eager: true,
  import: 'default',
});
for (const [path, messages] of Object.entries(files)) {
  const [, name, language] = /messages\/([^.]+)\/([\w-]+)\.json$/.exec(path)!;
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
const read = (text: string) => parse(text, { ignoreTag: true });
const names = (text: string) => [...new Set(namesIn(read(text)))].sort();

// What a message says, X standing for whatever goes into it.
function textIn(elements: MessageFormatElement[]): string {
  return elements
    .map((element) => {
      if (element.type === TYPE.literal) return element.value;
      if (element.type !== TYPE.plural && element.type !== TYPE.select) return 'X';
      return Object.values(element.options)
        .map(({ value }) => textIn(value))
        .join('/');
    })
    .join('');
}

const protocol = import.meta.glob('../gen/wyrmhall/v1/*_pb.js', { eager: true });
const enumerators = new Set(
  Object.values(protocol)
    .flatMap((file) => Object.values(file as object))
    .filter((desc): desc is DescEnum => (desc as { kind?: unknown }).kind === 'enum')
    .flatMap(({ values }) => values.map(({ name }) => name)),
);

// The keys in the sources of both clients: whole ones, and those with a part that is filled in, such as
// `ability.${dragon}` here and "ability." there.
const page = Object.values(
  import.meta.glob<string>(['../**/*.{ts,svelte}', '!../**/*.test.ts', '!../gen/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join('\n');
const terminal = Object.values(
  import.meta.glob<string>('../../../cli/**/*.{cpp,h}', { query: '?raw', import: 'default', eager: true }),
).join('\n');
const literals = new Set(
  [...page.matchAll(/'([\w.]+)'|\.(title|line|try)\b/g), ...terminal.matchAll(/"([\w.]+)"/g)].map(
    ([, key, field]) => key ?? field,
  ),
);
const templates = [
  ...page.matchAll(/`([\w.]*)\$\{[\w. +]+\}([\w.]*)`/g),
  ...terminal.matchAll(/"(\w[\w.]*\.)(?:\{\})?()"/g),
]
  .filter(([, before, after]) => before.length + after.length > 1)
  .map(([, before, after]) => new RegExp(`^${before}[\\w.]+${after}$`));

// The limits that the server names in a refusal.
const server = Object.values(
  import.meta.glob<string>('../../../../server/**/*.cpp', { query: '?raw', import: 'default', eager: true }),
).join('\n');
const limits = new Set([...server.matchAll(/"(\w+)"/g)].map(([, field]) => field));

// What the page puts together.
const OWN = ['page', 'match', 'refusals'];
const en = Object.assign({}, ...OWN.map((name) => catalogues[name]['en'])) as Messages;

const PROTOCOL = import.meta.glob<string>('../../../../protocol/wyrmhall/v1/*.proto', {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('a built page has what stands for an enumerator at its number, and loses none', () => {
  const numbers = enumeratorsOf(Object.values(PROTOCOL).join('\n'));
  expect([...numbers.keys()].sort()).toEqual([...enumerators].sort());
  const built = listed(
    [
      ['DUEL_ACT_CLAW', 'a'],
      ['DUEL_ACT_CLAW.you', 'b'],
      ['turn', 'c'],
    ],
    numbers,
  );
  const { type, value } = numbers.get('DUEL_ACT_CLAW')!;
  const list = Array.from({ length: value + 1 }, (_, i) => (i === value ? 'a' : 0));
  expect(built).toEqual({ 'DUEL_ACT_CLAW.you': 'b', turn: 'c', enumerators: { [type]: list } });
});

test('no game says an enumerator by its key, which a built page does not have', () => {
  expect(
    page.match(/\bt\([^()\n]*'[A-Z]+(_[A-Z]+)+'/g)?.filter((said) => !/'(REFUSAL_CODE|BOT_LEVEL)_/.test(said)) ?? [],
  ).toEqual([]);
});

test('no key that the page puts together is left out of it', () => {
  expect([...page.matchAll(/`((?:word|type|row|option)\.)\$/g)].map(([, key]) => key)).toEqual([]);
});

test('no two catalogues of the page have a key in common', () => {
  const keys = OWN.flatMap((name) => Object.keys(catalogues[name]['en']));
  expect(keys.sort()).toEqual(Object.keys(en).sort());
  // Once the page is there it says all of them.
  for (const key of keys.filter((one) => !en[one].includes('{'))) expect(t(key as Key)).toBe(en[key]);
});

describe.each(Object.entries(catalogues))('messages of %s', (name, languages) => {
  const english = languages['en'];

  test('all languages say the same things', () => {
    expect(Object.keys(languages).sort()).toEqual(LANGUAGES);
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
      const said = textIn(read(text));
      expect(said, key).not.toMatch(/[\p{L}\d»] [?!:;»]/u);
      expect(said, key).not.toMatch(/« /);
    }
  });

  test.skipIf(name === 'terminal')('no message of a game hides one of the page', () => {
    const hides = Object.keys(english).filter((key) => key in en);
    expect(hides).toEqual(OWN.includes(name) ? Object.keys(english) : []);
  });

  // A test of the terminal knows what the terminal alone says.
  test.skipIf(name === 'terminal')('each message is said somewhere', () => {
    const said = (key: string) => {
      const [enumerator, part] = key.split('.');
      if (enumerators.has(enumerator) && part === undefined) return true;
      if (enumerators.has(enumerator) && (literals.has(`.${part}`) || limits.has(part))) return true;
      return literals.has(key) || templates.some((template) => template.test(key));
    };
    expect(Object.keys(english).filter((key) => !said(key))).toEqual([]);
  });

  test.runIf(`${name}/card` in catalogues)('the page says nothing that is left out of it', () => {
    const left = Object.keys(english).filter((key) => OF_TERMINAL.test(key));
    expect(left.filter((key) => page.includes(`'${key}'`))).toEqual([]);
  });

  test('what stands for an enumerator has its name in the protocol', () => {
    const meant = Object.keys(english).filter((key) => /^[A-Z]/.test(key));
    expect(meant.filter((key) => !enumerators.has(key.split('.')[0]))).toEqual([]);
  });
});
