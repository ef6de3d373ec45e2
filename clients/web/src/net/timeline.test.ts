import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { MatchUpdateSchema } from '../gen/wyrmhall/v1/match_pb';
import { Timeline } from './timeline';

const duel = (value: object) => ({ game: { case: 'duel', value } }) as const;
const update = (init: MessageInitShape<typeof MatchUpdateSchema>) => create(MatchUpdateSchema, init);
const healthOf = (timeline: Timeline) => {
  const game = timeline.last?.view.game;
  return game?.case === 'duel' ? game.value.health : {};
};

test('diffs are merged: what is present overwrites, zero too, and the rest stays', () => {
  const timeline = new Timeline();
  timeline.take(update({ version: 0n, snapshot: duel({ health: { 0: 20, 1: 20 }, round: 1 }), waitingOn: 1 }), true);
  expect(timeline.take(update({ version: 1n, diff: duel({ health: { 1: 0 } }) }), false)).toBe('new');
  expect(healthOf(timeline)).toEqual({ 0: 20, 1: 0 });
  expect(timeline.last?.view.game).toMatchObject({ value: { round: 1 } });
  expect(timeline.last?.waitingOn).toBe(1);
  // Earlier moments stay as they were.
  expect(timeline.frames[0].view.game).toMatchObject({ value: { health: { 0: 20, 1: 20 } } });
});

test('what is missing, repeated or older is told apart', () => {
  const timeline = new Timeline();
  expect(timeline.take(update({ version: 3n, diff: duel({}) }), false)).toBe('gap');
  timeline.take(update({ version: 3n, snapshot: duel({}) }), true);
  expect(timeline.take(update({ version: 5n, diff: duel({}) }), false)).toBe('gap');
  expect(timeline.take(update({ version: 3n }), true)).toBe('repeated');
  expect(timeline.take(update({ version: 2n, diff: duel({}) }), true)).toBe('repeated');
  expect(timeline.take(update({ version: 2n, diff: duel({}) }), false)).toBe('older');
  expect(timeline.take(update({ version: 9n, snapshot: duel({}) }), false)).toBe('new');
});

test('the answer to a repeated command changes nothing, not even the choices', () => {
  const timeline = new Timeline();
  timeline.take(update({ version: 1n, snapshot: duel({}), choices: { choices: [{}] } }), true);
  timeline.take(update({ version: 1n }), true);
  expect(timeline.choices?.choices).toHaveLength(1);
});

test('the story fills what was before, and what came after stays', () => {
  const timeline = new Timeline();
  timeline.take(update({ version: 2n, snapshot: duel({ health: { 0: 5 } }) }), true);
  timeline.take(update({ version: 3n, diff: duel({ health: { 0: 4 } }) }), false);
  expect(timeline.complete).toBe(false);
  timeline.tell([
    update({ version: 0n, snapshot: duel({ health: { 0: 20 } }) }),
    update({ version: 1n, diff: duel({ health: { 0: 10 } }) }),
    update({ version: 2n, diff: duel({ health: { 0: 5 } }) }),
  ]);
  expect(timeline.complete).toBe(true);
  expect(timeline.frames.map(({ version }) => version)).toEqual([0, 1, 2, 3]);
  expect(healthOf(timeline)).toEqual({ 0: 4 });
});
