import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Announcer } from './announcer.svelte';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what comes while something is being said is said together after it', () => {
  const announcer = new Announcer();
  announcer.tell('One.');
  vi.advanceTimersByTime(0);
  expect(announcer.polite).toBe('One.');
  announcer.tell('Two.');
  announcer.tell('Three.');
  expect(announcer.polite).toBe('One.');
  vi.advanceTimersByTime(500);
  expect(announcer.polite).toBe('Two. Three.');
});

test('the same words again are another text', () => {
  const announcer = new Announcer();
  announcer.tell('One.');
  vi.advanceTimersByTime(0);
  announcer.again();
  vi.advanceTimersByTime(500);
  expect(announcer.polite.trim()).toBe('One.');
  expect(announcer.polite).not.toBe('One.');
});

test('of very much only the last is said, and how much there was', () => {
  const announcer = new Announcer();
  announcer.tooMany = (n) => `${n} more.`;
  for (let i = 1; i <= 11; i++) announcer.tell(`${i}.`);
  vi.advanceTimersByTime(0);
  expect(announcer.polite).toBe('3 more. 4. 5. 6. 7. 8. 9. 10. 11.');
  announcer.tell('12.');
  vi.advanceTimersByTime(500);
  expect(announcer.polite).toBe('12.');
});
