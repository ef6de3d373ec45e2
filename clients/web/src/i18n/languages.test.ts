import { expect, test } from 'vitest';
import { languageName, LANGUAGES, regionOf, spokenOf } from './languages';

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

test('dates are written as where the person lives, if that language is spoken there', () => {
  expect(regionOf('en', ['fr-CH', 'en-GB', 'en'])).toBe('en-GB');
  expect(regionOf('fr', ['en-GB', 'fr-CA'])).toBe('fr-CA');
  expect(regionOf('fr', ['en-GB'])).toBe('fr');
});
