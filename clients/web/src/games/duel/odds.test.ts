import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DuelViewSchema } from '../../gen/wyrmhall/v1/duel_pb';
import { OddsSchema } from '../../gen/wyrmhall/v1/match_pb';
import { summed } from './odds';

const now = create(DuelViewSchema, { actor: 0, health: { 0: 20, 1: 10 }, energy: { 0: 3, 1: 1 } });
const line = (probability: number, value: object) =>
  ({ probability, diff: { game: { case: 'duel', value } } }) as const;

test('lines add up to hit, damage, harm and end', () => {
  const odds = create(OddsSchema, {
    lines: [
      line(0.5, { health: { 1: 6 }, energy: { 0: 2 } }),
      line(0.2, { energy: { 0: 1 } }),
      line(0.2, { energy: { 0: 2 } }),
      line(0.1, { wins: { 0: 1 } }),
    ],
  });
  const sum = summed(now, odds);
  expect(sum.hit).toBeCloseTo(0.6);
  expect(sum.damage).toBeCloseTo(2);
  expect(sum.harm).toBeCloseTo(0.2);
  expect(sum.ends).toBeCloseTo(0.1);
});
