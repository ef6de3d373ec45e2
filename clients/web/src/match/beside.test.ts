import { expect, test } from 'vitest';
import { spotAnywhere, spotBeside, type Box } from './beside';

const SIZE = { width: 280, height: 120 };
const DESK: Box = { left: 8, top: 8, right: 1432, bottom: 892 };
const PHONE: Box = { left: 8, top: 8, right: 382, bottom: 836 };
const THING: Box = { left: 500, top: 300, right: 700, bottom: 400 };
const WIDE_THING: Box = { left: 8, top: 300, right: 382, bottom: 400 };

test('on a desk a card stands at the right of its thing, and points at its middle', () => {
  expect(spotBeside(THING, SIZE, DESK, [], false)).toEqual({ x: 712, y: 290, arrow: { edge: 'left', at: 60 } });
});

test('where the right is taken it stands at the left, then below', () => {
  const right: Box = { left: 720, top: 0, right: 800, bottom: 900 };
  expect(spotBeside(THING, SIZE, DESK, [right], false)).toMatchObject({ x: 208, arrow: { edge: 'right' } });
  const left: Box = { left: 400, top: 0, right: 480, bottom: 900 };
  const narrow: Box[] = [
    { ...right, left: 790 },
    { ...left, right: 410 },
  ];
  expect(spotBeside(THING, SIZE, DESK, narrow, false)).toMatchObject({ x: 460, y: 412, arrow: { edge: 'above' } });
});

test('on a phone it stands above its thing, else below, and never over it', () => {
  expect(spotBeside(WIDE_THING, SIZE, PHONE, [], true)).toMatchObject({ y: 168, arrow: { edge: 'below' } });
  const bar: Box = { left: 0, top: 0, right: 390, bottom: 200 };
  expect(spotBeside(WIDE_THING, SIZE, PHONE, [bar], true)).toMatchObject({ y: 412, arrow: { edge: 'above' } });
});

test('with all sides taken it stands at the nearest place that is free, and points at nothing far away', () => {
  const over: Box = { left: 0, top: 0, right: 390, bottom: 300 };
  const under: Box = { left: 0, top: 400, right: 390, bottom: 600 };
  expect(spotBeside(WIDE_THING, SIZE, PHONE, [over, under], true)).toBeUndefined();
  const spot = spotAnywhere(WIDE_THING, SIZE, PHONE, [over, under]);
  expect(spot?.y).toBe(600);
  expect(spot?.arrow).toBeUndefined();
});

test('with no room at all there is no place', () => {
  expect(spotAnywhere(WIDE_THING, SIZE, PHONE, [{ left: 0, top: 0, right: 390, bottom: 844 }])).toBeUndefined();
});
