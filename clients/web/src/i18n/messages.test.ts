import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { en } from './en';
import { fr } from './fr';

type Key = keyof typeof en;
const keys = Object.keys(en) as Key[];

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

test('both languages say the same things', () => {
  expect(Object.keys(fr).sort()).toEqual([...keys].sort());
});

test('each message takes the same values in both languages', () => {
  for (const key of keys) expect(names(fr[key]), key).toEqual(names(en[key]));
});

test('French has its no-break spaces', () => {
  for (const [key, text] of Object.entries(fr)) {
    // What ICU itself writes between braces is no text.
    const said = text.replaceAll(/\{n, plural,|\{m, plural,|one \{|other \{|=0 \{/g, '');
    expect(said, key).not.toMatch(/[\p{L}\d»] [?!:;»]/u);
    expect(said, key).not.toMatch(/« /);
  }
});
