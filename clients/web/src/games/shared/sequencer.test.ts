import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sequencer, type Beat } from './sequencer.svelte';

let done: number;
const beats = (n: number, ms = 1000): Beat[] => Array.from({ length: n }, () => ({ ms, do: () => void done++ }));
const brisk = () => new Sequencer(() => 'brisk');

beforeEach(() => {
  done = 0;
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('beats are held one after the other', () => {
  const sequencer = brisk();
  sequencer.add(beats(3));
  expect(done).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(done).toBe(2);
  vi.advanceTimersByTime(2000);
  expect([done, sequencer.busy]).toEqual([3, false]);
});

test('a hidden tab holds nothing, nor what it was holding when the next comes', () => {
  const sequencer = brisk();
  sequencer.add(beats(3));
  vi.stubGlobal('document', { hidden: true });
  sequencer.add(beats(2));
  expect([done, sequencer.busy]).toEqual([5, false]);
});

test('what piled up while a tab slept is not played for minutes', () => {
  const sequencer = brisk();
  // As a browser hands them over when it wakes a tab: one message after the other, the tab already in sight.
  for (let i = 0; i < 120; i++) sequencer.add(beats(3));
  vi.advanceTimersByTime(15_000);
  expect([done, sequencer.busy]).toEqual([360, false]);
});
