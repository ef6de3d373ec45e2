import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { faces } from '../gen/faces';
import { GameEventSchema } from '../gen/wyrmhall/v1/game_pb';
import { facesOf } from './shown_faces';

type Game = NonNullable<MessageInitShape<typeof GameEventSchema>['game']>;
const shown = (game: Game) => facesOf(create(GameEventSchema, { game }));

test('several numbers, in the order of rolling; what else an event counts is no face', () => {
  const fight = { actor: 1, target: 2, dice: [6, 9, 6, 4], attack: 21, damage: 5 };
  expect(shown({ case: 'duel', value: { event: { case: 'fight', value: fight } } })).toEqual([6, 9, 6, 4]);
});

test('one number, or none', () => {
  expect(shown({ case: 'duel', value: { event: { case: 'd4', value: { actor: 3, roll: 2 } } } })).toEqual([2]);
  expect(shown({ case: 'duel', value: { event: { case: 'd4', value: { actor: 3 } } } })).toEqual([]);
  expect(shown({ case: 'duel', value: { event: { case: 'death', value: { dragon: 3 } } } })).toEqual([]);
});

test('one die a byte', () => {
  const dice = new Uint8Array([3, 12, 1]);
  expect(shown({ case: 'hunt', value: { event: { case: 'rolled', value: { dice } } } })).toEqual([3, 12, 1]);
});

test('each game has a field that holds faces', () => {
  const of = (game: string) => Object.keys(faces).filter((name) => name.startsWith(`wyrmhall.v1.${game}`));
  for (const game of ['Duel', 'Arena', 'Dance', 'Hunt', 'Dragondice']) expect(of(game)).not.toEqual([]);
});
