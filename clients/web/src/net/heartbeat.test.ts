import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Heartbeat } from './heartbeat';

let said: string[];
let seen: boolean;
let heartbeat: Heartbeat;
beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  seen = true;
  heartbeat = new Heartbeat({ ask: () => said.push('ask'), silent: () => said.push('silent') }, () => seen);
  heartbeat.begin();
});
afterEach(() => {
  vi.useRealTimers();
});

test('after three seconds without a word it asks, and three later the connection counts as lost', () => {
  vi.advanceTimersByTime(2999);
  expect(said).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual(['ask']);
  vi.advanceTimersByTime(2999);
  expect(said).toEqual(['ask']);
  vi.advanceTimersByTime(1);
  expect(said).toEqual(['ask', 'silent']);
});

test('it does not ask where something comes by itself', () => {
  for (let i = 0; i < 20; i++) {
    vi.advanceTimersByTime(2000);
    heartbeat.heard();
  }
  expect(said).toEqual([]);
  vi.advanceTimersByTime(3000);
  expect(said).toEqual(['ask']);
});

test('any word is an answer, and a minute of silence is twenty questions at most', () => {
  let answered = 0;
  for (let i = 0; i < 600; i++) {
    vi.advanceTimersByTime(100);
    if (said.length > answered) heartbeat.heard();
    answered = said.length;
  }
  expect(said).not.toContain('silent');
  expect(said.length).toBeLessThanOrEqual(20);
  expect(said.length).toBeGreaterThan(15);
});

test('a page that nobody sees asks nothing, and asks at once when somebody looks', () => {
  seen = false;
  vi.advanceTimersByTime(600_000);
  expect(said).toEqual([]);
  seen = true;
  heartbeat.askNow();
  expect(said).toEqual(['ask']);
  vi.advanceTimersByTime(3000);
  expect(said).toEqual(['ask', 'silent']);
});

test('a page that is hidden while it waits for an answer cuts nothing', () => {
  heartbeat.askNow();
  seen = false;
  vi.advanceTimersByTime(600_000);
  expect(said).toEqual(['ask']);
});

test('it asks once, however many reasons there are to doubt', () => {
  for (let i = 0; i < 5; i++) heartbeat.askNow();
  expect(said).toEqual(['ask']);
  heartbeat.heard();
  heartbeat.askNow();
  expect(said).toEqual(['ask', 'ask']);
});

test('a page that was held up itself reads first what has come meanwhile', () => {
  heartbeat.askNow();
  // The clock goes on and no timer runs, as during a long task or while a laptop sleeps.
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 20_000);
  vi.advanceTimersByTime(3000);
  expect(said).toEqual(['ask']);
  clock.mockImplementation(() => now + 21_000);
  vi.advanceTimersByTime(1000);
  expect(said).toEqual(['ask', 'silent']);
  clock.mockRestore();
});

test('where the connection has ended nothing is asked', () => {
  heartbeat.end();
  heartbeat.askNow();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual([]);
});
