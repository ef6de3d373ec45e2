import { beforeEach, expect, test, vi } from 'vitest';
import { DuelAct, DuelActSchema } from '../gen/wyrmhall/v1/duel_pb';
import { catalogue, words } from './index.svelte';

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await words.use('en');
});

const ENGLISH = { DUEL_ACT_CLAW: 'Claw', 'log.wait': '{a} waits.' };
const FRENCH = { DUEL_ACT_CLAW: 'Griffe', 'log.wait': '{a} attend.' };
const FILES = { './messages/fr.json': () => Promise.resolve(FRENCH) };

test('a game says its own messages and those of the page, and an enumerator by its name', () => {
  const { t, named } = catalogue(ENGLISH, FILES);
  expect(t('log.wait', { a: 'Ember' })).toBe('Ember waits.');
  expect(t('action.close')).toBe('Close');
  expect(named(DuelActSchema, DuelAct.CLAW)).toBe('Claw');
  expect(named(DuelActSchema, DuelAct.BREATH)).toBeUndefined();
  expect(named(DuelActSchema, 99)).toBeUndefined();
});

test('in a built page a game says enumerators from lists, by their numbers', async () => {
  const built = { 'log.wait': '{a} waits.', enumerators: { DuelAct: [0, 'Claw', 0, 'Bite {n}'] } };
  const french = { 'log.wait': '{a} attend.', enumerators: { DuelAct: [0, 'Griffe'] } };
  const { named } = catalogue(built as unknown as typeof ENGLISH, {
    './messages/fr.json': () => Promise.resolve(french as unknown as typeof FRENCH),
  });
  expect([0, 1, 2, 3, 4].map((act) => named(DuelActSchema, act, { n: 7 }))).toEqual([
    undefined,
    'Claw',
    undefined,
    'Bite 7',
    undefined,
  ]);
  await words.use('fr');
  expect([1, 3].map((act) => named(DuelActSchema, act, { n: 7 }))).toEqual(['Griffe', 'Bite 7']);
});

test('the language of all catalogues changes at once, when the last of them has it', async () => {
  let arrive: (messages: typeof FRENCH) => void = () => undefined;
  const { t } = catalogue(ENGLISH, { './messages/fr.json': () => new Promise((resolve) => (arrive = resolve)) });
  const used = words.use('fr');
  await vi.dynamicImportSettled();
  expect([words.locale, t('action.close'), t('log.wait', { a: 'Ember' })]).toEqual(['en', 'Close', 'Ember waits.']);
  arrive(FRENCH);
  await used;
  expect([words.locale, t('action.close'), t('log.wait', { a: 'Ember' })]).toEqual(['fr', 'Fermer', 'Ember attend.']);

  // What is loaded later fetches it before it is shown.
  const later = catalogue(ENGLISH, FILES);
  await words.ready();
  expect(later.t('log.wait', { a: 'Talon' })).toBe('Talon attend.');
});
