import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hashOf, isSigned, readAborted, readEnd, readStart, type Signed } from './statement';

interface Vectors {
  ed25519: { public_key: string; message: string; signature: string }[];
  statements: (Signed & { kind: string; hash: string })[];
  malformed: { why: string; text: string }[];
  forged: (Signed & { why: string })[];
}
const path = fileURLToPath(new URL('../../../../tests/vectors/statements.vectors.json', import.meta.url));
const vectors = JSON.parse(readFileSync(path, 'utf8')) as Vectors;
const read = (text: string) => readStart(text) ?? readAborted(text) ?? readEnd(text);

test('signatures are those of RFC 8032', () => {
  // The third message is no text.
  for (const { public_key, message, signature } of vectors.ed25519.slice(0, 2)) {
    const text = new TextDecoder().decode(Buffer.from(message, 'hex'));
    expect(isSigned({ text, key: public_key, signature })).toBe(true);
    expect(isSigned({ text: `${text} `, key: public_key, signature })).toBe(false);
  }
});

test('each statement is read, signed and hashed as an independent implementation has it', () => {
  for (const statement of vectors.statements) {
    expect(isSigned(statement)).toBe(true);
    expect(hashOf(statement.text)).toBe(statement.hash);
    expect(readStart(statement.text) !== undefined).toBe(statement.kind === 'start');
    expect(readAborted(statement.text) !== undefined).toBe(statement.kind === 'aborted');
    expect(readEnd(statement.text) !== undefined).toBe(statement.kind === 'end');
  }
});

test('what they say', () => {
  const of = (kind: string) => vectors.statements.find((statement) => statement.kind === kind)!.text;
  expect(readStart(of('start'))).toMatchObject({
    match: '01a1fc18-061a-7939-bcef-43fc9f23ed6f',
    attempt: 1,
    game: 'duel',
    seats: [
      { commitment: '23c4f0e2149e8f8e4afaa745b2e293cd', bot: '' },
      { player: '', commitment: '', bot: 'greedy' },
      { player: '01a1fc18-0619-7593-84ff-122623ea4e4b' },
    ],
  });
  expect(readAborted(of('aborted'))).toMatchObject({
    reason: 'noReveal',
    named: [2],
    serverSeed: '5e'.repeat(32),
    shown: ['a0'.repeat(16), '', ''],
  });
  expect(readEnd(of('end'))).toMatchObject({ rolls: 40, unforeseeable: 31, afterBot: 9 });
});

test.each(vectors.malformed)('no statement: $why', ({ text }) => expect(read(text)).toBeUndefined());
test.each(vectors.forged)('not signed: $why', (forged) => expect(isSigned(forged)).toBe(false));

test('a text that is too long is none', () => {
  const { text } = vectors.statements[0];
  expect(readStart(text.replace('game duel', `game ${'x'.repeat(16_384)}`))).toBeUndefined();
});
