import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Deeds, GameWords, Scene } from '../games/module';
import { GameEventSchema, GameViewSchema } from '../gen/wyrmhall/v1/game_pb';
import { MatchInfoSchema } from '../gen/wyrmhall/v1/match_pb';
import { BotLevel } from '../gen/wyrmhall/v1/table_pb';
import { words as page } from '../i18n/index.svelte';
import type { Frame } from '../net/timeline';
import { aFrame } from '../testing/frame';
import { Told } from './told';
import { Turns } from './turns';

// Seat 0 is a person, seats 1 and 2 are bots.
const info = create(MatchInfoSchema, {
  seats: [
    { occupant: { case: 'player', value: { name: 'Ada' } } },
    { occupant: { case: 'bot', value: { level: BotLevel.EASY } } },
    { occupant: { case: 'bot', value: { level: BotLevel.EASY } } },
  ],
});
// For each step whose it is, what mattered, and whether a turn begins; nothing for what is told by itself.
type Step = [seat: number, what?: string, begins?: boolean] | undefined;

let asked = 0;
function story(steps: Step[]): { rows: (here?: number, until?: number) => string[]; keys: () => string[] } {
  const frames: Frame[] = [];
  for (let version = 0; version < steps.length; version++) {
    const before = frames.at(-1);
    frames.push(aFrame(version, create(GameViewSchema), { events: [create(GameEventSchema)], before }));
  }
  const event = ({ frame }: Scene): string => `*${frame?.version}*`;
  const words = { event, recap: () => '' } as Partial<GameWords> as GameWords;
  const deeds: Deeds = ({ frame }) => {
    asked++;
    const step = steps[frame?.version ?? 0];
    if (!step) return undefined;
    const [seat, what, begins = false] = step;
    return { seat, who: `Hero ${seat}`, begins, what: what ? [what] : [] };
  };
  const told = new Told(words, { info, seat: 0 });
  const turns = new Turns(deeds);
  const all = (here = -1, until = steps.length - 1) => turns.rows(told.latest(frames[until], 80, 'lines'), here);
  return {
    rows: (here, until) => all(here, until).map(({ text, lines }) => `${text} (${lines.length})`),
    keys: () => all().map(({ key }) => key),
  };
}

beforeEach(async () => {
  asked = 0;
  vi.stubGlobal('document', { documentElement: {} });
  await page.use('en');
  await page.ready();
});

test('the lines of a turn of a bot are one, with who it was and what mattered', () => {
  const { rows, keys } = story([undefined, [1], [1, 'Assassinate'], [1, 'passes Magic'], undefined]);
  expect(rows()).toEqual(['*0* (1)', '*Hero 1*: Assassinate, passes Magic (3)', '*4* (1)']);
  expect(new Set(keys()).size).toBe(3);
});

test('a single line stays as it is, and so does the last of a turn in which nothing has mattered yet', () => {
  expect(story([[1, 'Claw']]).rows()).toEqual(['*0* (1)']);
  expect(story([[1], [1]]).rows()).toEqual(['*1* (2)']);
});

test('a person is told of line by line, and so are two bots, and two turns of one', () => {
  expect(
    story([
      [0, 'a'],
      [0, 'b'],
    ]).rows(),
  ).toEqual(['*0* (1)', '*1* (1)']);
  expect(
    story([
      [1, 'a'],
      [1, 'b'],
      [2, 'c'],
      [2, 'd'],
    ]).rows(),
  ).toEqual(['*Hero 1*: a, b (2)', '*Hero 2*: c, d (2)']);
  expect(
    story([
      [1, 'a', true],
      [1, 'b'],
      [1, 'c', true],
    ]).rows(),
  ).toEqual(['*Hero 1*: a, b (2)', '*2* (1)']);
});

test('an enemy whom no seat plays is a bot', () => {
  expect(story([[-1], [-1, 'Claw']]).rows()).toEqual(['*Hero -1*: Claw (2)']);
});

test('where the player was last here a turn is told in two, and not at its end', () => {
  const { rows } = story([
    [1, 'a'],
    [1, 'b'],
    [1, 'c'],
    [1, 'd'],
  ]);
  expect(rows(1)).toEqual(['*Hero 1*: a, b (2)', '— you were here — (0)', '*Hero 1*: c, d (2)']);
  expect(rows(3)).toEqual(['*Hero 1*: a, b, c, d (4)']);
});

test('each line is asked for once, and its turn keeps its key while it goes on', () => {
  const { rows, keys } = story([
    [1, 'a'],
    [1, 'b'],
    [1, 'c'],
  ]);
  rows(-1, 1);
  rows(-1, 2);
  expect(asked).toBe(3);
  expect(keys()).toEqual(['0 0']);
});

test('without deeds each line stands by itself', () => {
  const frame = aFrame(0, create(GameViewSchema), { events: [create(GameEventSchema), create(GameEventSchema)] });
  const told = new Told({ event: () => 'a', recap: () => '' } as Partial<GameWords> as GameWords, { info, seat: 0 });
  expect(new Turns(undefined).rows(told.latest(frame, 80, 'lines'), -1)).toHaveLength(2);
});
