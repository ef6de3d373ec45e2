import { expect, test } from 'vitest';
import { DRAGONS } from './dragons';
import { portrait } from './portrait';
import { LOOKS } from '../src/games/duel/dragons';

test('eight dragons are drawn, the same each time, with no number missing', () => {
  const drawings = Object.values(DRAGONS).map(portrait);
  expect(new Set(drawings).size).toBe(8);
  for (const drawing of drawings) {
    expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
    expect((drawing.match(/<polygon/g) ?? []).length).toBeGreaterThan(300);
  }
  expect(Object.values(DRAGONS).map(portrait)).toEqual(drawings);
});

test('counters are cut from the ramp of their dragon', () => {
  for (const { name, ramp } of LOOKS) expect(DRAGONS[name.toLowerCase()].ramp).toEqual(ramp);
});
