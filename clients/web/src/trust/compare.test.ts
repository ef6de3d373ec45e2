import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { OutcomeReason, type GameEventSchema } from '../gen/wyrmhall/v1/game_pb';
import { MatchUpdateSchema } from '../gen/wyrmhall/v1/match_pb';
import { compare, type Comparison, type Difference, type Differing } from './compare';
import { parseRecord } from './record';
import { ShownMatch, type ShownAct } from './shown';

const folder = fileURLToPath(new URL('../../../../tests/records', import.meta.url));
const text = readFileSync(`${folder}/duel-signed.json`, 'utf8');
// A duel of two moves: seat 0 breathes fire (6 9 6, against 4), seat 1 claws (8, against 4) and has won.
const { record } = parseRecord(text);

type Update = MessageInitShape<typeof MatchUpdateSchema>;
type Event = MessageInitShape<typeof GameEventSchema>;
const fight = (...dice: number[]): Event => ({
  game: { case: 'duel', value: { event: { case: 'fight', value: { dice } } } },
});
const step = (version: number, ...events: Event[]) => ({ version: BigInt(version), diff: {}, events });
const OUTCOME = { winners: [1], places: [2, 1], reason: OutcomeReason.PLAYED };

let shown: ShownMatch;
beforeEach(() => (shown = new ShownMatch()));
const show = (...updates: Update[]) => {
  for (const update of updates) shown.step(create(MatchUpdateSchema, update));
};
const compared = (seat = 0, of = text, signedHash = record.hash) =>
  compare({ match: record.matchId, seat, shown, signedHash }, of);
const expectSame = (found: Comparison = compared()) => expect(found.is).toBe('same');
const expectOther = (what: Differing, found: Comparison = compared(), more: Partial<Difference> = {}) =>
  expect(found).toMatchObject({ is: 'other', difference: { what, ...more } });

test.each([
  ['a number beyond all bounds', '1e999'],
  ['half a character', '"\\ud83d"'],
  ['a name with half a character', '{"\\ud83d": 1}'],
])('%s is in no record', (_, value) => {
  const changed = text.replace('"outcome":', `"more": ${value}, "outcome":`);
  expect(changed).not.toBe(text);
  expect(() => parseRecord(changed)).toThrow('JSON');
});

test('a match that was shown as it was played', () => {
  show(step(1, fight(6, 9, 6, 4)), { ...step(2, fight(8, 4)), outcome: OUTCOME });
  shown.acted({ id: 1000011n, answers: 0, ledTo: 1 });
  expectSame();
});

test('what was shown of the start was rolled before the first decision', () => {
  const initiative = (...values: number[]): Event => ({
    game: { case: 'duel', value: { event: { case: 'initiative', value: { values } } } },
  });
  const told = (...values: number[]): Update => ({ snapshot: {}, events: [initiative(...values)] });
  show(told(12, 10));
  expectSame();
  show(told(10, 12));
  expectOther('dice', compared(), { shown: '10 12', recorded: '12 10', n: '0' });
});

describe('dice', () => {
  test.each([
    ['another face', [6, 9, 5, 4]],
    ['one more', [6, 9, 6, 4, 4]],
    ['another order', [9, 6, 6, 4]],
  ])('%s was not rolled', (_, dice) => {
    show(step(1, fight(...dice)));
    expectOther('dice', compared(), { shown: dice.join(' '), recorded: '6 9 6 4', n: '1' });
  });

  test('those of another step were not rolled in this one', () => {
    show(step(2, fight(6, 9, 6, 4)));
    expectOther('dice');
  });

  test('those of a step that was never played', () => {
    show(step(3, fight(6)));
    expectOther('dice');
  });

  test('not all need be shown', () => {
    show(step(1, fight(6, 6)), step(2));
    expectSame();
  });

  test('a step that was told in two ways is compared in both', () => {
    show(step(1, fight(6, 9, 6, 4)), step(1, fight(6, 9, 6, 3)));
    expectOther('dice');
  });

  test('of what a snapshot skips nothing is known', () => {
    show({ version: 2n, snapshot: {}, events: [fight(1, 1)] });
    expectSame();
  });
});

describe('own decisions', () => {
  test.each([
    ['another command', { id: 1000012n, answers: 0, ledTo: 1 }],
    ['another version that it answers', { id: 1000011n, answers: 1, ledTo: 1 }],
    ['another version that it led to', { id: 1000011n, answers: 0, ledTo: 2 }],
    ['none that it can have led to', { id: 1000011n, answers: 0, ledTo: 0 }],
    ['nowhere in the record', { id: 5n, answers: 0 }],
  ])('%s', (_, act) => {
    shown.acted(act);
    expectOther('act');
  });

  test('one of which nobody said where it led to stands somewhere', () => {
    shown.acted({ id: 1000011n, answers: 0 });
    expectSame();
  });

  test('one that stands there for another seat is not this one’s', () => {
    shown.acted({ id: 1000011n, answers: 0, ledTo: 1 });
    expectOther('act', compared(1));
  });

  test('what another tab decided is not missed here', () => {
    expectSame(compared(1));
  });
});

describe('own decisions that are confirmed', () => {
  const confirmed = readFileSync(`${folder}/confirmed-dance.json`, 'utf8');
  const { record: dance } = parseRecord(confirmed);
  // The first decision of its seat 0 is move 1.
  const sent = {
    id: 8105184596700122397n,
    answers: 0,
    ledTo: 2,
    decision: 'choice 6',
    confirmation: 'e7f848f64dd2f6d9047fc1be7ca48834',
  };
  const comparedWith = (act: ShownAct, signedHash = dance.hash) => {
    shown.acted(act);
    return compare({ match: dance.matchId, seat: 0, shown, signedHash }, confirmed);
  };

  test('as they were sent', () => {
    expect(comparedWith(sent)).toMatchObject({ is: 'same', confirmations: { confirmed: 78, last: 1 } });
  });

  test('wherever it led to', () => {
    const { id, answers, decision, confirmation } = sent;
    const anywhere = { id, answers, decision, confirmation };
    expectSame(comparedWith(anywhere));
    expectOther('act', comparedWith({ ...anywhere, decision: 'choice 7' }));
  });

  test('another was put for it', () => {
    expectOther('act', comparedWith({ ...sent, decision: 'choice 7' }), {
      shown: `decision ${sent.id}, choice 7, ${sent.confirmation}`,
      recorded: JSON.stringify(dance.moves[1]),
      n: '0',
    });
  });

  test.each([
    ['another code', { ...sent, confirmation: 'ab'.repeat(16) }],
    ['one that was not confirmed', { id: sent.id, answers: 0, ledTo: 2 }],
  ])('%s', (_, act) => {
    expectOther('act', comparedWith(act));
  });

  test('a record that leaves the confirmation out', () => {
    shown.acted({ ...sent, id: 1000011n, ledTo: 1 });
    expectOther('act');
  });
});

describe('the end', () => {
  test.each([
    ['another winner', { ...OUTCOME, winners: [0] }],
    ['other places', { ...OUTCOME, places: [1, 2] }],
    ['another reason', { ...OUTCOME, reason: OutcomeReason.RESIGNED }],
  ])('%s', (_, outcome) => {
    show({ ...step(2), outcome });
    expectOther('outcome');
  });

  test('in a snapshot too', () => {
    show({ version: 2n, snapshot: {}, outcome: { ...OUTCOME, winners: [0] } });
    expectOther('outcome');
  });

  test('another length', () => {
    show({ ...step(3), outcome: OUTCOME });
    expectOther('length', compared(), { shown: '3', recorded: '2' });
  });

  test('two ends of which one is not true', () => {
    show({ ...step(2), outcome: OUTCOME }, { ...step(2), outcome: { ...OUTCOME, winners: [] } });
    expectOther('outcome');
  });

  test('nuggets are in no record', () => {
    show({ ...step(2), outcome: { ...OUTCOME, nuggets: [0, 3] } });
    expectSame();
  });
});

describe('the record', () => {
  test('one that does not hold', () => {
    const changed = text.replace('"value":9', '"value":8');
    expectOther('record', compared(0, changed), { recorded: 'moves[0].hash' });
    expectOther('record', compared(0, 'nothing'));
  });

  test('another than the one whose end was signed', () => {
    expectOther('hash', compared(0, text, 'ab'.repeat(16)));
  });

  test('that of another match', () => {
    const match = '0190f3a2-1b2c-7d3e-8f40-5a6b7c8d9e0f';
    expectOther('record', compare({ match, seat: 0, shown, signedHash: record.hash }, text));
  });

  test('one of a form that is not known here says nothing', () => {
    expect(compared(0, text.replace('wyrmhall record 2', 'wyrmhall record 9'))).toEqual({ is: 'newer' });
  });
});
