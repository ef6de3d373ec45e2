import { create } from '@bufbuild/protobuf';
import { beforeEach, expect, test, vi } from 'vitest';
import { HuntOddsSchema, HuntSkill } from '../../gen/wyrmhall/v1/hunt_pb';
import { words } from '../../i18n/index.svelte';
import { oddsOf, threatText } from './odds';

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await words.use('en');
});

test('each number of Dragons is told with what it would cost', () => {
  const odds = create(HuntOddsSchema, {
    skills: [{ skill: HuntSkill.CLEAVE, now: 0.25, one: 0.5, two: 0.75 }],
    threats: [
      { dragons: 0, probability: 0.5, loss: 0 },
      { dragons: 1, probability: 0.3, loss: 3 },
      { dragons: 3, probability: 0.2, loss: 10 },
    ],
  });
  expect(odds.threats.map((threat) => threatText(threat).replaceAll('\u00a0', ' '))).toEqual([
    'no Dragon: 50 %',
    '1 Dragon: 30 % (loses 3)',
    '3 Dragons or more: 20 % (loses 10)',
  ]);
  expect(oddsOf(odds, HuntSkill.CLEAVE)?.two).toBe(0.75);
  expect(oddsOf(odds, HuntSkill.WHIRLWIND)).toBeUndefined();
});
