import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DuelPhase } from '../../gen/wyrmhall/v1/duel_pb';
import { GameActionSchema, GameViewSchema } from '../../gen/wyrmhall/v1/game_pb';
import { lineOf, treeOf } from './plain';

test('any view becomes a tree of names and values', () => {
  const view = create(GameViewSchema, {
    game: { case: 'duel', value: { phase: DuelPhase.ACT, health: { 0: 20, 1: 0 }, order: Uint8Array.of(1, 0) } },
  });
  const [duel] = treeOf(GameViewSchema, view);
  expect(duel.name).toBe('duel');
  expect(duel.children.find(({ name }) => name === 'phase')?.value).toBe('act');
  expect(duel.children.find(({ name }) => name === 'health')?.children).toEqual([
    { name: '0', value: '20', children: [] },
    { name: '1', value: '0', children: [] },
  ]);
  expect(duel.children.find(({ name }) => name === 'order')?.value).toBe('1, 0');
});

test('an action becomes a line', () => {
  const action = create(GameActionSchema, {
    game: { case: 'duel', value: { action: { case: 'tailWhip', value: 1 } } },
  });
  expect(lineOf(treeOf(GameActionSchema, action))).toBe('duel: tail whip 1');
});
