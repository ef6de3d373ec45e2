import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { RefusalCode, RefusalCodeSchema, RefusalSchema } from '../gen/wyrmhall/v1/server_pb';
import { refusalText } from './refusal';

const said = (code: RefusalCode, about: { field?: string; retryAfterMs?: number } = {}): string =>
  refusalText(create(RefusalSchema, { code, detail: 'what the log says', ...about }));
const UNKNOWN = 'The server refused this: what the log says.';

test('every refusal has a sentence of its own; one that is unknown says what the server said', () => {
  for (const { name, number } of RefusalCodeSchema.values) {
    if (number !== 0) expect(said(number), name).not.toBe(UNKNOWN);
  }
  expect(said(999 as RefusalCode)).toBe(UNKNOWN);
});

test('what is to be done in the page stands after what every client says', () => {
  expect(said(RefusalCode.WRONG_VERSION)).toMatch(/versions of the protocol\. .* Please reload this page\.$/);
});

test('a limit that somebody meets says which it is, and when to come again', () => {
  const limit = (field: string, retryAfterMs: number): string =>
    said(RefusalCode.LIMIT_REACHED, { field, retryAfterMs });
  expect(limit('own_matches', 60_000)).toBe(
    'You have reached the limit of running matches. Finish or resign one first. Try again in 60 seconds.',
  );
  expect(limit('starts', 450_000)).toContain('Try again in 8 minutes.');
  expect(limit('tries', 1_200_000)).toBe(
    'This was tried too often. A recovery code still works. Try again in 20 minutes.',
  );
  expect(limit('renames', 50_000_000)).toContain('Try again in 14 hours.');
  for (const field of ['address_matches', 'matches', 'viewers', 'watched', 'own_connections'])
    expect(limit(field, 1000)).toContain('in 1 second.');
  const any = 'A limit of this server is reached. Finish something first, or try again later.';
  expect(limit('of_a_newer_server', 0)).toBe(any);
  // A moment is told in words.
  expect(said(RefusalCode.BUSY, { retryAfterMs: 500 })).not.toContain('second');
});

test('somebody who has kept others waiting is told for how long', () => {
  expect(said(RefusalCode.FIND_PAUSED, { retryAfterMs: 300_000 })).toContain('Try again in 5 minutes.');
});
