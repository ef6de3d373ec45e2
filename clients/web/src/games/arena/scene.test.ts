import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { ArenaPhase } from '../../gen/wyrmhall/v1/arena_pb';
import { GameViewSchema } from '../../gen/wyrmhall/v1/game_pb';
import { MatchInfoSchema } from '../../gen/wyrmhall/v1/match_pb';
import type { Scene } from '../module';
import { ownerOf, whoIs } from './scene';
import { words } from './words';

test('in Solo Training, where one moves for both, it is said which species is the own one', () => {
  const value = { solo: true, opponent: 0, toMove: 0, phase: ArenaPhase.DUEL };
  const view = create(GameViewSchema, { game: { case: 'arena', value } });
  const scene = { view, info: create(MatchInfoSchema, { seats: [{}] }), seat: 0 } as Scene;
  expect([0, 1].map((species) => ownerOf(scene, species))).toEqual(['opponent', 'own']);
  expect(whoIs(scene, 1)).toBe('ICE (own)');
  expect(words.turn(scene)).toBe('FIRE (opponent) moves');
});
