import { expect, test } from 'vitest';
import { DRAGONS } from './dragons';
import { life, portrait } from './portrait';
import { LOOKS } from '../src/games/shared/dragons';

test('eight dragons are drawn, the same each time, with no number missing', () => {
  const drawings = Object.values(DRAGONS).map(portrait);
  expect(new Set(drawings).size).toBe(8);
  for (const drawing of drawings) {
    expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
    expect((drawing.match(/<polygon/g) ?? []).length).toBeGreaterThan(300);
  }
  expect(Object.values(DRAGONS).map(portrait)).toEqual(drawings);
});

test('what lives in them is small', () => {
  for (const drawing of Object.values(DRAGONS).map(life)) {
    expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
    expect(drawing.length).toBeLessThan(2000);
  }
});

test('counters are cut from the ramp of their dragon', () => {
  for (const { name, ramp } of LOOKS) expect(DRAGONS[name.toLowerCase()].ramp).toEqual(ramp);
});
