import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { moved, png, polygonsIn } from './raster';

// The channels of a PNG that was written here.
function read(bytes: Buffer): { width: number; height: number; at: (x: number, y: number) => number[] } {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const data = bytes.subarray(41, 41 + bytes.readUInt32BE(33));
  const lines = inflateSync(data);
  const at = (x: number, y: number) => [...lines.subarray(y * (width * 4 + 1) + 1 + x * 4).subarray(0, 4)];
  return { width, height, at };
}
const SQUARE = {
  fill: '#ff8000',
  corners: [
    [1, 1],
    [3, 1],
    [3, 3],
    [1, 3],
  ] as const,
};

test('a polygon fills what is within it, an edge in the middle of a pixel half of it, and the rest is clear', () => {
  const { width, height, at } = read(png([SQUARE], 5, 4));
  expect([width, height]).toEqual([5, 4]);
  expect(at(1, 1)).toEqual([255, 128, 0, 255]);
  expect(at(2, 2)).toEqual([255, 128, 0, 255]);
  expect(at(0, 0)).toEqual([0, 0, 0, 0]);
  expect(at(3, 1)).toEqual([0, 0, 0, 0]);
  expect(read(png(moved([SQUARE], 1, [0.5, 0]), 5, 4)).at(1, 1)).toEqual([255, 128, 0, 128]);
});

test('what comes later lies over what comes before', () => {
  const over = { ...SQUARE, fill: '#000080' };
  expect(read(png([SQUARE, over], 4, 4)).at(2, 2)).toEqual([0, 0, 128, 255]);
});

test('the icon is polygons and nothing else', () => {
  const svg = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8');
  const polygons = polygonsIn(svg);
  expect(polygons).toHaveLength(svg.split('<').length - 3);
  const { at } = read(png(polygons, 64, 64));
  expect(at(0, 0)[3]).toBe(0);
  expect(at(32, 38)).toEqual([0x5c, 0xc4, 0xaf, 255]);
});
