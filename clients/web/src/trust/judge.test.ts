import { create } from '@bufbuild/protobuf';
import { sha256 } from '@noble/hashes/sha2.js';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { TableSchema } from '../gen/wyrmhall/v1/table_pb';
import { accusationFile, type Accusation } from './accusation';
import { fromUuid, hex } from '../net/bytes';
import { Chain, linkOf } from './chain';
import { hashOf, type Aborted, type Signed } from './statement';
import { Notary, abortedText, endText, startText } from '../testing/notary';
import { judge } from './judge';
import { Wrong } from './record';

const MATCH = '01a1fc18-061a-7939-bcef-43fc9f23ed6f';
const OTHER = '01a1fc18-061a-7939-bcef-43fc9f23ed70';
const notary = new Notary(3);
const seed = new Uint8Array(32).fill(1);
const chain = new Chain(new Uint8Array(16).fill(5));
const brams = new Uint8Array(16).fill(6);

const table = (match: string, commitment = sha256(seed)) =>
  create(TableSchema, {
    tableId: fromUuid(match)!,
    serverCommitment: commitment,
    options: { game: { case: 'duel', value: {} } },
    seats: [
      {
        occupant: { case: 'player', value: { accountId: new Uint8Array(16).fill(1) } },
        commitment: chain.commitment(),
      },
      { occupant: { case: 'player', value: { accountId: new Uint8Array(16).fill(2) } }, commitment: linkOf(brams) },
    ],
  });
const start = startText(table(MATCH));
const aborted = (more: Partial<Aborted> = {}): string =>
  abortedText(start, {
    match: MATCH,
    attempt: 1,
    reason: 'noReveal',
    named: [1],
    serverSeed: hex(seed),
    shown: [hex(chain.at(0)), ''],
    ...more,
  });
const end = (more: object = {}): string =>
  endText({
    match: MATCH,
    start: hashOf(start),
    serverSeed: hex(seed),
    record: 'ab'.repeat(16),
    rolls: 3,
    unforeseeable: 3,
    afterBot: 0,
    byStandIn: 0,
    withoutChain: 0,
    ...more,
  });

function fileOf(statements: Signed[], more: Partial<Accusation> = {}): string {
  const accusation: Accusation = {
    fault: 'contradiction',
    match: MATCH,
    statements,
    seat: 0,
    links: [],
    seen: {},
    ...more,
  };
  return accusationFile(accusation, 'ws://here', hex(notary.key), 'What it did.', new Date(0));
}
const proven = (...texts: string[]) => judge(fileOf(texts.map((text) => notary.signed(text)))).proven;

test('what an honest server signs convicts nobody', () => {
  expect(proven()).toBeUndefined();
  expect(proven(start, start)).toBeUndefined();
  expect(proven(start, end())).toBeUndefined();
  expect(proven(start, aborted())).toBeUndefined();
  const second = startText(table(MATCH, sha256(brams)), 2);
  expect(proven(start, aborted(), second, end({ start: hashOf(second), serverSeed: hex(brams).padEnd(64, '0') }))).toBe(
    'seedDoesNotFit',
  );
  const next = startText(table(MATCH, sha256(new Uint8Array(32).fill(9))), 2);
  expect(proven(start, aborted(), next, end({ start: hashOf(next), serverSeed: '09'.repeat(32) }))).toBeUndefined();
});

test('one promise for two starts', () => {
  expect(proven(start, startText(table(OTHER)))).toBe('commitmentTwice');
  expect(proven(start, startText(table(MATCH), 2))).toBe('commitmentTwice');
});

test('what cannot both be true', () => {
  expect(proven(start, start.replace('turn-seconds 0', 'turn-seconds 9'))).toBe('contradiction');
  expect(proven(aborted(), end())).toBe('contradiction');
  expect(proven(aborted(), aborted({ reason: 'left' }))).toBe('contradiction');
  expect(proven(end(), end({ record: 'cd'.repeat(16) }))).toBe('contradiction');
  expect(proven(start, aborted().replace(hashOf(start), '00'.repeat(32)))).toBe('contradiction');
});

test('a seed that does not fit, and false blame', () => {
  expect(proven(start, end({ serverSeed: '02'.repeat(32) }))).toBe('seedDoesNotFit');
  expect(proven(start, aborted({ serverSeed: '02'.repeat(32) }))).toBe('seedDoesNotFit');
  expect(proven(start, aborted({ named: [0, 1] }))).toBe('falseBlame');
  expect(proven(start, aborted({ shown: [hex(brams), ''] }))).toBe('falseBlame');
});

test('what another key has signed, or nobody, is no evidence', () => {
  const twice = startText(table(OTHER));
  expect(judge(fileOf([notary.signed(start), new Notary(4).signed(twice)])).proven).toBeUndefined();
  const forged = { ...notary.signed(twice), signature: notary.signed(start).signature };
  expect(judge(fileOf([notary.signed(start), forged])).proven).toBeUndefined();
  // The file's own word for it changes nothing.
  expect(judge(fileOf([notary.signed(start)], { fault: 'repeated' }))).toMatchObject({
    proven: undefined,
    charge: 'commitmentTwice',
    said: 'What it did.',
  });
});

describe('the accusations that all judges are held to', () => {
  const folder = fileURLToPath(new URL('../../../../tests/accusations/', import.meta.url));
  const files = (kind: string): [string, string][] =>
    readdirSync(folder + kind).map((name) => [name, readFileSync(`${folder}${kind}/${name}`, 'utf8')]);
  test.each(files('convicting'))('%s convicts', (_, text) => {
    const { proven, charge } = judge(text);
    expect(proven).toBe(charge);
  });
  test.each(files('not_convicting'))('%s does not', (_, text) => {
    expect(judge(text).proven).toBeUndefined();
  });
});

test('links that lead back to a signed commitment show that the chain was there', () => {
  const links = [0, 1, 2].map((k) => hex(chain.at(k)));
  const of = (more: Partial<Accusation>) => judge(fileOf([notary.signed(start)], { fault: 'noLink', ...more }));
  expect(of({ links })).toMatchObject({ proven: undefined, chainWasThere: true });
  expect(of({ links: [links[0], links[2]] }).chainWasThere).toBe(false);
  expect(of({ links, seat: 1 }).chainWasThere).toBe(false);
  expect(of({ links: [] }).chainWasThere).toBe(false);
});

test('what is no accusation is said to be none', () => {
  for (const text of [
    '',
    '{}',
    'null',
    '[]',
    '{"format":"wyrmhall accusation 1"}',
    fileOf([]).replace('"key"', '"k"'),
  ]) {
    expect(() => judge(text)).toThrow(Wrong);
  }
});
