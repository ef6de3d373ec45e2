import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { png, type Shape } from './raster';
import { drawingOf, moved } from './svg';

// The channels of a PNG that was written here.
function read(bytes: Buffer): { width: number; height: number; at: (x: number, y: number) => number[] } {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const data = bytes.subarray(41, 41 + bytes.readUInt32BE(33));
  const lines = inflateSync(data);
  const at = (x: number, y: number) => [...lines.subarray(y * (width * 4 + 1) + 1 + x * 4).subarray(0, 4)];
  return { width, height, at };
}
const SQUARE: Shape = {
  fill: [255, 128, 0],
  contours: [
    [
      [1, 1],
      [3, 1],
      [3, 3],
      [1, 3],
    ],
  ],
  opacity: 1,
  within: [],
};

test('a shape fills what is within it, an edge in the middle of a pixel half of it, and the rest is clear', () => {
  const { width, height, at } = read(png([SQUARE], 5, 4));
  expect([width, height]).toEqual([5, 4]);
  expect(at(1, 1)).toEqual([255, 128, 0, 255]);
  expect(at(2, 2)).toEqual([255, 128, 0, 255]);
  expect(at(0, 0)).toEqual([0, 0, 0, 0]);
  expect(at(3, 1)).toEqual([0, 0, 0, 0]);
  expect(read(png(moved([SQUARE], [1, 0, 0, 1, 0.5, 0]), 5, 4)).at(1, 1)).toEqual([255, 128, 0, 128]);
});

test('what comes later lies over what comes before, and lets it through where it is faint', () => {
  const over: Shape = { ...SQUARE, fill: [0, 0, 128] };
  expect(read(png([SQUARE, over], 4, 4)).at(2, 2)).toEqual([0, 0, 128, 255]);
  expect(read(png([SQUARE, { ...over, opacity: 0.5 }], 4, 4)).at(2, 2)).toEqual([128, 64, 64, 255]);
  expect(read(png([{ ...over, opacity: 0.5 }], 4, 4)).at(2, 2)).toEqual([0, 0, 128, 128]);
});

test('of what is cut only what lies within is seen', () => {
  const half: Shape = { ...SQUARE, within: moved([SQUARE], [1, 0, 0, 1, 1, 0])[0].contours };
  const { at } = read(png([half], 4, 4));
  expect(at(1, 1)).toEqual([0, 0, 0, 0]);
  expect(at(2, 1)).toEqual([255, 128, 0, 255]);
});

test('a gradient is of one colour in its middle, and of the last beyond its radius', () => {
  const fill = {
    centre: [1.5, 1.5],
    radius: 0.5,
    stops: [
      [0, [255, 255, 255]],
      [1, [0, 0, 0]],
    ],
  } as const;
  const { at } = read(png([{ ...SQUARE, fill }], 4, 4));
  expect(at(1, 1)[0]).toBeGreaterThan(60);
  expect(at(2, 2)[0]).toBe(0);
});

test('the icon is drawn as it is', () => {
  const svg = readFileSync(new URL('../public/icon.svg', import.meta.url), 'utf8');
  const { width, height, shapes } = drawingOf(svg);
  expect([width, height]).toEqual([64, 64]);
  expect(shapes).toHaveLength(svg.split('<').length - 3);
  const { at } = read(png(shapes, 64, 64));
  expect(at(0, 0)[3]).toBe(0);
  expect(at(32, 38)).toEqual([0x5c, 0xc4, 0xaf, 255]);
});
