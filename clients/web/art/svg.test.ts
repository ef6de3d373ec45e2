import { expect, test } from 'vitest';
import { drawingOf } from './svg';

const inside = (drawn: string) => drawingOf(`<svg viewBox="0 0 100 100">${drawn}</svg>`).shapes;
const cornersOf = (drawn: string) => inside(drawn)[0].contours.map((contour) => contour.map((c) => c.map(Math.round)));

test('a path goes by corners that count from its start or from the last one', () => {
  const square = [[1, 2], [11, 2], [11, 12], [1, 12]]; // prettier-ignore
  for (const path of ['M1 2L11 2 11 12 1 12z', 'M1 2H11V12H1Z', 'm1 2h10v10h-10z', 'M1,2l10,0 0,10-10,0z'])
    expect(cornersOf(`<path d="${path}" fill="#fff"/>`)).toEqual([square]);
  expect(cornersOf('<path d="M1 2h1z M5 5h2v2z" fill="#fff"/>')).toHaveLength(2);
});

test('a curve ends where it is said to, and bends', () => {
  const [curve] = cornersOf('<path d="M0 0Q50 100 100 0" fill="#fff"/>');
  expect(curve.at(-1)).toEqual([100, 0]);
  expect(curve).toContainEqual([50, 50]);
  // The next one goes on as this one went.
  expect(cornersOf('<path d="M0 0q25 50 50 0t50 0" fill="#fff"/>')[0]).toContainEqual([75, -25]);
});

test('groups move, fade, paint and cut what is in them', () => {
  const [shape] = inside(
    '<defs><clipPath id="cut"><polygon points="0,0 9,0 9,9"/></clipPath></defs>' +
      '<g clip-path="url(#cut)"><g fill="#f80" opacity=".5" transform="translate(10 20) rotate(90)">' +
      '<polygon points="0,0 1,0 1,1" opacity=".5"/></g></g>',
  );
  expect(shape.fill).toEqual([255, 136, 0]);
  expect(shape.opacity).toBe(0.25);
  expect(shape.contours[0].map((corner) => corner.map(Math.round))).toEqual([
    [10, 20],
    [10, 21],
    [9, 21],
  ]);
  expect(shape.within).toEqual([[[0, 0], [9, 0], [9, 9]]]); // prettier-ignore
});

test('a line is an area as wide as it, and one in the colour of its own shape is left out', () => {
  const [line] = inside('<path d="M10 10H20" fill="none" stroke="#000" stroke-width="4"/>');
  const heights = line.contours.flat().map(([, y]) => y);
  expect([Math.min(...heights), Math.max(...heights)].map(Math.round)).toEqual([8, 12]);
  expect(inside('<polygon points="0,0 1,0 1,1" fill="#111" stroke="#111"/>')).toHaveLength(1);
});

test('what is not drawn here is no picture with something missing', () => {
  expect(() => inside('<text>6</text>')).toThrow('<text>');
  expect(() => inside('<path d="M0 0A1 1 0 0 0 2 2"/>')).toThrow('by A');
  expect(() => inside('<circle r="3" fill="red"/>')).toThrow('no colour');
});
