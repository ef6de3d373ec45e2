import { expect, test } from 'vitest';
import { languageName, LANGUAGES, spokenOf } from './languages';

test('the languages are those that there are messages in, each with its own name', () => {
  expect(LANGUAGES).toEqual(expect.arrayContaining(['en', 'fr']));
  expect(['en', 'fr'].map(languageName)).toEqual(['English', 'Français']);
});

test('the first of the languages wanted that the page speaks is spoken, and otherwise English', () => {
  expect(spokenOf(['fr-CA', 'en'])).toBe('fr');
  expect(spokenOf(['tlh', 'FR'])).toBe('fr');
  expect(spokenOf(['tlh'])).toBe('en');
  expect(spokenOf([])).toBe('en');
});
