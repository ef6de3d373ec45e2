import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test, vi } from 'vitest';
import { GameEventSchema, GameViewSchema } from '../../gen/wyrmhall/v1/game_pb';
import { MatchInfoSchema } from '../../gen/wyrmhall/v1/match_pb';
import { words } from '../../i18n/index.svelte';
import { deeds } from './deeds';

// ICE is what seat 0 plays.
const view = create(GameViewSchema, { game: { case: 'arena', value: { seats: { 0: 1, 1: 0 } } } });
const scene = { view, info: create(MatchInfoSchema), seat: 1, waitingOn: 1 };
const done = (value: object) =>
  deeds(scene, create(GameEventSchema, { game: { case: 'arena', value: { event: value as never } } }));

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await words.use('en');
});

test('a move begins a turn, and what it sets off goes on with it', () => {
  const took = done({ case: 'attacked', value: { species: 1, from: 0, to: 5, power: 5, targetPower: 3 } });
  expect(took).toMatchObject({ seat: 0, begins: true, what: ['a1 takes b2'] });
  const triggered = done({ case: 'triggered', value: { species: 1, target: 6, before: 3, power: 1 } });
  expect(triggered).toMatchObject({ seat: 0, begins: false, what: ['Blizzard: c2 falls from 3 to 1'] });
  expect(took?.who).toBe(triggered?.who);
  expect(done({ case: 'placed', value: {} })).toBeUndefined();
});
