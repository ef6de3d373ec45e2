import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { MatchInfoSchema } from '../gen/wyrmhall/v1/match_pb';
import { shownAway, stopwatch } from './away';

const seats = [
  { occupant: { case: 'player' as const, value: { name: 'Copper Lynx' } } },
  { occupant: { case: 'player' as const, value: { name: 'Sly Toad' } } },
];
const info = (how: { turnSeconds?: number; absenceSeconds?: number }) => create(MatchInfoSchema, { seats, ...how });
const NOW = 1_000_000;

test('the time away is counted as on a stopwatch', () => {
  expect([0, 999, 40_000, 725_000, 3_600_000, 3_661_000].map(stopwatch)).toEqual([
    '0:00',
    '0:00',
    '0:40',
    '12:05',
    '1:00:00',
    '1:01:01',
  ]);
  expect(stopwatch(-5)).toBe('0:00');
});

test('a player who is away is named after a moment, with how long and what the match does', () => {
  const away = [{ seat: 1, since: NOW - 40_000 }];
  const [shown] = shownAway(info({ turnSeconds: 120 }), away, NOW);
  expect(shown).toMatchObject({ seat: 1, name: 'Sly Toad', time: '0:40' });
  expect(shown.meanwhile).toMatch(/^The clock does not wait/);
  expect(shownAway(info({ absenceSeconds: 60 }), away, NOW)[0].meanwhile).toBe(
    'If Sly Toad must decide and stays away for 1 minute, you can stop waiting.',
  );
  expect(shownAway(info({}), away, NOW)[0].meanwhile).toMatch(/has no clock/);
});

test('a page that is loaded again does not make its player look gone', () => {
  expect(shownAway(info({}), [{ seat: 1, since: NOW - 4900 }], NOW)).toEqual([]);
  expect(shownAway(info({}), [{ seat: 1, since: NOW - 5000 }], NOW)).toHaveLength(1);
});
