// The shapes of a drawing in as much of SVG as the drawings of this client are in: polygons, paths, circles and ellipses in
// groups that move, cut and fade them, painted in one colour or in a gradient that grows out of a point.
import type { Contour, Corner, Paint, Rgb, Shape } from './raster.ts';

export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const SAME: Matrix = [1, 0, 0, 1, 0, 0];
// The second first.
const after = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
];
const through =
  ([a, b, c, d, e, f]: Matrix) =>
  ([x, y]: Corner): Corner => [a * x + c * y + e, b * x + d * y + f];
const sizeOf = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));

// Shapes elsewhere, in another size, or mirrored.
export function moved(shapes: readonly Shape[], matrix: Matrix): Shape[] {
  const to = through(matrix);
  const all = (contours: readonly Contour[]): Contour[] => contours.map((contour) => contour.map(to));
  const painted = (paint: Paint): Paint =>
    'stops' in paint ? { ...paint, centre: to(paint.centre), radius: paint.radius * sizeOf(matrix) } : paint;
  return shapes.map(({ fill, contours, opacity, within }) => ({
    fill: painted(fill),
    contours: all(contours),
    opacity,
    within: all(within),
  }));
}

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)/g;
const numbersIn = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number);

function matrixOf(text: string): Matrix {
  let all = SAME;
  for (const [, name, given] of text.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [x, y = name === 'scale' ? x : 0] = numbersIn(given);
    const turn = (x * Math.PI) / 180;
    if (name === 'translate') all = after(all, [1, 0, 0, 1, x, y]);
    else if (name === 'scale') all = after(all, [x, 0, 0, y, 0, 0]);
    else if (name === 'rotate')
      all = after(all, [Math.cos(turn), Math.sin(turn), -Math.sin(turn), Math.cos(turn), 0, 0]);
    else throw new Error(`A drawing is transformed by ${name}, which is not drawn here.`);
  }
  return all;
}

export function rgb(text: string): Rgb {
  const digits = text.length === 4 ? text.replace(/[0-9a-f]/g, '$&$&') : text;
  if (!/^#[0-9a-f]{6}$/.test(digits)) throw new Error(`"${text}" is no colour that is drawn here.`);
  return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb;
}

// --- Outlines ---

const STEPS = 12; // straight pieces of a curve
const AROUND = 24; // of a circle

// A curve by the points that pull at it, without its first.
const curve = (points: readonly Corner[]): Corner[] =>
  Array.from({ length: STEPS }, (_, step) => {
    const t = (step + 1) / STEPS;
    let left = points;
    while (left.length > 1)
      left = left.slice(1).map(([x, y], i): Corner => [left[i][0] * (1 - t) + x * t, left[i][1] * (1 - t) + y * t]);
    return left[0];
  });

const round = ([x, y]: Corner, across: number, down = across, parts = AROUND): Corner[] =>
  Array.from({ length: parts }, (_, i): Corner => {
    const angle = (i / parts) * 2 * Math.PI;
    return [x + across * Math.cos(angle), y + down * Math.sin(angle)];
  });

interface Outline {
  corners: Corner[];
  closed: boolean;
}

function outlinesOf(path: string): Outline[] {
  const outlines: Outline[] = [];
  let [at, start, pull]: Corner[] = [
    [0, 0],
    [0, 0],
    [0, 0],
  ];
  for (const [, letter, given] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const kind = letter.toUpperCase();
    const relative = letter !== kind;
    const takes = { M: 2, L: 2, T: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, Z: 0 }[kind];
    if (takes === undefined) throw new Error(`A path goes on by ${letter}, which is not drawn here.`);
    const numbers = numbersIn(given);
    for (let i = 0; i === 0 || i < numbers.length; i += takes) {
      const [x0, y0] = relative ? at : [0, 0];
      const points: Corner[] = [];
      for (let n = i; n + 1 < i + takes; n += 2) points.push([x0 + numbers[n], y0 + numbers[n + 1]]);
      if (kind === 'H') points.push([x0 + numbers[i], at[1]]);
      if (kind === 'V') points.push([at[0], y0 + numbers[i]]);
      if (kind === 'T' || kind === 'S') points.unshift([2 * at[0] - pull[0], 2 * at[1] - pull[1]]);
      if (kind === 'Z') {
        outlines.at(-1)!.closed = true;
        at = start;
        break;
      }
      if (kind === 'M' && i === 0) {
        start = points[0];
        outlines.push({ corners: [start], closed: false });
      } else {
        // What is drawn after an outline was closed begins where that one began.
        if (outlines.at(-1)!.closed) outlines.push({ corners: [at], closed: false });
        outlines.at(-1)!.corners.push(...(points.length > 1 ? curve([at, ...points]) : points));
      }
      pull = points.length > 1 ? points.at(-2)! : points[0];
      at = points.at(-1)!;
    }
  }
  return outlines;
}

// Clockwise, so that what lies over each other adds up.
function wound(contour: Contour): Contour {
  const area = contour.reduce((sum, [x, y], i) => {
    const [x2, y2] = contour[(i + 1) % contour.length];
    return sum + x * y2 - x2 * y;
  }, 0);
  return area < 0 ? [...contour].reverse() : contour;
}

// A line as an area, with round ends and joins.
const stroked = ({ corners, closed }: Outline, width: number): Contour[] =>
  corners.flatMap((from, i) => {
    const joint = round(from, width / 2, width / 2, STEPS);
    if (i + 1 === corners.length && !closed) return [joint];
    const to = corners[(i + 1) % corners.length];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length === 0) return [joint];
    const [x, y] = [((to[1] - from[1]) / length) * (width / 2), ((to[0] - from[0]) / length) * (width / 2)];
    const side: Contour = [
      [from[0] + x, from[1] - y],
      [to[0] + x, to[1] - y],
      [to[0] - x, to[1] + y],
      [from[0] - x, from[1] + y],
    ];
    return [joint, wound(side)];
  });

// --- Elements ---

type Attributes = Readonly<Record<string, string>>;

// What an element has from those around it.
interface State {
  fill: string;
  stroke: string;
  width: number;
  opacity: number;
  matrix: Matrix;
  within: readonly Contour[];
}

interface Gradient {
  own: Attributes;
  stops: (readonly [at: number, colour: Rgb])[];
}

const pointsOf = (text: string): Corner[] => {
  const numbers = numbersIn(text);
  return Array.from({ length: numbers.length / 2 }, (_, i): Corner => [numbers[2 * i], numbers[2 * i + 1]]);
};

function outlinesIn(name: string, own: Attributes): Outline[] {
  const [cx, cy] = [Number(own['cx'] ?? 0), Number(own['cy'] ?? 0)];
  if (name === 'polygon') return [{ corners: pointsOf(own['points']), closed: true }];
  if (name === 'path') return outlinesOf(own['d']);
  if (name === 'circle') return [{ corners: round([cx, cy], Number(own['r'])), closed: true }];
  if (name === 'ellipse') return [{ corners: round([cx, cy], Number(own['rx']), Number(own['ry'])), closed: true }];
  throw new Error(`A drawing has a <${name}>, which is not drawn here.`);
}

// A gradient that names no place lies over the whole shape.
function glowOf({ own, stops }: Gradient, outlines: readonly Outline[]): Paint {
  if (own['gradientUnits'] === 'userSpaceOnUse')
    return { centre: [Number(own['cx']), Number(own['cy'])], radius: Number(own['r']), stops };
  const corners = outlines.flatMap((outline) => outline.corners);
  const [low, high] = [Math.min, Math.max].map((limit): Corner => [
    limit(...corners.map(([x]) => x)),
    limit(...corners.map(([, y]) => y)),
  ]);
  return {
    centre: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2],
    radius: Math.max(high[0] - low[0], high[1] - low[1]) / 2,
    stops,
  };
}

const referred = (text: string): string => /^url\(#(.+)\)$/.exec(text)?.[1] ?? '';

export interface Drawing {
  width: number;
  height: number;
  shapes: Shape[];
}

export function drawingOf(svg: string): Drawing {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  if (!height) throw new Error('A drawing does not say how large it is.');
  const shapes: Shape[] = [];
  const gradients: Record<string, Gradient> = {};
  const clips: Record<string, Contour[]> = {};
  let [gradient, clip] = ['', ''];
  const states: State[] = [{ fill: '#000', stroke: 'none', width: 1, opacity: 1, matrix: SAME, within: [] }];

  const drawn = (name: string, own: Attributes, state: State): void => {
    const outlines = outlinesIn(name, own);
    const to = (contours: Contour[], fill: Paint): void => {
      const [shape] = moved([{ fill, contours, opacity: state.opacity, within: [] }], state.matrix);
      shapes.push({ ...shape, within: state.within });
    };
    if (clip) {
      clips[clip].push(...outlines.map(({ corners }) => corners.map(through(state.matrix))));
      return;
    }
    const { fill, stroke, width } = state;
    const shaded = gradients[referred(fill)];
    const contours = outlines.map(({ corners }) => corners);
    if (fill !== 'none') to(contours, shaded ? glowOf(shaded, outlines) : rgb(fill));
    // A line in the colour of what it goes around only hides the seams that other programs leave between shapes.
    if (stroke !== 'none' && stroke !== fill)
      to(
        outlines.flatMap((outline) => stroked(outline, width)),
        rgb(stroke),
      );
  };

  for (const [, end, name, said, empty] of svg.matchAll(/<(\/?)(\w+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g)) {
    if (end) {
      states.pop();
      if (name === 'clipPath') clip = '';
      continue;
    }
    const own: Attributes = Object.fromEntries(
      [...said.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, text]) => [key, text]),
    );
    const outer = states.at(-1)!;
    const state: State = {
      fill: own['fill'] ?? outer.fill,
      stroke: own['stroke'] ?? outer.stroke,
      width: Number(own['stroke-width'] ?? outer.width),
      opacity: outer.opacity * Number(own['opacity'] ?? 1),
      matrix: own['transform'] ? after(outer.matrix, matrixOf(own['transform'])) : outer.matrix,
      within: [...outer.within, ...(clips[referred(own['clip-path'] ?? '')] ?? [])],
    };
    if (!empty) states.push(state);
    if (name === 'radialGradient') gradients[(gradient = own['id'])] = { own, stops: [] };
    else if (name === 'stop') gradients[gradient].stops.push([Number(own['offset'] ?? 0), rgb(own['stop-color'])]);
    else if (name === 'clipPath') clips[(clip = own['id'])] = [];
    else if (!['svg', 'g', 'defs'].includes(name)) drawn(name, own, state);
  }
  return { width: Number(width), height: Number(height), shapes };
}
