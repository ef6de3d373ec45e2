import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test } from 'vitest';
import type { GameModule, Stage } from '../games/module';
import { GameViewSchema } from '../gen/wyrmhall/v1/game_pb';
import type { Frame } from '../net/timeline';
import type { MatchPlay } from '../state/match.svelte';
import { MatchViewer } from './viewer.svelte';

const frame = (version: number): Frame => ({
  version,
  view: create(GameViewSchema),
  events: [],
  seatOut: undefined,
  waitingOn: 1,
  outcome: undefined,
  before: undefined,
  afterGap: false,
  decided: [],
});

// Notes what it is told to show, and never ends showing it.
let shown: string[];
const stage = (): Stage => ({
  version: 0,
  busy: false,
  rolling: false,
  feed: ({ version }) => void shown.push(`plays ${version}`),
  jump: ({ version }) => void shown.push(`jumps to ${version}`),
  finish: () => undefined,
});

const play = { seat: 0, frames: [] as Frame[], complete: true, last: undefined as Frame | undefined };
const upTo = (version: number): void => {
  play.frames = [];
  for (let i = 0; i <= version; i++) play.frames.push({ ...frame(i), before: play.frames.at(-1) });
  play.last = play.frames.at(-1);
};
let viewer: MatchViewer;
beforeEach(() => {
  shown = [];
  viewer = new MatchViewer(play as unknown as MatchPlay, { makeStage: stage } as unknown as GameModule);
  upTo(2);
  viewer.follow();
  shown = [];
});

test('what comes step by step is played', () => {
  for (const version of [3, 4, 5]) {
    upTo(version);
    viewer.follow();
  }
  expect(shown).toEqual(['plays 3', 'plays 4', 'plays 5']);
});

test('after a short loss of the connection the few steps that were missed are played', () => {
  upTo(5);
  viewer.follow();
  expect(shown).toEqual(['plays 3', 'plays 4', 'plays 5']);
});

test('after a long one the board stands as it is now, and goes on from there', () => {
  upTo(60);
  viewer.follow();
  upTo(61);
  viewer.follow();
  expect(shown).toEqual(['jumps to 60', 'plays 61']);
});
