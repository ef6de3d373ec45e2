// The head that all dragons share: profile to the right, in a box of 512; the third coordinate is towards the viewer.
import { facet, type FacetLook, type Point } from './ink.ts';
import type { Ramp } from '../src/dice/solid.ts';

export const HEAD: Record<string, Point> = {
  A: [190, 186, 0],
  B: [232, 144, 4],
  C: [286, 126, 12],
  D: [332, 150, 24],
  E: [364, 170, 12],
  F: [400, 180, 8],
  G: [428, 176, 6],
  H: [452, 196, 4],
  I: [460, 224, 2],
  J: [448, 254, 4],
  K: [420, 240, 22],
  L: [384, 248, 30],
  M: [344, 256, 38],
  N: [302, 252, 48],
  O: [262, 264, 50],
  P: [220, 270, 40],
  Q: [192, 230, 26],
  R: [236, 188, 50],
  S: [272, 188, 56],
  T: [324, 192, 44],
  U: [298, 208, 58],
  W: [262, 226, 70],
  X: [358, 196, 40],
  Y: [398, 206, 34],
  Z: [434, 208, 22],
  x: [346, 228, 50],
  y: [400, 226, 36],
};
export const HEAD_FACETS = `A.B.R B.C.R C.S.R C.D.S D.E.T E.X.T E.F.X F.Y.X F.G.Y G.Z.Y G.H.Z H.I.Z I.J.Z J.K.Z K.y.Z Z.y.Y Y.y.x Y.x.X X.x.T T.x.U K.L.y L.x.y L.M.x M.N.x N.U.x N.W.U N.O.W O.P.W P.Q.W Q.R.W Q.A.R R.S.W S.U.W`;
export const JAW: Record<string, Point> = {
  a: [232, 272, 48],
  b: [270, 280, 46],
  c: [312, 296, 40],
  d: [356, 308, 30],
  e: [398, 310, 20],
  f: [424, 300, 8],
  g: [432, 316, 2],
  h: [412, 338, 2],
  j: [356, 346, 6],
  k: [300, 344, 14],
  l: [244, 328, 26],
  m: [208, 300, 36],
  n: [332, 322, 36],
  o: [384, 326, 26],
  p: [270, 308, 46],
};
export const JAW_FACETS = `a.b.p b.c.p c.n.p c.d.n d.o.n d.e.o e.f.g e.g.o g.h.o h.j.o j.n.o j.k.n k.p.n k.l.p l.m.p m.a.p`;
export const NECK: Point[] = [
  [226, 232, 0],
  [190, 286, 0],
  [172, 350, 0],
  [178, 424, 0],
  [170, 500, 0],
  [150, 580, 0],
];

// The facets of a mesh, each named by its three points.
export function mesh(points: Record<string, Point>, facets: string, ramp: Ramp, look: FacetLook = {}): string {
  return facets
    .trim()
    .split(/\s+/)
    .map((names, i) =>
      facet(
        names.split('.').map((name) => points[name]),
        ramp,
        { ...look, seed: i + (look.seed ?? 0) },
      ),
    )
    .join('');
}
