import { expect, test } from 'vitest';
import { compiled } from '../../tools/messages';
import { Formats } from './format';

const english = new Formats('en');
const french = new Formats('fr');
const COUNT = '{n, plural, one {# die} other {# dice}} of {name}';

test('names are replaced, numbers stand as they are, and a missing one is a fault', () => {
  expect(english.say('{name} rolls {n}.', { name: 'Ember', n: 1200 })).toBe('Ember rolls 1200.');
  expect(english.say('No braces', undefined)).toBe('No braces');
  expect(() => english.say('{name} rolls', { n: 1 })).toThrow('name');
});

test('what goes in is not read as a message itself', () => {
  expect(english.say('{a} and {b}', { a: '{b}', b: '$&' })).toBe('{b} and $&');
});

test('a message that was parsed before says what it says as text', () => {
  for (const [format, n] of [
    [english, 1],
    [english, 2],
    [french, 0],
  ] as const) {
    expect(format.say(compiled(COUNT), { n, name: 'Ember' })).toBe(format.say(COUNT, { n, name: 'Ember' }));
  }
  expect(english.say(compiled(COUNT), { n: 1, name: 'Ember' })).toBe('1 die of Ember');
  expect(french.say(compiled("l''{n, plural, one {un} other {autre}}"), { n: 0 })).toBe("l'un");
});

test('text with nothing but names stays text', () => {
  expect(compiled('{name} rolls {n}.')).toBe('{name} rolls {n}.');
  expect(compiled(COUNT)).toHaveLength(3);
  expect(compiled("it''s {name}")).not.toBe("it''s {name}");
});
