import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GameModule, Stage } from '../games/module';
import { GameViewSchema, OutcomeSchema } from '../gen/wyrmhall/v1/game_pb';
import type { Frame } from '../net/timeline';
import type { MatchPlay } from '../state/match.svelte';
import { MatchViewer } from './viewer.svelte';
import { aFrame } from '../testing/frame';

const frame = (version: number): Frame => aFrame(version, create(GameViewSchema));

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
const MANNER = { speed: () => 'brisk' as const, hear: () => undefined };
beforeEach(() => {
  shown = [];
  viewer = new MatchViewer(play as unknown as MatchPlay, { makeStage: stage } as unknown as GameModule, MANNER);
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

// Steps that are skipped: one after the other comes to a stage that shows each at once.
describe('skipping', () => {
  const of = (versions: number, more: Partial<Frame> = {}): void => {
    upTo(versions);
    for (const one of play.frames) one.waitingOn = 2;
    Object.assign(play.last!, more);
  };
  beforeEach(() => {
    vi.useFakeTimers();
    let version = 0;
    const jump = (to: Frame): void => {
      version = to.version;
      shown.push(`jumps to ${version}`);
    };
    const skipped = { ...stage(), jump };
    Object.defineProperty(skipped, 'version', { get: () => version });
    viewer = new MatchViewer(
      play as unknown as MatchPlay,
      { makeStage: () => skipped } as unknown as GameModule,
      MANNER,
    );
    of(0);
    viewer.follow();
    shown = [];
  });
  afterEach(() => vi.useRealTimers());
  const last = (): string | undefined => shown.at(-1);

  test('each step is a still, until this seat is asked', () => {
    of(3, { waitingOn: 1 });
    viewer.follow();
    viewer.skip(false);
    expect(last()).toBe('jumps to 1');
    vi.advanceTimersByTime(100);
    expect([last(), viewer.skipping]).toEqual(['jumps to 2', true]);
    vi.advanceTimersByTime(100);
    expect([last(), viewer.skipping]).toEqual(['jumps to 3', false]);
  });

  test('however much it is, it takes three seconds', () => {
    of(1000, { waitingOn: 1 });
    viewer.skip(false);
    vi.advanceTimersByTime(2900);
    expect([last(), viewer.skipping]).toEqual(['jumps to 1000', false]);
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.length).toBeLessThan(32);
  });

  test('what comes later goes on being skipped, and at once', () => {
    of(5);
    viewer.skip(false);
    vi.advanceTimersByTime(5000);
    expect([last(), viewer.skipping]).toEqual(['jumps to 5', true]);
    of(60);
    viewer.follow();
    expect([last(), viewer.skipping]).toEqual(['jumps to 60', true]);
    of(61, { outcome: create(OutcomeSchema) });
    viewer.follow();
    vi.advanceTimersByTime(100);
    expect([last(), viewer.skipping]).toEqual(['jumps to 61', false]);
  });

  test('where nothing moves, no still is shown on the way', () => {
    of(40, { waitingOn: 1 });
    viewer.skip(true);
    expect(shown).toEqual(['jumps to 0', 'jumps to 40']);
    expect(viewer.skipping).toBe(false);
  });

  test('watching again plays what is left, and what comes after it once', () => {
    of(4);
    viewer.skip(false);
    viewer.watch();
    expect(shown).toEqual(['jumps to 0', 'jumps to 1', 'plays 2', 'plays 3', 'plays 4']);
    of(5);
    viewer.follow();
    vi.advanceTimersByTime(5000);
    expect(shown.slice(5)).toEqual(['plays 5']);
  });
});
