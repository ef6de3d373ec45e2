import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DuelMode } from '../gen/wyrmhall/v1/duel_pb';
import { GameOfferSchema, OptionKind } from '../gen/wyrmhall/v1/server_pb';
import { setup as arena } from './arena/setup';
import { setup as duel } from './duel/setup';
import { fitting, optionsOf, settingsOf, type Setup } from './setup';

const offer = create(GameOfferSchema, {
  game: 'duel',
  options: [
    { name: 'mode', kind: OptionKind.ENUMERATOR, enumerators: ['duel', 'solitaire', 'arena'], defaultValue: 1 },
    { name: 'players', kind: OptionKind.NUMBER, least: 3, most: 6, defaultValue: 4 },
    { name: 'match_games', kind: OptionKind.NUMBER, least: 1, most: 7, step: 2, defaultValue: 1 },
    { name: 'abilities', kind: OptionKind.SWITCH, defaultValue: 1 },
    { name: 'fair', kind: OptionKind.SWITCH, defaultValue: 0 },
  ],
});
const settings = settingsOf(duel, offer);
const named = (name: string) => settings.find((setting) => setting.name === name);
const usual = Object.fromEntries(settings.map(({ name, value }) => [name, value]));

test('ranges, enumerators and defaults are those that the server offers', () => {
  expect(settings.map(({ name }) => name)).toEqual(['mode', 'players', 'match_games', 'fair', 'abilities']);
  expect(named('mode')?.choices?.map(({ value, text }) => [value, text?.()])).toEqual([
    [1, 'Duel'],
    [2, 'Solitaire'],
    [3, 'Ring'],
  ]);
  expect(named('players')?.choices?.map(({ value }) => value)).toEqual([3, 4, 5, 6]);
  expect(named('match_games')?.choices?.map(({ value }) => value)).toEqual([1, 3, 5, 7]);
  expect(usual).toEqual({ mode: 1, players: 4, match_games: 1, abilities: 1, fair: 1 });
  expect(settingsOf(duel, undefined)).toEqual([]);
});

test('an enumerator that this page does not know is called as the server calls it', () => {
  const later = create(GameOfferSchema, {
    options: [{ name: 'mode', kind: OptionKind.ENUMERATOR, enumerators: ['a', 'b', 'c', 'd', 'melee'] }],
  });
  expect(settingsOf(duel, later)[0].choices?.[4].text?.()).toBe('melee');
});

test('of a long range only some numbers are shown, and none that is not offered', () => {
  const nuggets = create(GameOfferSchema, {
    options: [{ name: 'nuggets', kind: OptionKind.NUMBER, least: 2, most: 20 }],
  });
  expect(settingsOf(arena, nuggets)[0].choices?.map(({ value }) => value)).toEqual([2, 3, 5]);
});

test('a match has the options that make sense beside each other', () => {
  const options = (values: Record<string, number>, of: Setup = duel) =>
    optionsOf(of, settings, { ...usual, ...values }).game?.value;
  expect(fitting(settings, usual).map(({ name }) => name)).not.toContain('players');
  expect(options({})).toMatchObject({ mode: DuelMode.DUEL, matchGames: 1, abilities: true, fair: true });
  expect(options({})).not.toHaveProperty('players');
  expect(options({ mode: 3, players: 6, abilities: 0 })).toMatchObject({
    mode: DuelMode.ARENA,
    players: 6,
    abilities: false,
  });
  expect(options({ mode: 2 })).toMatchObject({ mode: DuelMode.SOLITAIRE, fair: false });
});
