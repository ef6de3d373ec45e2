import { sha256 } from '@noble/hashes/sha2.js';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { hex } from '../net/bytes';
import { Chain } from './chain';
import { codeOf } from './confirmation';
import { ConfirmationCheck, confirmationsText } from './confirmations';
import { Wrong, type MatchRecord, type RecordMove, type SeatLink } from './record';
import { verify } from './verify';

const MATCH = new Uint8Array(16).fill(9);
const NONE = { confirmed: 0, without: 0, last: 0, different: 0 };

describe('move after move', () => {
  const chains = [1, 2].map((fill) => new Chain(new Uint8Array(16).fill(fill)));
  let check: ConfirmationCheck;
  beforeEach(() => (check = new ConfirmationCheck(MATCH)));

  // With the k-th link of its seat, confirmed by the one after it.
  const decide = (seat: number, k: number, decision = 'choice 1', confirmed = decision, match = MATCH) => {
    const confirmation = hex(codeOf(chains[seat].at(k + 1), match, k, confirmed));
    check.decided(seat, chains[seat].at(k), { version: k, decision, confirmation });
  };
  const without = (seat: number, k: number) => check.decided(seat, chains[seat].at(k), { version: k });

  test('a decision is confirmed once the next link is shown, and the last of a seat never is', () => {
    decide(0, 1);
    expect(check.all()).toEqual({ ...NONE, last: 1 });
    decide(0, 2, 'form 2: 0 1');
    decide(0, 3);
    expect(check.all()).toEqual({ ...NONE, confirmed: 2, last: 1 });
  });

  test('seats are told apart', () => {
    decide(0, 1);
    decide(1, 1);
    decide(1, 2);
    expect(check.all()).toEqual({ ...NONE, confirmed: 1, last: 2 });
  });

  test('a link that came with the decision of another seat shows it too', () => {
    decide(0, 1);
    check.shown(0, chains[0].at(2));
    check.shown(0, chains[0].at(3));
    expect(check.all()).toEqual({ ...NONE, confirmed: 1 });
  });

  test('the last one is confirmed by the link that closes the chain', () => {
    decide(0, 1);
    decide(1, 1);
    check.shown(1, chains[1].at(2));
    expect(check.all()).toEqual({ ...NONE, confirmed: 1, last: 1 });
  });

  test.each([
    ['another decision', () => decide(0, 1, 'choice 2', 'choice 1')],
    ['another match', () => decide(0, 1, 'choice 1', 'choice 1', new Uint8Array(16))],
  ])('the code of %s', (_, decideOther) => {
    decideOther();
    decide(0, 2);
    expect(check.all()).toEqual({ ...NONE, different: 1, last: 1 });
  });

  test('none at all', () => {
    without(0, 1);
    decide(0, 2);
    without(0, 3);
    expect(check.all()).toEqual({ ...NONE, confirmed: 1, without: 2 });
  });
});

describe('in words', () => {
  test('all reasons', () => {
    expect(confirmationsText({ confirmed: 22, without: 1, last: 2, different: 3 })).toBe(
      '22 of 28 decisions confirmed by the players who made them; 1 made without a confirmation; ' +
        '2 the last of a seat, whose next secret was never shown; 3 confirmed as another than was played.',
    );
  });
  test('none of them', () => {
    expect(confirmationsText({ ...NONE, confirmed: 1 })).toBe(
      '1 of 1 decision confirmed by the players who made them.',
    );
  });
  test('nobody had a chain', () => {
    expect(confirmationsText(NONE)).toBe('');
  });
});

describe('of a record', () => {
  const folder = fileURLToPath(new URL('../../../../tests/records', import.meta.url));
  const textOf = (name: string) => readFileSync(`${folder}/${name}.json`, 'utf8');

  test.each([
    ['confirmed-dance', { ...NONE, confirmed: 78, last: 1 }],
    ['confirmed-dragondice', { ...NONE, confirmed: 24, last: 1 }],
    ['duel-signed', { ...NONE, without: 2 }],
    ['duel-closed', { ...NONE, confirmed: 14 }],
  ])('%s', (name, expected) => {
    expect(verify(textOf(name)).confirmations).toEqual(expected);
  });

  // Who makes one up can make its hashes too, but no signature.
  function changed(change: (moves: RecordMove[]) => void, format = 3): string {
    const record = JSON.parse(textOf('confirmed-dance')) as MatchRecord;
    change(record.moves);
    delete record.receipts;
    const HASH_LETTERS = 32;
    const hashOf = (text: string) => hex(sha256(new TextEncoder().encode(text))).slice(0, HASH_LETTERS);
    let last = record.startHash;
    for (const move of record.moves) {
      const bare = { ...move, hash: undefined };
      last = move.hash = hashOf(last + JSON.stringify(bare));
    }
    record.hash = hashOf(last + JSON.stringify(record.outcome));
    return JSON.stringify({ ...record, format: `wyrmhall record ${format}` });
  }
  const OWN = 1;
  const BOTS = 2;

  describe('with closing links', () => {
    const closedBy = (change: (links: SeatLink[]) => unknown): string => {
      const record = JSON.parse(textOf('duel-closed')) as MatchRecord & { closingLinks: SeatLink[] };
      return JSON.stringify({ ...record, closingLinks: change(record.closingLinks) });
    };

    test.each([
      ['one of the two', ([first]: SeatLink[]) => [first], { confirmed: 13, last: 1 }],
      ['none', () => undefined, { confirmed: 12, last: 2 }],
    ])('%s: the last decision of who gave none stays as it is', (_, change, expected) => {
      expect(verify(closedBy(change)).confirmations).toEqual({ ...NONE, ...expected });
    });

    test.each([
      ['another seat’s', ([first, second]: SeatLink[]) => [{ ...first, link: second.link }], 'closingLinks[0]'],
      ['no link', ([first]: SeatLink[]) => [{ ...first, link: 'ab' }], 'closingLinks[0]'],
      ['a seat that is none', ([first]: SeatLink[]) => [{ ...first, seat: 2 }], 'closingLinks[0]'],
      ['another order', ([first, second]: SeatLink[]) => [second, first], 'closingLinks[1]'],
      ['the same twice', ([first]: SeatLink[]) => [first, first], 'closingLinks[1]'],
      ['no list', () => ({}), 'closingLinks'],
      ['an empty list', () => [], 'closingLinks'],
    ])('%s is wrong', (_, change, where) => {
      expect(() => verify(closedBy(change))).toThrow(new Wrong(where));
    });
  });

  test('a decision put for another is one that was confirmed as another', () => {
    const text = changed((moves) => (moves[OWN].decision = 'choice 5'));
    expect(verify(text).confirmations).toEqual({ ...NONE, confirmed: 77, last: 1, different: 1 });
  });

  test.each([
    ['a code without what was decided', (moves: RecordMove[]) => delete moves[OWN].decision, `moves[${OWN}].decision`],
    ['no code', (moves: RecordMove[]) => delete moves[OWN].confirmation, `moves[${OWN}].confirmation`],
    [
      'a code that is too short',
      (moves: RecordMove[]) => (moves[OWN].confirmation = 'ab'),
      `moves[${OWN}].confirmation`,
    ],
    [
      'a decision that is too long',
      (moves: RecordMove[]) => (moves[OWN].decision = `form 1:${' 0'.repeat(80)}`),
      `moves[${OWN}].decision`,
    ],
    [
      'a confirmation of who has no chain',
      (moves: RecordMove[]) => Object.assign(moves[BOTS], { decision: 'choice 1', confirmation: 'ab'.repeat(16) }),
      `moves[${BOTS}].confirmation`,
    ],
    [
      'none in the third format',
      (moves: RecordMove[]) => {
        for (const move of moves) {
          delete move.decision;
          delete move.confirmation;
        }
      },
      'moves',
    ],
  ])('%s is wrong', (_, change, where) => {
    expect(() => verify(changed(change))).toThrow(new Wrong(where));
  });

  test('one in the second format is wrong', () => {
    expect(() => verify(changed(() => undefined, 2))).toThrow(new Wrong('moves'));
  });
});
