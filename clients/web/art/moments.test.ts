import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { moments } from './moments';

const MOST_BYTES = 13_000; // with gzip; the larger portraits are half of that each

test('the moments of all games are as large as each other', () => {
  expect(Object.keys(moments).length).toBeGreaterThan(0);
  for (const drawn of Object.values(moments)) expect(drawn).toMatch(/^<svg [^>]*width="220" height="120" /);
});

test.each(Object.entries(moments))('the moment of %s is small, and no two of its parts share a name', (_, drawn) => {
  expect(gzipSync(drawn).length).toBeLessThan(MOST_BYTES);
  expect(drawn).not.toMatch(/NaN|undefined/);
  const ids = [...drawn.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, named] of drawn.matchAll(/(?:url\(|href=")#([^")]+)/g)) expect(ids).toContain(named);
  // Every part that is opened is closed, so that a browser shows it.
  const count = (tag: RegExp): number => drawn.match(tag)?.length ?? 0;
  expect(count(/<svg/g)).toBe(1);
  expect(count(/<g\b/g)).toBe(count(/<\/g>/g));
});
