import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test, vi } from 'vitest';
import { DuelAct, DuelFightResult } from '../../gen/wyrmhall/v1/duel_pb';
import { GameEventSchema, GameViewSchema } from '../../gen/wyrmhall/v1/game_pb';
import { MatchInfoSchema } from '../../gen/wyrmhall/v1/match_pb';
import { words } from '../../i18n/index.svelte';
import { deeds } from './deeds';
import { words as duelWords } from './words';

// Ember is a person's, Bramble a bot's, and nobody's the third.
const view = create(GameViewSchema, {
  game: {
    case: 'duel',
    value: { dragons: { 0: { dragon: 1, seat: 0 }, 1: { dragon: 2, seat: 1 }, 2: { dragon: 3, seat: -1 } } },
  },
});
const scene = { view, info: create(MatchInfoSchema), seat: 0, waitingOn: 1 };
const event = (value: object) => create(GameEventSchema, { game: { case: 'duel', value: { event: value as never } } });
const fight = (actor: number) =>
  event({ case: 'fight', value: { actor, target: 0, act: DuelAct.CLAW, result: DuelFightResult.HIT, damage: 8 } });

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await words.use('en');
});

test('a dragon has one act in its turn; what an automatic enemy rolled for it begins it', () => {
  expect(deeds(scene, fight(1))).toMatchObject({ seat: 1, begins: true });
  expect(deeds(scene, event({ case: 'd4', value: { actor: 2, roll: 1 } }))).toMatchObject({ begins: true, what: [] });
  expect(deeds(scene, fight(2))).toMatchObject({ seat: -1, begins: false });
});

test('what a dragon did is said as in a recap, without its name', () => {
  const said = deeds(scene, fight(2))?.what[0];
  expect(said).toMatch(/^Claw on .+, −8 health$/);
  expect(duelWords.recap(scene, fight(2))).toBe(`${deeds(scene, fight(2))?.who}: ${said}`);
  expect(deeds(scene, event({ case: 'wait', value: { actor: 1 } }))?.what).toEqual(['waits']);
  expect(deeds(scene, event({ case: 'death', value: { dragon: 1 } }))).toBeUndefined();
});
