import { describe, expect, test } from 'vitest';
import { dieAtRest, dieInMotion, numbering, tumbleOf } from './die';
import { RAMPS, type RampName } from './ramps';
import { solidOf, type Sides } from './solid';

const SIDES: Sides[] = [4, 6, 8, 10, 12, 20];
const FACES: Record<Sides, number> = { 4: 4, 6: 6, 8: 8, 10: 10, 12: 12, 20: 20 };

describe.each(SIDES)('d%i', (sides) => {
  test('has its faces, and each number once', () => {
    expect(solidOf(sides).faces).toHaveLength(FACES[sides]);
    for (let value = 1; value <= sides; value++) {
      const numbers = numbering(sides, value);
      expect(numbers[0]).toBe(value);
      expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: sides }, (_, i) => i + 1));
    }
  });

  test('opposite faces add up to one more than the sides', () => {
    if (sides === 4) return;
    const { faces } = solidOf(sides);
    const numbers = numbering(sides, 1);
    for (const [i, face] of faces.entries()) {
      const opposite = faces.findIndex(({ normal }) => normal.every((x, k) => Math.abs(x + face.normal[k]) < 1e-6));
      expect(numbers[i] + numbers[opposite]).toBe(sides + 1);
    }
  });
});

// What is drawn of a die, without what only a die at rest has.
const bare = (drawing: string): string =>
  drawing.replaceAll(/<path d="M[^"]*L[^"]*" stroke="[^"]*" stroke-opacity[^>]*>/g, '');

test('a thousand tumbles end exactly on the value that was rolled', () => {
  for (let i = 0; i < 1000; i++) {
    const sides = SIDES[i % SIDES.length];
    const look = { sides, value: 1 + ((i * 7) % sides), ramp: 'ember' as RampName, small: i % 2 === 0 };
    expect(dieInMotion(look, tumbleOf(`match.${i}`), 1)).toBe(bare(dieAtRest(look)));
  }
});

test('the same event tumbles alike, another one otherwise', () => {
  expect(tumbleOf('7.0.1')).toEqual(tumbleOf('7.0.1'));
  expect(tumbleOf('7.0.1')).not.toEqual(tumbleOf('7.0.2'));
});

test('every ramp draws every die', () => {
  for (const ramp of Object.keys(RAMPS) as RampName[]) {
    for (const sides of SIDES) expect(dieAtRest({ sides, value: sides, ramp })).toContain('<polygon');
  }
});
