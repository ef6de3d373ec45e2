// The solids of all dice, their light and their colours. Flat polygons under one light from the upper left: dice and
// dragons share it.

export type Vector = readonly [number, number, number];
export type Matrix = readonly [Vector, Vector, Vector];
export type Ramp = readonly [string, string, string, string, string];

export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vector, k: number): Vector => [a[0] * k, a[1] * k, a[2] * k];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);
export const unit = (a: Vector): Vector => scale(a, 1 / (length(a) || 1));

const mean = (points: Vector[]): Vector => {
  const sum: Vector = points.reduce<Vector>((s, p) => [s[0] + p[0], s[1] + p[1], s[2] + p[2]], [0, 0, 0]);
  return scale(sum, 1 / points.length);
};

export const turn = (m: Matrix, v: Vector): Vector => [dot(m[0], v), dot(m[1], v), dot(m[2], v)];
export const compose = (a: Matrix, b: Matrix): Matrix => {
  const row = (r: Vector): Vector => [
    r[0] * b[0][0] + r[1] * b[1][0] + r[2] * b[2][0],
    r[0] * b[0][1] + r[1] * b[1][1] + r[2] * b[2][1],
    r[0] * b[0][2] + r[1] * b[1][2] + r[2] * b[2][2],
  ];
  return [row(a[0]), row(a[1]), row(a[2])];
};

// Turns by an angle (radians) about a unit axis.
export function rotation(axis: Vector, angle: number): Matrix {
  const [x, y, z] = axis;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const k = 1 - c;
  return [
    [c + x * x * k, x * y * k - z * s, x * z * k + y * s],
    [y * x * k + z * s, c + y * y * k, y * z * k - x * s],
    [z * x * k - y * s, z * y * k + x * s, c + z * z * k],
  ];
}

// --- Colour ---

export const LIGHT: Vector = unit([-0.45, 0.72, 0.62]);
const TONES = 15;
const SHADE = 0.16;

const channels = (hex: string): Vector => [
  parseInt(hex.slice(1, 3), 16),
  parseInt(hex.slice(3, 5), 16),
  parseInt(hex.slice(5, 7), 16),
];

// The colour of a facet with this normal: sixteen steps through a ramp.
export function tone(ramp: Ramp, normal: Vector): string {
  const lit = SHADE + (1 - SHADE) * Math.max(0, dot(normal, LIGHT));
  const at = (Math.round(lit * TONES) / TONES) * (ramp.length - 1);
  const i = Math.min(ramp.length - 2, Math.floor(at));
  const from = channels(ramp[i]);
  const to = channels(ramp[i + 1]);
  const mixed = from.map((x, k) => Math.round(x + (to[k] - x) * (at - i)));
  return '#' + mixed.map((x) => x.toString(16).padStart(2, '0')).join('');
}

function luminance(hex: string): number {
  const linear = channels(hex).map((x) => (x / 255 <= 0.04045 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));
  return linear[0] * 0.2126 + linear[1] * 0.7152 + linear[2] * 0.0722;
}

// WCAG 2 contrast of two colours.
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((p, q) => q - p) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

// --- Solids ---

export interface Face {
  normal: Vector;
  corners: number[];
  centre: Vector;
}

export interface Solid {
  points: Vector[];
  faces: Face[];
}

export type Sides = 4 | 6 | 8 | 10 | 12 | 20;

// Whether there is a drawing of such a die.
export const isDrawn = (sides: number): sides is Sides => sides in POINTS;

const GOLDEN = (1 + Math.sqrt(5)) / 2;
const cyclic = (a: number, b: number, c: number): Vector[] => [
  [a, b, c],
  [b, c, a],
  [c, a, b],
];

// A point with all signs of its coordinates.
function signs(v: Vector): Vector[] {
  const both = (x: number) => (x === 0 ? [0] : [x, -x]);
  return both(v[0]).flatMap((x) => both(v[1]).flatMap((y) => both(v[2]).map((z): Vector => [x, y, z])));
}

// A pentagonal trapezohedron: a zig-zag of ten points and two poles, so high that its kites are flat.
function trapezohedron(): Vector[] {
  const c = Math.cos(Math.PI / 5);
  const height = 0.105;
  const pole = (height * (1 + c)) / (1 - c);
  const ring = Array.from({ length: 10 }, (_, k): Vector => {
    const angle = (k * Math.PI) / 5;
    return [Math.cos(angle), Math.sin(angle), k % 2 ? -height : height];
  });
  return [...ring, [0, 0, pole], [0, 0, -pole]];
}

const POINTS: Record<Sides, () => Vector[]> = {
  4: () => [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ],
  6: () => signs([1, 1, 1]),
  8: () => [...signs([1, 0, 0]), ...signs([0, 1, 0]), ...signs([0, 0, 1])],
  10: trapezohedron,
  12: () => [...signs([1, 1, 1]), ...cyclic(0, 1 / GOLDEN, GOLDEN).flatMap(signs)],
  20: () => cyclic(0, 1, GOLDEN).flatMap(signs),
};

// Faces are found as the planes of the convex hull, so that no table of them can be mistyped.
function hull(raw: Vector[]): Solid {
  const radius = Math.max(...raw.map(length));
  const points = raw.map((v) => scale(v, 1 / radius));
  const faces: Face[] = [];
  const consider = (a: Vector, b: Vector, c: Vector) => {
    let normal = cross(subtract(b, a), subtract(c, a));
    if (length(normal) < 1e-9) return;
    normal = unit(normal);
    let distance = dot(normal, a);
    if (distance < 0) [normal, distance] = [scale(normal, -1), -distance];
    if (distance < 1e-6 || points.some((v) => dot(normal, v) > distance + 1e-3)) return;
    if (faces.some((face) => dot(face.normal, normal) > 0.9999)) return;
    const corners = points.map((_, q) => q).filter((q) => Math.abs(dot(normal, points[q]) - distance) < 2e-3);
    const centre = mean(corners.map((q) => points[q]));
    const u = unit(subtract(points[corners[0]], centre));
    const w = cross(normal, u);
    const angle = (q: number) => {
      const arm = subtract(points[q], centre);
      return Math.atan2(dot(arm, w), dot(arm, u));
    };
    faces.push({ normal, corners: corners.sort((p, q) => angle(p) - angle(q)), centre });
  };
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      for (let k = j + 1; k < points.length; k++) consider(points[i], points[j], points[k]);
    }
  }
  return { points, faces };
}

const made = new Map<Sides, Solid>();

export function solidOf(sides: Sides): Solid {
  let solid = made.get(sides);
  if (!solid) made.set(sides, (solid = hull(POINTS[sides]())));
  return solid;
}
