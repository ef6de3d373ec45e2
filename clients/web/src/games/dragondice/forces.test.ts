import { expect, test } from 'vitest';
import { optionsOf, partOf } from '../setup';
import { healths } from './forces';
import { setup } from './setup';

test('each side brings a force, unless one says what the other has', () => {
  const part = partOf(setup, {});
  expect(part?.game).toMatchObject({ case: 'dragondice', value: { army: { preset: 2 }, dragons: [] } });
  expect(optionsOf(setup, [], {}).game?.value).toMatchObject({ armies: [], dragons: [] });
  const said = { 'army.1': 3 };
  expect(partOf(setup, said)).toBeUndefined();
  expect(optionsOf(setup, [], said).game?.value).toMatchObject({ armies: [{ preset: 2 }, { preset: 3 }] });
});

test('what the other side brings has as many points as the rulebook’s forces', () => {
  expect(healths({})).toEqual([30, 30]);
  const [small, theirs] = healths({ 'army.0': -1 });
  expect(small).toBeLessThan(theirs);
});
