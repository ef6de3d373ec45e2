// Judges an accusation (docs/dice.md) by what is signed in it and by nothing else: the mirror of
// `wyrmhall verify --accusation`.
import { sha256 } from '@noble/hashes/sha2.js';
import { ACCUSATION_FORMAT, type Charge } from './accusation';
import { equal, fromHex, hex } from '../net/bytes';
import { linkOf } from './chain';
import { isFalseBlame } from './start';
import {
  hashOf,
  isSigned,
  readAborted,
  readEnd,
  readStart,
  type Aborted,
  type End,
  type Signed,
  type Start,
} from './statement';
import { Wrong } from './record';

// What anybody can be convicted of by what they signed.
export type Offence = Extract<Charge, 'commitmentTwice' | 'contradiction' | 'seedDoesNotFit' | 'falseBlame'>;

export interface Judgement {
  // What the signed statements prove by themselves; absent where they prove nothing.
  proven: Offence | undefined;
  // What the file says that it is about, and in whose words.
  charge: string;
  said: string;
  // The key that the statements are held against.
  key: string;
  // The links lead back to what the signed start says that this seat committed to: the chain was there.
  chainWasThere: boolean;
}

// With a record in it.
export const MOST_BYTES = 64 << 20;
const MOST_STATEMENTS = 16;
const MOST_LINKS = 4097;

type Of<T> = T & { text: string; hash: string };

function read<T>(signed: Signed[], reader: (text: string) => T | undefined): Of<T>[] {
  return signed.flatMap(({ text }) => {
    const found = reader(text);
    return found ? [{ ...found, text, hash: hashOf(text) }] : [];
  });
}

function pairs<T>(all: T[]): [T, T][] {
  return all.flatMap((a, i) => all.slice(i + 1).map((b): [T, T] => [a, b]));
}

const seedFits = (seed: string, commitment: string): boolean =>
  hex(sha256(fromHex(seed) ?? new Uint8Array())) === commitment;

function offence(starts: Of<Start>[], aborted: Of<Aborted>[], ends: Of<End>[]): Offence | undefined {
  const same = (a: { match: string; attempt: number }, b: { match: string; attempt: number }): boolean =>
    a.match === b.match && a.attempt === b.attempt;
  for (const [a, b] of pairs(starts)) {
    if (same(a, b) ? a.text !== b.text : a.serverCommitment === b.serverCommitment) {
      return same(a, b) ? 'contradiction' : 'commitmentTwice';
    }
  }
  for (const start of starts) {
    for (const call of aborted) {
      if (call.start !== start.hash) {
        // As if another start of this attempt had been signed too.
        if (same(start, call)) return 'contradiction';
        continue;
      }
      if (!seedFits(call.serverSeed, start.serverCommitment)) return 'seedDoesNotFit';
      if (!same(start, call)) return 'contradiction';
      if (isFalseBlame(start, call)) return 'falseBlame';
    }
    for (const end of ends.filter((one) => one.start === start.hash)) {
      if (!seedFits(end.serverSeed, start.serverCommitment)) return 'seedDoesNotFit';
      if (end.match !== start.match) return 'contradiction';
    }
  }
  for (const call of aborted) {
    if (ends.some((end) => end.start === call.start)) return 'contradiction';
    if (aborted.some((other) => other.start === call.start && other.text !== call.text)) return 'contradiction';
  }
  for (const [a, b] of pairs(ends)) if (a.match === b.match && a.text !== b.text) return 'contradiction';
  return undefined;
}

function leadsBack(own: Record<string, unknown>, starts: Start[]): boolean {
  const { match, seat, links } = own;
  if (typeof seat !== 'number' || !Array.isArray(links) || links.length === 0 || links.length > MOST_LINKS)
    return false;
  const chain = links.map((link) => (typeof link === 'string' ? fromHex(link) : undefined));
  if (!chain.every((x): x is Uint8Array => x?.length === 16)) return false;
  if (!chain.every((x, k) => k === 0 || equal(linkOf(x), chain[k - 1]))) return false;
  const commitment = hex(linkOf(chain[0]));
  return starts.some((start) => start.match === match && start.seats[seat]?.commitment === commitment);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

// Throws Wrong if it is not an accusation.
export function judge(text: string): Judgement {
  if (text.length > MOST_BYTES) throw new Wrong('size');
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Wrong('JSON');
  }
  if (!isObject(file) || file['format'] !== ACCUSATION_FORMAT) throw new Wrong('format');
  const { key, of, said, statements, own } = file;
  if (typeof key !== 'string') throw new Wrong('key');
  if (!Array.isArray(statements) || statements.length > MOST_STATEMENTS) throw new Wrong('statements');
  const isStatement = (value: unknown): value is Signed =>
    isObject(value) && ['text', 'key', 'signature'].every((name) => typeof value[name] === 'string');
  if (!statements.every(isStatement)) throw new Wrong('statements');
  // What another key has signed, or nobody, is no evidence against this one.
  const evidence = statements.filter((signed) => signed.key === key && isSigned(signed));
  const starts = read(evidence, readStart);
  const proven = offence(starts, read(evidence, readAborted), read(evidence, readEnd));
  return {
    proven,
    charge: typeof of === 'string' ? of : '',
    said: typeof said === 'string' ? said : '',
    key,
    chainWasThere: isObject(own) && leadsBack(own, starts),
  };
}
