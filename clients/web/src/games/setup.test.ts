import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DuelMode } from '../gen/wyrmhall/v1/duel_pb';
import { GameOfferSchema, OptionKind } from '../gen/wyrmhall/v1/server_pb';
import { setup as arena } from './arena/setup';
import { setup as dance } from './dance/setup';
import { setup as dragondice } from './dragondice/setup';
import { setup as duel } from './duel/setup';
import { setup as hunt } from './hunt/setup';
import { fitting, optionsOf, partOf, settingsOf, SIDE, sidesOf, type Setup } from './setup';

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
  expect(usual).toEqual({ mode: 1, players: 4, match_games: 1, abilities: 1, fair: 0 });
  expect(settingsOf(duel, undefined)).toEqual([]);
});

test('an enumerator that this page does not know is called as the server calls it', () => {
  const later = create(GameOfferSchema, {
    options: [{ name: 'mode', kind: OptionKind.ENUMERATOR, enumerators: ['a', 'b', 'c', 'd', 'melee'] }],
  });
  expect(settingsOf(duel, later)[0].choices?.[4].text?.()).toBe('melee');
});

test('only some numbers of a long range are shown, and none that is not offered', () => {
  const rounds = create(GameOfferSchema, {
    options: [{ name: 'round_limit', kind: OptionKind.NUMBER, least: 15, most: 40 }],
  });
  expect(settingsOf(hunt, rounds)[0].choices?.map(({ value }) => value)).toEqual([20, 30]);
});

test('where the server lists numbers, these are shown', () => {
  const points = create(GameOfferSchema, {
    options: [{ name: 'points', kind: OptionKind.NUMBER, least: 15, most: 60, values: [15, 24, 60], defaultValue: 24 }],
  });
  const [setting] = settingsOf(dragondice, points);
  expect(setting.choices?.map(({ value }) => value)).toEqual([15, 24, 60]);
  expect(setting.value).toBe(24);
});

test('every nugget of a series can be chosen', () => {
  const offer = create(GameOfferSchema, {
    options: [{ name: 'nuggets', kind: OptionKind.NUMBER, least: 1, most: 20, defaultValue: 1 }],
  });
  expect(settingsOf(arena, offer)[0].choices).toHaveLength(20);
});

test('the own seat brings the side that one wants, either unless one says which', () => {
  expect(partOf(arena, {})).toEqual({ game: { case: 'arena', value: { species: 0 } } });
  expect(partOf(dance, { [SIDE]: 2 })).toEqual({ game: { case: 'dance', value: { role: 2 } } });
  expect(sidesOf(dance.sides!).map(({ value, text }) => [value, text])).toEqual([
    [0, 'Either'],
    [1, 'Knight'],
    [2, 'Dragon'],
  ]);
  expect(partOf(duel, {})).toBeUndefined();
});

test('a battle of two: each has a whole team', () => {
  const battle = create(GameOfferSchema, {
    options: [
      {
        name: 'mode',
        kind: OptionKind.ENUMERATOR,
        enumerators: ['duel', 'solitaire', 'arena', 'battle'],
        defaultValue: 1,
      },
      { name: 'lanes', kind: OptionKind.NUMBER, least: 2, most: 4, defaultValue: 2 },
      { name: 'owners', kind: OptionKind.LIST, least: 0, most: 7 },
    ],
  });
  const of = (values: Record<string, number>) =>
    optionsOf(duel, settingsOf(duel, battle), { lanes: 2, owners: 0, ...values });
  expect(of({ mode: 4, lanes: 3, owners: 1 }).game?.value).toMatchObject({ owners: [0, 0, 0, 1, 1, 1] });
  expect(of({ mode: 4 }).game?.value).toMatchObject({ owners: [] });
  expect(of({ mode: 1, owners: 1 }).game?.value).toMatchObject({ owners: [] });
});

test('a match has the options that make sense beside each other', () => {
  const options = (values: Record<string, number>, of: Setup = duel) =>
    optionsOf(of, settings, { ...usual, ...values }).game?.value;
  expect(fitting(settings, usual).map(({ name }) => name)).not.toContain('players');
  expect(options({})).toMatchObject({ mode: DuelMode.DUEL, matchGames: 1, abilities: true, fair: false });
  expect(options({})).not.toHaveProperty('players');
  expect(options({ mode: 3, players: 6, abilities: 0 })).toMatchObject({
    mode: DuelMode.ARENA,
    players: 6,
    abilities: false,
  });
  expect(options({ fair: 1 })).toMatchObject({ fair: true });
  expect(options({ mode: 2, fair: 1 })).toMatchObject({ mode: DuelMode.SOLITAIRE, fair: false });
});
