import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DragondiceDragonType, DragondiceIcon as I } from '../../gen/wyrmhall/v1/dragondice_data_pb';
import { DragondiceStep, DragondiceViewSchema } from '../../gen/wyrmhall/v1/dragondice_pb';
import { DragondicePhrase as P } from '../../gen/wyrmhall/v1/dragondice_sentence_pb';
import { ChoicesSchema, FormSchema, type GameAction } from '../../gen/wyrmhall/v1/game_pb';
import { SentenceSchema } from '../../gen/wyrmhall/v1/sentence_pb';
import { needOf, oneMore, reachable, sharingIn, slayingIn, type Blow } from './plans';
import { suggestedLoss, suggestedShare, suggestedSlaying } from './suggested';

const bytes = (...values: number[]) => Uint8Array.from(values);
const sentence = (phrase: P, ...list: number[]) =>
  create(SentenceSchema, { phrase: { case: 'dragondice', value: phrase }, arguments: list });
const filledWith = (action: GameAction | undefined) =>
  action?.game.case === 'form' ? { number: action.game.value.number, values: action.game.value.values } : undefined;

const weak = bytes(I.MELEE, 1, I.MAGIC, 1);
const strong = bytes(I.SMITE, 3, I.SAVE, 3);
const view = create(DragondiceViewSchema, {
  step: DragondiceStep.CASUALTIES,
  units: { 0: { kind: 1 }, 1: { kind: 1 }, 2: { kind: 2 }, 3: { kind: 3 } },
  kinds: { 1: { health: 1, faces: weak }, 2: { health: 2, faces: strong }, 3: { health: 3, faces: strong } },
  dragons: {
    0: { type: DragondiceDragonType.ELEMENTAL_AIR },
    1: { type: DragondiceDragonType.WHITE },
    2: { type: DragondiceDragonType.IVORY },
  },
  attack: {
    terrain: 0,
    dragons: bytes(0, 1, 2),
    targets: bytes(100, 100, 0),
    damage: { 0: 6, 1: 12, 2: 5 },
    belly: bytes(0),
    melee: 12,
    missile: 6,
    save: 4,
  },
});
// Two of 1 health, one of 2, one of 3.
const loss = (n: number) =>
  create(FormSchema, {
    number: 9,
    sumLeast: n,
    sumMost: n,
    parts: [
      { values: [0, 1, 2], sentence: sentence(P.PART_UNITS, 0, 2) },
      { values: [0, 2], sentence: sentence(P.PART_UNITS, 2, 1) },
      { values: [0, 3], sentence: sentence(P.PART_UNITS, 3, 1) },
    ],
  });

test('only losses with which the sum can still be reached can be chosen', () => {
  const form = loss(4);
  expect(reachable(form, [0, 0, 0])).toBe(true);
  expect(oneMore(form, [0, 0, 3], 0)).toEqual([1, 0, 3]);
  // With the largest chosen, the middle one would be too much.
  expect(oneMore(form, [0, 0, 3], 1)).toBeUndefined();
  expect(oneMore(form, [2, 0, 0], 0)).toBeUndefined();
});

test('the suggestion loses who rolls least, and keeps what is chosen already', () => {
  expect(suggestedLoss(view, loss(2), [0, 0, 0])).toEqual([2, 0, 0]);
  expect(suggestedLoss(view, loss(4), [0, 0, 0])).toEqual([1, 0, 3]);
  expect(suggestedLoss(view, loss(4), [0, 2, 0])).toEqual([2, 2, 0]);
});

test('points are shared out by a form, or by one of a list where there are too many for that', () => {
  const values = [0, 1, 2, 3];
  const form = sharingIn(
    create(ChoicesSchema, {
      forms: [
        {
          number: 1,
          sentence: sentence(P.ALLOCATE, 1, 3),
          sumLeast: 3,
          sumMost: 3,
          parts: [{ values }, { values }, { values }],
        },
      ],
    }),
  );
  expect([form?.pool, form?.points]).toEqual([1, 3]);
  expect(filledWith(form?.action([1, 0, 2]))).toEqual({ number: 1, values: [1, 0, 2] });
  expect(form?.action([1, 0, 1])).toBeUndefined();
  const allocate = (melee: number, missile: number, save: number) => ({
    action: {
      game: { case: 'dragondice' as const, value: { action: { case: 'allocate' as const, value: { melee } } } },
    },
    sentence: sentence(P.SPLIT, 1, melee, missile, save),
  });
  const list = sharingIn(create(ChoicesSchema, { choices: [allocate(50, 0, 0), allocate(49, 1, 0)] }));
  expect(list?.points).toBe(50);
  expect(list?.action([49, 1, 0])).toBeDefined();
  expect(list?.action([48, 1, 1])).toBeUndefined();
});

test('as many points become saves as the damage asks for', () => {
  // 18 damage comes, 4 saves are there.
  expect(suggestedShare(view, 20)).toEqual([6, 0, 14]);
  expect(suggestedShare(view, 3)).toEqual([0, 0, 3]);
});

test('what it takes to slay: health and automatic saves, without them where the belly shows', () => {
  expect([0, 1, 2].map((dragon) => needOf(view, dragon))).toEqual([5, 15, 10]);
});

const plan = (...pairs: [number, Blow][]) => new Map(pairs);

test('dragons are slain by a choice of the list', () => {
  const choice = (...list: number[]) => ({
    action: { game: { case: 'form' as const, value: { number: list.length, values: list } } },
    sentence: sentence(list.length > 0 ? P.SLAY : P.SLAY_NOBODY, ...list),
  });
  const slaying = slayingIn(
    create(ChoicesSchema, { choices: [choice(), choice(0, 1), choice(0, 2), choice(0, 2, 2, 1)] }),
  )!;
  expect(slaying.dragons).toEqual([0, 2]);
  expect(filledWith(slaying.action(plan([2, 'melee'], [0, 'missile'])))?.values).toEqual([0, 2, 2, 1]);
  expect(slaying.action(plan([2, 'missile']))).toBeUndefined();
  expect(filledWith(slaying.action(plan()))?.values).toEqual([]);
  expect([...suggestedSlaying(view, slaying)].sort()).toEqual([
    [0, 'missile'],
    [2, 'melee'],
  ]);
});

test('or by the form of those that missiles slay', () => {
  const part = (dragon: number, need: number) => ({ values: [0, need], sentence: sentence(P.PART_SLAY, dragon, need) });
  const slaying = slayingIn(
    create(ChoicesSchema, {
      forms: [
        { number: 64, sentence: sentence(P.HITS, 12, 6), sumMost: 12, parts: [part(0, 5), part(2, 10)] },
        { number: 65, sentence: sentence(P.HITS, 12, 6, 0), sumMost: 12, parts: [part(2, 10)] },
      ],
    }),
  )!;
  expect(slaying.dragons).toEqual([0, 2]);
  expect(filledWith(slaying.action(plan([2, 'melee'])))).toEqual({ number: 64, values: [0, 10] });
  expect(filledWith(slaying.action(plan([0, 'missile'], [2, 'melee'])))).toEqual({ number: 65, values: [10] });
  // Both with melee is more than there is.
  expect(slaying.action(plan([0, 'melee'], [2, 'melee']))).toBeUndefined();
  expect(suggestedSlaying(view, slaying).size).toBe(2);
});

test('where nothing is slain nothing is asked', () => {
  expect(slayingIn(create(ChoicesSchema))).toBeUndefined();
  expect(sharingIn(undefined)).toBeUndefined();
});
