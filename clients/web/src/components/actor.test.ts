import { expect, test } from 'vitest';
import { SHARDS, lunge, recoil } from './actor';

type Corner = [number, number];
const cornersOf = (outline: string): Corner[] =>
  outline.split(', ').map((corner) => corner.split(' ').map((part) => parseFloat(part)) as Corner);
function areaOf(corners: Corner[]): number {
  const twice = corners.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

test('the shards of whom has fallen make up the whole picture, and drift away from its middle', () => {
  const areas = SHARDS.map(({ outline }) => areaOf(cornersOf(outline)));
  expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(100 * 100);
  for (const { outline, x, y } of SHARDS) {
    const corners = cornersOf(outline);
    const centre = [0, 1].map((i) => corners.reduce((sum, corner) => sum + corner[i as 0 | 1], 0) / corners.length);
    expect(Math.sign(x) * Math.sign(centre[0]! - 48)).not.toBe(-1);
    expect(Math.sign(y) * Math.sign(centre[1]! - 52)).not.toBe(-1);
  }
});

test('one that strikes goes toward the other, one that is struck away from it, and both come back', () => {
  expect(lunge('right').map(({ transform }) => transform)).toEqual(['none', 'translate(24px, 0px)', 'none']);
  expect(recoil('left')[1]?.transform).toBe('translate(12px, 0px)');
  expect(recoil('up')[1]?.transform).toBe('translate(0px, 12px)');
});
