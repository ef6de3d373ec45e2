// What portraits are drawn with: facets under the light that the dice have, tapered horns, spikes.
import { tone, type Ramp, type Vector } from '../src/dice/solid.ts';

export type Point = number[];

export const sub = (a: Point, b: Point): Point => a.map((x, i) => x - b[i]);
const dot = (a: Point, b: Point): number => a.reduce((s, x, i) => s + x * b[i], 0);
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const norm = (a: Point): Point => {
  const l = Math.sqrt(dot(a, a)) || 1;
  return a.map((x) => x / l);
};
export const f1 = (x: number): string => x.toFixed(1).replace(/\.0$/, '');
export const pt = (p: Point): string => `${f1(p[0])},${f1(p[1])}`;
// A number between 0 and 1 that always is the same for the same arguments.
export const hash = (a: number, b = 0): number => {
  const s = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return s - Math.floor(s);
};
export const poly = (ps: Point[], fill: string, extra = ''): string =>
  `<polygon points="${ps.map(pt).join(' ')}" fill="${fill}"${extra}/>`;
export const shade = (ramp: Ramp, n: Point): string => tone(ramp, n as unknown as Vector);

export interface FacetLook {
  lift?: number;
  seed?: number;
  gain?: number;
}

// A facet: screen y grows downwards, so it is turned before the light falls on it.
export function facet(ps: Point[], ramp: Ramp, { lift = 0, seed = 0, gain = 1 }: FacetLook = {}): string {
  let n = norm(
    cross(
      sub([ps[1][0], -ps[1][1], ps[1][2]], [ps[0][0], -ps[0][1], ps[0][2]]),
      sub([ps[2][0], -ps[2][1], ps[2][2]], [ps[0][0], -ps[0][1], ps[0][2]]),
    ),
  );
  if (n[2] < 0) n = n.map((x) => -x);
  n = norm([n[0] * gain + (hash(seed, 1) - 0.5) * 0.1, n[1] * gain + lift + (hash(seed, 2) - 0.5) * 0.1, n[2]]);
  const c = shade(ramp, n);
  return poly(ps, c, ` stroke="${c}" stroke-width=".8"`);
}

// A smooth curve through points, at t from 0 to 1.
export const spline = (ps: Point[], t: number): Point => {
  const n = ps.length - 1,
    u = Math.min(n - 1e-6, t * n),
    i = Math.floor(u),
    f = u - i,
    g = (k: number): Point => ps[Math.max(0, Math.min(n, k))];
  return ps[0].map((_, d) => {
    const a = g(i - 1)[d],
      b = g(i)[d],
      c = g(i + 1)[d],
      e = g(i + 2)[d];
    return 0.5 * (2 * b + (c - a) * f + (2 * a - 5 * b + 4 * c - e) * f * f + (3 * b - a - 3 * c + e) * f * f * f);
  });
};

// A tapered curve of two-sided segments.
export function horn(
  path: Point[],
  w0: number,
  ramp: Ramp,
  { seg = 8, w1 = 0.5, ring = 0.12 }: { seg?: number; w1?: number; ring?: number } = {},
): string {
  let s = '';
  const R: { l: Point; m: Point; r: Point }[] = [];
  for (let i = 0; i <= seg; i++) {
    const t = i / seg,
      c = spline(path, t),
      d = norm(sub(spline(path, Math.min(1, t + 0.02)), spline(path, Math.max(0, t - 0.02)))),
      nx = -d[1],
      ny = d[0],
      w = w0 * (1 - t) ** 0.85 + w1;
    R.push({
      l: [c[0] + nx * w, c[1] + ny * w, 0],
      m: [c[0] + nx * w * 0.18, c[1] + ny * w * 0.18, w * 0.9],
      r: [c[0] - nx * w, c[1] - ny * w, 0],
    });
  }
  for (let i = 0; i < seg; i++) {
    const a = R[i],
      b = R[i + 1],
      l = i % 2 ? ring : -ring;
    s +=
      facet([a.l, b.l, b.m, a.m], ramp, { lift: l, seed: i }) +
      facet([a.r, b.r, b.m, a.m], ramp, { lift: l, seed: i + 40 });
  }
  return s;
}

export const spike = (a: Point, b: Point, tip: Point, ramp: Ramp): string => {
  const m = [a[0] * 0.45 + b[0] * 0.55, a[1] * 0.45 + b[1] * 0.55, 9],
    flat = (p: Point): Point => [p[0], p[1], p[2] || 0];
  return facet([a, m, tip].map(flat), ramp, { lift: 0.35 }) + facet([b, m, tip].map(flat), ramp, { lift: -0.25 });
};
