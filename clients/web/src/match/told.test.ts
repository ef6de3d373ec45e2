import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import type { GameWords, Scene } from '../games/module';
import { GameEventSchema, GameViewSchema, type GameEvent } from '../gen/wyrmhall/v1/game_pb';
import type { Frame } from '../net/timeline';
import { Told } from './told';
import { aFrame } from '../testing/frame';

// A match in which every step has two events, of which a recap names one.
function match(steps: number): Frame[] {
  const frames: Frame[] = [];
  for (let version = 0; version < steps; version++) {
    const events = version === 0 ? [] : [create(GameEventSchema), create(GameEventSchema)];
    const before = frames.at(-1);
    const view = create(GameViewSchema);
    frames.push(aFrame(version, view, { events, before }));
  }
  return frames;
}

let put = 0;
const words = {
  event: (scene: Scene) => `${scene.frame?.version} ${++put}`,
  recap: ({ frame }: Scene, event: GameEvent) => (event === frame?.events[0] ? `*${frame?.version}*` : ''),
} as Partial<GameWords> as GameWords;
const told = (): Told => {
  put = 0;
  return new Told(words, { seat: 0 } as Scene);
};

test('however long a match is, only a part of it is put into words, and once', () => {
  const frames = match(1000);
  const one = told();
  const last = one.latest(frames.at(-1), 10, 'lines');
  expect(last.map(({ version }) => version)).toEqual([995, 996, 997, 998, 999]);
  expect(last[0].lines).toHaveLength(2);
  expect(put).toBe(10);
  expect(one.latest(frames.at(-1), 10, 'lines').map((step) => last.includes(step))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  one.latest(frames.at(-2), 12, 'lines');
  expect(put).toBe(14);
});

test('a recap has chips alone, without stars, and goes back no further than the last decision', () => {
  const frames = match(20);
  const since = (after: number) =>
    told()
      .latest(frames.at(-1), 3, 'chips', after)
      .flatMap(({ chips }) => chips);
  expect(since(4)).toEqual(['17', '18', '19']);
  expect(since(17)).toEqual(['18', '19']);
  expect(since(19)).toEqual([]);
});

test('a recap names five things at most, and counts the steps before them', () => {
  const frames = match(20);
  expect(told().recap(frames.at(-1), 4)).toEqual({ chips: ['15', '16', '17', '18', '19'], more: 10 });
  expect(told().recap(frames.at(-1), 17)).toEqual({ chips: ['18', '19'], more: 0 });
  expect(told().recap(frames.at(-1), 19)).toEqual({ chips: [], more: 0 });
  // Who has not decided yet sees the match from its beginning.
  expect(told().recap(frames[3], -1)).toEqual({ chips: ['1', '2', '3'], more: 0 });
});

test('the first step is known as such', () => {
  expect(
    told()
      .latest(match(3).at(-1), 80, 'lines')
      .map(({ first }) => first),
  ).toEqual([true, false, false]);
});
