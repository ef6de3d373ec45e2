import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fromHex } from '../net/bytes';
import { Wrong } from './record';
import { DiceStream } from './stream';
import { verify } from './verify';

const tests = fileURLToPath(new URL('../../../../tests', import.meta.url));
const records = readdirSync(`${tests}/records`).filter((name) => name.endsWith('.json'));
const textOf = (name: string) => readFileSync(`${tests}/records/${name}`, 'utf8');

describe('recorded matches', () => {
  test.each(records)('%s: every roll agrees', (name) => {
    const text = textOf(name);
    const verdict = verify(text);
    expect(verdict.rolls.length).toBe((text.match(/"sides":/g) ?? []).length);
    // Only those of decisions: links that close a chain are mixed into nothing.
    const [played] = text.split('"closingLinks"');
    expect(verdict.links).toBe((played.match(/"link":/g) ?? []).length);
    expect(verdict.foresight.rolls).toBe(verdict.rolls.length);
    // Those of the first format are signed by nobody.
    expect(verdict.vouchedBy !== '').toBe(text.includes('"receipts":'));
  });

  // A change is found where it was made.
  test.each([
    ['a name', '"name":"', '"name":"x', 'startHash'],
    ['a die', '"value":', '"value":1', /rolls|hash/],
    ['a link', '"link":"', '"link":"0', /link|hash/],
    ['the seed', '"serverSeed": "', '"serverSeed": "0', /serverSeed|startHash/],
  ])('%s that was changed is found', (_, what, by, where) => {
    const text = textOf('duel.json');
    expect(text).toContain(what);
    let failed: unknown;
    try {
      verify(text.replace(what, by));
    } catch (error) {
      failed = error;
    }
    expect(failed).toBeInstanceOf(Wrong);
    expect((failed as Wrong).where).toMatch(where);
  });

  test('what is no record is said to be none', () => {
    for (const text of ['', '{}', '[]', 'null', '{"format":"wyrmhall record 1"}'])
      expect(() => verify(text)).toThrow(Wrong);
  });
});

interface Step {
  reveal?: { seat: number; x: string };
  rolls?: { sides: number; value: number }[];
}
interface Vector {
  server_seed: string;
  match_id: string;
  x0: string[];
  steps: Step[];
}

test('the stream agrees with the vectors of an independent implementation', () => {
  const { vectors } = JSON.parse(readFileSync(`${tests}/vectors/fairdice.vectors.json`, 'utf8')) as {
    vectors: Vector[];
  };
  let rolled = 0;
  for (const vector of vectors) {
    const roots = vector.x0.map((x) => fromHex(x)!);
    const stream = new DiceStream(fromHex(vector.server_seed)!, fromHex(vector.match_id)!, roots);
    for (const { reveal, rolls } of vector.steps) {
      if (reveal) stream.show(reveal.seat, fromHex(reveal.x)!);
      for (const { sides, value } of rolls ?? []) {
        expect(stream.roll(sides)).toBe(value);
        rolled++;
      }
    }
  }
  expect(rolled).toBeGreaterThan(100);
});
