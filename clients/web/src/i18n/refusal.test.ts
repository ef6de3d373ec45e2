import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { RefusalCode, RefusalCodeSchema, RefusalSchema } from '../gen/wyrmhall/v1/server_pb';
import { OWN_FAULTS, refusalText } from './refusal';

const codes = RefusalCodeSchema.values.map(({ number }) => number as RefusalCode).filter((code) => code !== 0);
const said = (code: RefusalCode): string => refusalText(create(RefusalSchema, { code, detail: 'what the log says' }));

test('every refusal has words of its own, but for those that only a fault of the page brings about', () => {
  for (const code of codes) {
    const own = !said(code).includes('what the log says');
    expect(own, RefusalCode[code]).toBe(!OWN_FAULTS.includes(code));
  }
});

test('a limit that somebody meets says which it is, and when to come again', () => {
  const limit = (field: string, retryAfterMs: number): string =>
    refusalText(create(RefusalSchema, { code: RefusalCode.LIMIT_REACHED, field, retryAfterMs }));
  expect(limit('own_matches', 60_000)).toBe(
    'You play in as many matches as you may at once. Finish or resign one first. Try again in 60 seconds.',
  );
  expect(limit('starts', 450_000)).toContain('Try again in 8 minutes.');
  for (const field of ['address_matches', 'matches', 'viewers', 'watched', 'own_connections'])
    expect(limit(field, 1000)).toContain('in 1 second.');
  expect(limit('channels', 0)).toBe('A limit of this server is reached. Finish something first, or try again later.');
});
