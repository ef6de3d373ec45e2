import { expect, test } from 'vitest';
import { Backoff } from './backoff';

test('waits grow up to a limit and begin anew', () => {
  const backoff = new Backoff(() => 1);
  const waits = Array.from({ length: 8 }, () => backoff.next());
  expect(waits.slice(0, 3)).toEqual([300, 600, 1200]);
  expect(waits.at(-1)).toBe(Backoff.LONGEST_MS);
  backoff.reset();
  expect(backoff.next()).toBe(Backoff.FIRST_MS);
});

test('jitter takes up to half of a wait away', () => {
  expect(new Backoff(() => 0).next()).toBe(Backoff.FIRST_MS / 2);
});
