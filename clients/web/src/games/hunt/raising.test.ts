import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { FormSchema, GameViewSchema } from '../../gen/wyrmhall/v1/game_pb';
import { HuntClass } from '../../gen/wyrmhall/v1/hunt_pb';
import { HuntPhrase } from '../../gen/wyrmhall/v1/hunt_sentence_pb';
import { MatchInfoSchema } from '../../gen/wyrmhall/v1/match_pb';
import { SentenceSchema } from '../../gen/wyrmhall/v1/sentence_pb';
import type { Scene } from '../module';
import { helpersIn, payerFor, wantsRaising } from './raising';
import { heroesOf, huntOf } from './scene';

const sentence = (phrase: HuntPhrase, ...list: number[]) =>
  create(SentenceSchema, { phrase: { case: 'hunt', value: phrase }, arguments: list });
const part = (phrase: HuntPhrase, ...values: number[]) => ({ sentence: sentence(phrase), values });
const raising = (who: number[], payers: number[]) =>
  create(FormSchema, {
    sentence: sentence(HuntPhrase.RESURRECT, 2),
    parts: [part(HuntPhrase.PART_WHO, ...who), part(HuntPhrase.PART_PAYER, ...payers)],
  });

// Seat 0 has the first two heroes, seats 1 and 2 one each. The first is dead, and so is the last.
const GOLD = [2, 5, 3, 1];
const SEATS = [0, 0, 1, 2];
function sceneOf(village: object = {}, more: { gold?: number[]; kept?: number[]; bot?: boolean } = {}): Scene {
  const gold = more.gold ?? GOLD;
  const each = <T>(of: (i: number) => T): Record<number, T> => Object.fromEntries(gold.map((_, i) => [i, of(i)]));
  const hunt = {
    village,
    sheets: each((i) => ({ seat: SEATS[i], class: HuntClass.ROGUE })),
    progress: each((i) => ({ gold: gold[i], level: 1 })),
    heroes: each((i) => ({ alive: i > 0 && i < 3, hp: 9 })),
  };
  const occupant = more.bot ? { case: 'bot' as const, value: {} as never } : { case: 'player' as const, value: {} };
  const info = create(MatchInfoSchema, {
    seats: [{}, { occupant }, { occupant }],
    options: { heroes: (more.kept ?? []).map((place) => ({ place, name: 'Aldo' })) },
  });
  return { view: create(GameViewSchema, { game: { case: 'hunt', value: hunt } }), info, seat: 0, waitingOn: 1 };
}
const wanted = (scene: Scene): number[] =>
  heroesOf(huntOf(scene.view))
    .filter((hero) => wantsRaising(scene, huntOf(scene.view), hero))
    .map(({ index }) => index);

test('the dead want to come back, as long as they have something of it', () => {
  expect(wanted(sceneOf())).toEqual([0, 3]);
  expect(wanted(sceneOf({ before: true }))).toEqual([]);
  // No hunt follows: only a hero that is kept lives on.
  expect(wanted(sceneOf({ last: true }))).toEqual([]);
  expect(wanted(sceneOf({ last: true }, { kept: [3] }))).toEqual([3]);
});

test('the dead hero pays for itself where it can, otherwise the richest does', () => {
  const view = huntOf(sceneOf().view);
  expect(payerFor(raising([0, 3], [0, 1]), view, 0)?.index).toBe(0);
  expect(payerFor(raising([0, 3], [0, 1]), view, 3)?.index).toBe(1);
  expect(payerFor(raising([3], [0, 1]), view, 0)).toBeUndefined();
  expect(payerFor(undefined, view, 0)).toBeUndefined();
});

test('who could help is another person with two gold in one purse who still shops', () => {
  const helpers = (scene: Scene): number[] => helpersIn(scene, huntOf(scene.view));
  expect(helpers(sceneOf())).toEqual([1]);
  expect(helpers(sceneOf({}, { gold: [0, 0, 1, 2] }))).toEqual([2]);
  expect(helpers(sceneOf({ ready: Uint8Array.of(1) }))).toEqual([]);
  expect(helpers(sceneOf({}, { bot: true }))).toEqual([]);
});
