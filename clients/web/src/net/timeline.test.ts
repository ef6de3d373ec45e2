import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { MatchUpdateSchema } from '../gen/wyrmhall/v1/match_pb';
import { Timeline, frameAt, frameOf, framesBetween, type Frame } from './timeline';

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
  const story: Frame[] = [];
  for (const [version, health] of [20, 10, 5].entries()) {
    const step = duel({ health: { 0: health } });
    story.push(
      frameOf(update({ version: BigInt(version), [version === 0 ? 'snapshot' : 'diff']: step }), story.at(-1)),
    );
  }
  timeline.tell(story);
  expect(timeline.complete).toBe(true);
  expect(timeline.frames.map(({ version }) => version)).toEqual([0, 1, 2, 3]);
  expect(healthOf(timeline)).toEqual({ 0: 4 });
});

test('a frame knows the one before it and when each seat decided last, also where the story came later', () => {
  const timeline = new Timeline();
  timeline.take(update({ version: 1n, snapshot: duel({}), waitingOn: 0b10 }), true);
  timeline.take(update({ version: 2n, diff: duel({}), waitingOn: 0b01 }), false);
  timeline.take(update({ version: 3n, diff: duel({}), waitingOn: 0b10 }), false);
  expect(timeline.last?.decided).toEqual([3, 2]);
  const first = frameOf(update({ version: 0n, snapshot: duel({}), waitingOn: 0b01 }), undefined);
  timeline.tell([first]);
  expect(timeline.frames.map(({ decided }) => [...decided])).toEqual([[], [1], [1, 2], [3, 2]]);
  for (const [i, frame] of timeline.frames.entries()) expect(frame.before).toBe(timeline.frames[i - 1]);
  expect(timeline.frames.map(({ afterGap }) => afterGap)).toEqual([false, false, false, false]);
});

test('frames are found by their versions', () => {
  const timeline = new Timeline();
  for (const version of [2n, 5n, 9n]) timeline.take(update({ version, snapshot: duel({}) }), true);
  const { frames } = timeline;
  expect([1, 2, 4, 5, 9, 12].map((version) => frameAt(frames, version)?.version)).toEqual([undefined, 2, 2, 5, 9, 9]);
  const between = (after: number, until?: number) => framesBetween(frames, after, until).map(({ version }) => version);
  expect(between(-1)).toEqual([2, 5, 9]);
  expect(between(2, 5)).toEqual([5]);
  expect(between(5, 5)).toEqual([]);
  expect(between(3)).toEqual([5, 9]);
});
