import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { HeroSchema, type Hero } from '../../../gen/wyrmhall/v1/hero_pb';
import { HuntClass } from '../../../gen/wyrmhall/v1/hunt_pb';
import { comingTo } from './coming';

const { WARRIOR, WIZARD, CLERIC, RANGER, ROGUE, CUSTOM } = HuntClass;
const hero = (name: string, kind: HuntClass, level = 1, more: { chapter?: number; alive?: boolean } = {}): Hero =>
  create(HeroSchema, {
    name,
    chapter: more.chapter ?? 0,
    values: { class: kind, level, ...(more.alive === false ? { alive: false } : {}) },
  });
const own = (...classes: HuntClass[]) => classes.map((kind) => ({ seat: 0, class: kind }));
const BAND = own(WARRIOR, CLERIC);
const names = (coming: Map<number, Hero>): Record<number, string> =>
  Object.fromEntries([...coming].map(([place, { name }]) => [place, name]));
const coming = (heroes: Hero[], places: { seat: number; class: HuntClass }[] = BAND, seat = 0, chapter = 1) =>
  names(comingTo(places, seat, heroes, chapter));

test('a hero of the class of a place comes to it, the highest level first', () => {
  const heroes = [hero('Edric', CLERIC), hero('Aldo', WARRIOR), hero('Brunhild', WARRIOR, 3)];
  expect(coming(heroes)).toEqual({ 0: 'Brunhild', 1: 'Edric' });
});

test('a place with its usual class is for anybody whose class is free', () => {
  expect(coming([hero('Merle', WIZARD, 2), hero('Pip', ROGUE, 4)])).toEqual({ 0: 'Pip', 1: 'Merle' });
  // A second Cleric has no place beside the first one, nor a Wizard beside another (S1).
  expect(coming([hero('Edric', CLERIC), hero('Odo', CLERIC, 5)])).toEqual({ 1: 'Odo' });
  expect(coming([hero('Merle', WIZARD), hero('Myra', WIZARD)])).toEqual({ 0: 'Merle' });
  // Custom heroes may be several.
  expect(coming([hero('Ash', CUSTOM), hero('Elm', CUSTOM)])).toEqual({ 0: 'Ash', 1: 'Elm' });
});

test('they are told in the order of their places', () => {
  const heroes = [hero('Edric', CLERIC), hero('Pip', ROGUE)];
  expect([...comingTo(BAND, 0, heroes, 1).values()].map(({ name }) => name)).toEqual(['Pip', 'Edric']);
});

test('a class that somebody has chosen is left to a hero of that class', () => {
  expect(coming([hero('Pip', ROGUE)], own(WARRIOR, RANGER))).toEqual({ 0: 'Pip' });
  expect(coming([hero('Pip', ROGUE)], own(WIZARD, RANGER))).toEqual({});
});

test('places of others are theirs, and so are their classes', () => {
  const places = [
    { seat: 0, class: WARRIOR },
    { seat: 1, class: CLERIC },
  ];
  const heroes = [hero('Aldo', WARRIOR), hero('Pip', ROGUE, 2)];
  expect(coming(heroes, places, 1)).toEqual({ 1: 'Pip' });
  expect(coming([hero('Aldo', WARRIOR)], places, 1)).toEqual({});
  expect(coming(heroes, places, -1)).toEqual({});
});

test('the dead stay, and who has come as far as the chapter goes first', () => {
  expect(coming([hero('Aldo', WARRIOR, 5, { alive: false })])).toEqual({});
  const heroes = [hero('Aldo', WARRIOR, 5), hero('Brunhild', WARRIOR, 2, { chapter: 3 })];
  expect(coming(heroes, BAND, 0, 4)).toEqual({ 0: 'Brunhild' });
  expect(coming(heroes, BAND, 0, 1)).toEqual({ 0: 'Aldo' });
});
